//! Morale checks (6.1) and how states add up (6.2): P9.
//!
//! Not here: the way back, which [`crate::retreat`] has. The losses of a result are taken off as if the retreat itself cost
//! nothing.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Die, Fault, Modifiers, Refusal, Rule, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{
    Added, ChargeModifier, Cover, LeaderRow, Limit, MoraleModifier, MoraleState, SmallRow, TOWN_COLUMN,
};
use crate::rules::*;
use crate::unit::{
    Arm, Formation, SP_MAX, Stack, StackAfter, Standing, Unit, VALUE_MAX, check_stack, describe, is_wrecked,
    nobody_left,
};
use crate::{Book, Event, Referee};

/// What stands between the target and the fire.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shelter {
    /// Terrain that protects: on the hexside the fire comes through, or in the hex.
    #[serde(default)]
    pub cover: Vec<Cover>,
    /// Whether the target's formation executes an Attack order: then a Stone Wall is no help.
    #[serde(default)]
    pub attack_orders: bool,
    /// Whether the fire comes from lower ground (it matters in a Slope hex).
    #[serde(default)]
    pub from_lower: bool,
}

/// LIMIT: kinds of cover named for one target.
const COVER_MAX: usize = 7;

impl Shelter {
    pub(crate) fn check(&self, refusal: &mut Refusal) {
        refusal.unless(self.cover.len() <= COVER_MAX, "shelter.cover", LB_PROT_LIST, || format!("at most {COVER_MAX}"));
    }

    /// Whether it shifts fire: once, however much of it there is. S 24: a Stone Wall not against artillery.
    pub(crate) fn shifts_fire<U: Referee>(&self, book: &Book, by_artillery: bool, umpire: &mut U) -> bool {
        let helps = |cover: &Cover| match cover {
            Cover::StoneWall => !by_artillery && !self.attack_orders,
            _ => true,
        };
        let found = self.cover.iter().find(|cover| book.tables.cover_combat.at(**cover).value && helps(cover));
        if let Some(cover) = found {
            umpire.read(book.tables.cover_combat.at(*cover));
            umpire.cite(LB_PROT_LIST);
            umpire.cite(LB_PROT_ONCE);
        }
        found.is_some()
    }

    /// Whether it steadies morale.
    fn steadies<U: Referee>(&self, book: &Book, umpire: &mut U) -> bool {
        let helps = |cover: &Cover| match cover {
            Cover::StoneWall => !self.attack_orders,
            Cover::Slope => self.from_lower,
            _ => true,
        };
        let found = self.cover.iter().find(|cover| book.tables.cover_morale.at(**cover).value && helps(cover));
        if let Some(cover) = found {
            umpire.read(book.tables.cover_morale.at(*cover));
            match cover {
                Cover::StoneWall => umpire.cite(LB_MOR_NOTE_1),
                Cover::Slope => umpire.cite(LB_MOR_NOTE_2),
                _ => {}
            }
        }
        found.is_some()
    }
}

/// What a Charge adds to the defender's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChargeEdge {
    /// The attacker's SPs that are capable of firing.
    pub attacker_sp: u8,
    /// The defender's SPs that are capable of firing.
    pub defender_sp: u8,
    /// Whether the attacker's top unit is Blood Lusted.
    #[serde(default)]
    pub blood_lust: bool,
    /// The Morale Value of the attacking leader.
    #[serde(default)]
    pub leader: u8,
}

/// A stack that has to check its morale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleSituation {
    /// The stack.
    pub stack: Stack,
    /// Range of the shot; a Charge is 1.
    pub range: u8,
    /// Whether the shot held small arms; a Charge counts as such.
    #[serde(default = "yes")]
    pub small_arms: bool,
    /// What a Charge adds, if it is one.
    #[serde(default)]
    pub charge: Option<ChargeEdge>,
    /// Whether it came through the Rear.
    #[serde(default)]
    pub rear: bool,
    /// Whether the stack is in or next to Cowardly Legs that it did not make.
    #[serde(default)]
    pub cowardly_legs: bool,
    /// Whether it is night.
    #[serde(default)]
    pub night: bool,
    /// What stands between.
    #[serde(default)]
    pub shelter: Shelter,
}

fn yes() -> bool {
    true
}

/// The stack after its check.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MoraleOutcome {
    /// The result; Normal is no effect.
    pub result: MoraleState,
    /// Hexes it retreats, which nothing can negate.
    pub retreat: u8,
    /// The stack after the retreat, its losses taken.
    pub stack: StackAfter,
}

/// P9 as a procedure.
pub struct MoraleCheck;

impl Procedure for MoraleCheck {
    type Book = Book;
    type Situation = MoraleSituation;
    type Outcome = MoraleOutcome;

    const NAME: &'static str = "morale-check";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "A stack checks its morale: state, retreat, losses.";

    fn examples() -> Vec<(&'static str, MoraleSituation)> {
        examples()
    }

    fn check(book: &Book, situation: &MoraleSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stack(book, &mut refusal, "stack", &situation.stack);
        situation.shelter.check(&mut refusal);
        check_range(&mut refusal, situation.range);
        if let Some(edge) = situation.charge {
            refusal.unless(situation.range == 1, "range", LB_CHG_SEQ_3, || "a Charge is at range 1".to_owned());
            let fits = edge.attacker_sp.max(edge.defender_sp) <= SP_MAX && edge.leader <= VALUE_MAX;
            refusal.unless(fits, "charge", LB_CHG_MOD_TABLE, || {
                format!("at most {SP_MAX} SPs, and a value of {VALUE_MAX}")
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MoraleSituation, umpire: &mut U) -> Ruling<MoraleOutcome, U> {
        let mut after = StackAfter::new(&situation.stack);
        let cause = Cause {
            range: situation.range,
            small_arms: situation.small_arms || situation.charge.is_some(),
            charge: situation.charge,
            rear: situation.rear,
            cowardly_legs: situation.cowardly_legs,
            night: situation.night,
            shelter: &situation.shelter,
        };
        let effect = morale_check(book, &situation.stack, &cause, &mut after, umpire)?;
        Ok(MoraleOutcome { result: effect.result, retreat: effect.retreat, stack: after })
    }

    fn line(outcome: &MoraleOutcome) -> String {
        let result = match outcome.result {
            MoraleState::Normal => "no effect",
            result => result.name(),
        };
        let retreat = match outcome.retreat {
            0 => String::new(),
            hexes => format!(", retreats {}", counted(hexes, "hex", "hexes")),
        };
        format!("the table says {result}{retreat}; the stack is now {}", describe(&outcome.stack))
    }
}

/// LIMIT: hexes to a target; the longest gun reaches 38.
pub(crate) const RANGE_MAX: u8 = 99;

/// Refuses a range that cannot be.
pub(crate) fn check_range(refusal: &mut Refusal, range: u8) {
    refusal.unless((1..=RANGE_MAX).contains(&range), "range", LB_SHIFT_SA_TABLE, || {
        format!("a range is 1 to {RANGE_MAX} hexes")
    });
}

/// What makes a stack check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cause<'a> {
    pub range: u8,
    pub small_arms: bool,
    pub charge: Option<ChargeEdge>,
    pub rear: bool,
    pub cowardly_legs: bool,
    pub night: bool,
    pub shelter: &'a Shelter,
}

/// What a check comes to: the result as it stands, and the retreat; the stack has already been changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effect {
    pub result: MoraleState,
    pub retreat: u8,
    /// SPs taken off after the retreat.
    pub loss: u8,
}

/// P9: the stack checks once, with the rating of its top unit.
pub(crate) fn morale_check<U: Referee>(
    book: &Book,
    stack: &Stack,
    cause: &Cause<'_>,
    after: &mut StackAfter,
    umpire: &mut U,
) -> Ruling<Effect, U> {
    let standing = Standing { stack, after };
    let (top, top_after) = standing.top().ok_or_else(nobody_left)?;
    let leader = leader_modifier(book, standing);
    let mut modifiers = leader.clone();
    add_modifiers(book, standing, cause, &mut modifiers, umpire)?;
    let dice = umpire.sum(2, Die::D6, LB_MOR_TABLE)?;
    let total = dice + umpire.apply(&modifiers);
    let column = top.rating.index();
    let lowest = book.limit(Limit::MoraleLowest) as i16;
    let highest = book.limit(Limit::MoraleHighest) as i16;
    let row = |total: i16| total.max(lowest).min(highest);
    let cell = umpire.read(book.tables.morale.at(row(total), column)?);
    umpire.cite(LB_MOR_KEY);
    let mut result = cell.result;
    if result == MoraleState::BloodLust {
        umpire.cite(LB_MOR_BL_ADJ);
        let without = book.tables.morale.at(row(total - leader.total()), column)?;
        if leader.total() != 0 {
            umpire.cite(LB_MOR_NOTE_3);
            umpire.read(without);
        }
        let open = top.is_open_order();
        if open {
            umpire.cite(LB_OO_NOBL);
        }
        if cause.range > 1 || without.value.result != MoraleState::BloodLust || open {
            result = MoraleState::Normal;
        }
    }
    umpire.tell(|| Event::Checked { total, result, retreat: cell.retreat, loss: cell.loss });
    // R 22: a star on the top unit's entry drops retreat and losses; the new state stays.
    let star = book.tables.additive.at(top_after.state, result.index())?.value.star;
    if star {
        umpire.cite(LB_ADD_STAR);
    }
    add_states(book, stack, result, after, umpire)?;
    let (retreat, mut loss) = if star { (0, 0) } else { (cell.retreat, cell.loss) };
    if retreat > 0 {
        umpire.cite(LB_MOR_KEY_NONEGATE);
        umpire.cite(LB_RET_LEGS);
    }
    if loss > 0 {
        umpire.cite(LB_MOR_LOSS_AFTER);
        loss = after.lose(loss);
        umpire.tell(|| Event::Lost { sps: loss });
    }
    Ok(Effect { result, retreat, loss })
}

/// P9 step 4: the new state of every unit that is left.
///
/// RULING: an Open Order unit beneath the top unit reads Blood Lust as no result, as it would on top: it never becomes that.
fn add_states<U: Referee>(
    book: &Book,
    stack: &Stack,
    result: MoraleState,
    after: &mut StackAfter,
    umpire: &mut U,
) -> Result<(), Fault> {
    for (index, unit) in after.units.iter_mut().enumerate().filter(|(_, unit)| unit.sp > 0) {
        let open = stack.units.get(index).is_some_and(Unit::is_open_order);
        let spared = result == MoraleState::BloodLust && open;
        if spared {
            umpire.cite(LB_OO_NOBL);
        }
        let result = if spared { MoraleState::Normal } else { result };
        let added = add_state(book, unit.state, result.index(), umpire)?;
        if added.state != unit.state {
            let state = added.state;
            umpire.tell(|| Event::Became { unit: index as u16 + 1, state });
        }
        unit.state = added.state;
    }
    Ok(())
}

/// 6.2a: the current state and a column of the chart give the new state.
pub(crate) fn add_state<U: Referee>(
    book: &Book,
    current: MoraleState,
    column: usize,
    umpire: &mut U,
) -> Result<Added, Fault> {
    umpire.cite(LB_ADD_TABLE);
    umpire.cite(additive_rule(current));
    Ok(umpire.read(book.tables.additive.at(current, column)?))
}

/// 1.7g: Line and unlimbered guns in a Town.
pub(crate) fn town_effect<U: Referee>(book: &Book, current: MoraleState, umpire: &mut U) -> Result<MoraleState, Fault> {
    umpire.cite(LB_TEM_NOTE_C_DG);
    Ok(add_state(book, current, TOWN_COLUMN, umpire)?.state)
}

/// The leader's modifier stands apart, because Blood Lust ignores it.
fn leader_modifier(book: &Book, standing: Standing<'_>) -> Modifiers {
    let mut modifiers = Modifiers::new();
    let value = standing.leader();
    if value > 0 {
        let sign = book.tables.morale_leader.at(LeaderRow::Leader).map(|sign| sign.0);
        modifiers.add_times(LB_MOR_MOD_LEADER, sign, value.into());
    }
    modifiers
}

/// P9: all other modifiers, in the order printed, those of a Charge last. At long range only leader and terrain count.
fn add_modifiers<U: Referee>(
    book: &Book,
    standing: Standing<'_>,
    cause: &Cause<'_>,
    modifiers: &mut Modifiers,
    umpire: &mut U,
) -> Result<(), Fault> {
    let (top, top_after) = standing.top().ok_or_else(nobody_left)?;
    let tables = &book.tables;
    let far = u16::from(cause.range) >= book.limit(Limit::LongRange);
    if far {
        umpire.cite(LB_MOR_RANGE10);
    }
    let unsteady = standing.after.any_in(&[MoraleState::Shaken, MoraleState::Disorganized]);
    let small = is_small_target(book, standing, cause, umpire);
    let exposed = top.arm != Arm::Infantry && cause.small_arms;
    if exposed && top.arm == Arm::Cavalry && top.formation != Formation::Mounted && !far {
        umpire.cite(LB_MOR_NOTE_4);
    }
    let lines = [
        (unsteady, LB_MOR_MOD_SHDG, MoraleModifier::ShakenDg),
        (is_wrecked(book, top.printed, top_after.sp), LB_MOR_MOD_WRECKED, MoraleModifier::Wrecked),
        (cause.rear, LB_MOR_MOD_REAR, MoraleModifier::Rear),
        (small, LB_MOR_MOD_SMALL, MoraleModifier::Small),
        (cause.cowardly_legs, LB_MOR_MOD_LEGS, MoraleModifier::CowardlyLegs),
        (cause.night, LB_MOR_MOD_NIGHT, MoraleModifier::Night),
        (exposed, LB_MOR_MOD_ARTYCAV, MoraleModifier::ArtyCav),
        (cause.shelter.steadies(book, umpire), LB_MOR_MOD_TERRAIN, MoraleModifier::Terrain),
    ];
    for (applies, rule, line) in lines {
        let counts = applies && (!far || tables.morale_far.at(line).value);
        modifiers.add_if(counts, rule, || tables.morale_modifiers.at(line));
    }
    match cause.charge {
        Some(edge) => charge_modifiers(book, edge, modifiers, umpire),
        None => Ok(()),
    }
}

/// P9: all four conditions of Small.
fn is_small_target<U: Referee>(book: &Book, standing: Standing<'_>, cause: &Cause<'_>, umpire: &mut U) -> bool {
    let shot = cause.small_arms && cause.range == 1;
    let small = shot && standing.is_small(book) && !standing.is_open_order_capable();
    if small {
        umpire.cite(LB_SMALL_SIZE);
        umpire.read(book.tables.small.at(SmallRow::Small));
        umpire.cite(LB_MOR_SMALL_SHOT);
        umpire.cite(LB_MOR_SMALL_TARGET);
    }
    small
}

/// 7.0g: the SP difference, equality being the attacker's (R 7), Blood Lust and the attacking leader.
fn charge_modifiers<U: Referee>(
    book: &Book,
    edge: ChargeEdge,
    modifiers: &mut Modifiers,
    umpire: &mut U,
) -> Result<(), Fault> {
    let tables = &book.tables;
    umpire.cite(LB_CHG_MOD_TABLE);
    umpire.cite(LB_CHG_MOD_CAPABLE);
    let difference = i16::from(edge.attacker_sp) - i16::from(edge.defender_sp);
    if difference >= 0 {
        let looked = tables.charge_attacker.at(difference)?;
        let rules = [LB_CHG_MOD_LOTS_ATT, LB_CHG_MOD_BIG_ATT, LB_CHG_MOD_SAME_ATT];
        modifiers.add(row_rule(&rules, looked.cell.row, LB_CHG_MOD_TABLE), looked);
    } else {
        let looked = tables.charge_defender.at(-difference)?;
        let rules = [LB_CHG_MOD_LOTS_DEF, LB_CHG_MOD_BIG_DEF, LB_CHG_MOD_SAME_DEF];
        modifiers.add(row_rule(&rules, looked.cell.row, LB_CHG_MOD_TABLE), looked);
    }
    modifiers.add_if(edge.blood_lust, LB_CHG_MOD_BL, || tables.charge_modifiers.at(ChargeModifier::BloodLust));
    if edge.leader > 0 {
        let sign = tables.charge_leader.at(LeaderRow::Leader).map(|sign| sign.0);
        modifiers.add_times(LB_CHG_MOD_LEADER, sign, edge.leader.into());
    }
    Ok(())
}

/// The rule of a row, where every row of a chart has one.
pub(crate) fn row_rule(rules: &[Rule], row: u16, otherwise: Rule) -> Rule {
    rules.get(usize::from(row)).copied().unwrap_or(otherwise)
}

fn additive_rule(current: MoraleState) -> Rule {
    match current {
        MoraleState::BloodLust => LB_ADD_BL,
        MoraleState::Normal => LB_ADD_NORMAL,
        MoraleState::Shaken => LB_ADD_SH,
        MoraleState::Disorganized => LB_ADD_DG,
        MoraleState::Routed => LB_ADD_R,
    }
}

fn examples() -> Vec<(&'static str, MoraleSituation)> {
    use crate::charts::Rating;
    use crate::fire::{led, rated, regiment};
    let plain = MoraleSituation {
        stack: regiment(5),
        range: 2,
        small_arms: true,
        charge: None,
        rear: false,
        cowardly_legs: false,
        night: false,
        shelter: Shelter::default(),
    };
    let shaken = rated(regiment(5), Rating::C, MoraleState::Shaken);
    let veterans = led(rated(regiment(6), Rating::A, MoraleState::Normal), 2);
    let wall = Shelter { cover: vec![Cover::StoneWall], ..Shelter::default() };
    let slope = Shelter { cover: vec![Cover::Slope], from_lower: true, ..Shelter::default() };
    let edge = ChargeEdge { attacker_sp: 8, defender_sp: 3, blood_lust: true, leader: 1 };
    let mut troopers = regiment(4);
    troopers.units[0].arm = Arm::Cavalry;
    let mut wreck = rated(regiment(3), Rating::B, MoraleState::BloodLust);
    wreck.units[0].printed = 9;
    vec![
        ("an average regiment under musketry", plain.clone()),
        (
            "shaken, among Cowardly Legs",
            MoraleSituation { stack: shaken.clone(), cowardly_legs: true, ..plain.clone() },
        ),
        (
            "veterans with their general, close to the enemy",
            MoraleSituation { stack: veterans, range: 1, ..plain.clone() },
        ),
        ("at night behind a wall", MoraleSituation { night: true, shelter: wall, ..plain.clone() }),
        (
            "on a slope, shelled from below at long range",
            MoraleSituation { stack: shaken, range: 12, small_arms: false, shelter: slope, ..plain.clone() },
        ),
        (
            "charged in the Rear",
            MoraleSituation { stack: regiment(3), range: 1, rear: true, charge: Some(edge), ..plain.clone() },
        ),
        ("dismounted cavalry", MoraleSituation { stack: troopers, ..plain.clone() }),
        ("a wreck in Blood Lust", MoraleSituation { stack: wreck, ..plain.clone() }),
        (
            "disorganized militia",
            MoraleSituation { stack: rated(regiment(5), Rating::F, MoraleState::Disorganized), ..plain.clone() },
        ),
        (
            "routed veterans, close to the enemy",
            MoraleSituation { stack: rated(regiment(5), Rating::A, MoraleState::Routed), range: 1, ..plain },
        ),
    ]
}
