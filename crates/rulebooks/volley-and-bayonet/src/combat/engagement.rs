//! An attack on one defending stand: fire, melee, saves, the loser's retreat (P12 to P14).

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::Serialize;

use super::fire::shoot;
use super::pool;
use super::pools::{Shot, melee_dice, melee_needed};
use super::reply::{TownDiceUsed, defender_replies, town_replies};
use super::saves::{Attack, Victim, Wounds, save, throws_against};
use super::situation::{ATTACKERS_MAX, Attacker, EngagementSituation, Manner, examples};
use super::tie::tie_roll;
use crate::charts::{Level, Limit, Terrain};
use crate::leaders::commander_roll;
use crate::questions::SPLIT_DICE;
use crate::rules::*;
use crate::terrain::side_dice;
use crate::unit::{Body, Edge, Stand};
use crate::{Book, Event, Referee};

keys! {
    /// Who won the melee.
    pub enum Winner {
        /// There was none.
        NoMelee = "no_melee",
        /// The side whose turn it is.
        Attacker = "attacker",
        /// The defending stand.
        Defender = "defender",
        /// Nobody.
        Nobody = "nobody",
    }
}

/// One stand after an engagement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct StandOutcome {
    /// Strength points it lost.
    pub casualties: u8,
    /// Its level now.
    pub level: Level,
    /// Inches it retreats.
    pub retreat_inches: Decimal,
    /// Whether the army commander with it was killed.
    pub commander_killed: bool,
}

/// Everyone after an engagement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct EngagementOutcome {
    /// Who won the melee; the winner may advance one of its meleeing stands.
    pub winner: Winner,
    /// The defending stand.
    pub defender: StandOutcome,
    /// The attacking stands, in the order given.
    #[schemars(with = "Vec<StandOutcome>")]
    pub attackers: ArrayVec<StandOutcome, ATTACKERS_MAX>,
}

/// One stand between two steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Hurt {
    pub wounds: Wounds,
    pub lost: u8,
    opted: u8,
    killed: bool,
}

/// Everything that lives on from one step of an engagement to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fight {
    /// The attacker whose step comes next.
    pub next: u8,
    /// Melee dice the defender has not given out yet.
    dice_left: u8,
    /// Fire dice the occupier of a town has used.
    pub town: TownDiceUsed,
    pub defender: Hurt,
    pub attackers: ArrayVec<Hurt, ATTACKERS_MAX>,
    pub winner: Winner,
    pub tied: bool,
}

/// What does not change during an engagement.
pub(super) struct Facts<'a> {
    pub book: &'a Book,
    pub situation: &'a EngagementSituation,
}

impl Facts<'_> {
    pub fn attacker(&self, index: u8) -> Option<&Attacker> {
        self.situation.attackers.get(usize::from(index))
    }
}

/// P12 as a procedure.
pub struct Engagement;

impl Procedure for Engagement {
    type Book = Book;
    type Situation = EngagementSituation;
    type Outcome = EngagementOutcome;

    const NAME: &'static str = "engagement";
    const CHAPTER: &'static str = "Combat";
    const SUMMARY: &'static str =
        "Any number of stands attack one defending stand by fire and melee: casualties, loser, retreat.";

    fn examples() -> Vec<(&'static str, EngagementSituation)> {
        examples()
    }

    fn check(book: &Book, situation: &EngagementSituation) -> Result<(), Refusal> {
        situation.check(book)
    }

    fn run<U: Referee>(book: &Book, situation: &EngagementSituation, umpire: &mut U) -> Ruling<EngagementOutcome, U> {
        let facts = Facts { book, situation };
        let attackers = situation.attackers.iter().take(ATTACKERS_MAX).map(|_| Hurt::default()).collect();
        let mut fight = Fight {
            next: 0,
            dice_left: 0,
            town: TownDiceUsed::default(),
            defender: Hurt::default(),
            attackers,
            winner: Winner::NoMelee,
            tied: false,
        };
        let count = fight.attackers.len() as u8;
        let melee = situation.has_melee();
        for rule in [VB_COM_BOTH, VB_COM_CHOOSE, VB_COM_DEFENDER] {
            umpire.cite(rule);
        }
        for index in 0..count {
            fight.next = index;
            fight = umpire.step(&facts, fight, attackers_dice)?;
        }
        if melee {
            fight.dice_left = defenders_dice(&facts, umpire)?;
            for index in 0..count {
                fight.next = index;
                fight = umpire.step(&facts, fight, defender_strikes)?;
            }
        } else if situation.defender.terrain == Terrain::Town {
            for index in 0..count {
                fight.next = index;
                fight = umpire.step(&facts, fight, town_replies)?;
            }
            fight.town = TownDiceUsed::default();
        } else {
            fight = umpire.step(&facts, fight, defender_replies)?;
        }
        fight.next = 0;
        fight = umpire.step(&facts, fight, defender_saves)?;
        for index in 0..count {
            fight.next = index;
            fight = umpire.step(&facts, fight, attacker_saves)?;
        }
        fight.next = 0;
        if melee {
            fight = umpire.step(&facts, fight, decide)?;
            // LIMIT: a tie is thrown again so often and no more, so that the odds are exact and finite.
            let throws = book.count(Limit::TieRerolls).saturating_add(1);
            for _ in 0..throws {
                if !fight.tied {
                    break;
                }
                fight = umpire.step(&facts, fight, tie_roll)?;
            }
            umpire.cite(VB_COM_NEXT);
        }
        Ok(conclude(&facts, &fight, umpire))
    }

    fn line(outcome: &EngagementOutcome) -> String {
        let stand = |stand: &StandOutcome| {
            let back = if stand.retreat_inches.is_zero() {
                String::new()
            } else {
                format!(", {} back", counted(stand.retreat_inches, "inch", "inches"))
            };
            format!("{} SP lost, {}{back}", stand.casualties, stand.level)
        };
        let won = match outcome.winner {
            Winner::NoMelee => String::new(),
            Winner::Attacker => "attacker wins; ".to_owned(),
            Winner::Defender => "defender wins; ".to_owned(),
            Winner::Nobody => "nobody wins; ".to_owned(),
        };
        let attackers = outcome.attackers.iter().map(stand).collect::<Vec<_>>().join(" / ");
        format!("{won}defender {}; attackers {attackers}", stand(&outcome.defender))
    }
}

/// P12 steps 3 to 5: the dice of one attacking stand.
fn attackers_dice<U: Referee>(facts: &Facts, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let Some(attacker) = facts.attacker(fight.next) else { return Ok(fight) };
    let defender = &facts.situation.defender;
    let number = u16::from(fight.next) + 1;
    let victim = Victim {
        stand: defender.stand,
        terrain: defender.terrain,
        open_order: defender.open_order,
        in_melee: facts.situation.has_melee(),
    };
    match attacker.manner {
        Manner::Fire { distance, across_works, .. } => {
            let shot = Shot {
                firer: attacker.stand,
                firer_terrain: attacker.terrain,
                distance,
                phasing: true,
                terrain: defender.terrain,
                construction: defender.construction,
                town_dice_used: attacker.town_dice_used,
            };
            let (_, wounds) = shoot(facts.book, number, &shot, across_works, &victim, umpire)?;
            add(&mut fight.defender.wounds, wounds);
        }
        Manner::Melee { spent: true, .. } => {}
        Manner::Melee { own_edge, across_works, .. } => {
            let stand = &attacker.stand;
            let total = melee_dice(facts.book, stand, attacker.terrain, own_edge, umpire)?;
            let dice = if attacker.terrain == Terrain::Town {
                side_dice(facts.book, total, umpire).min(total.saturating_sub(attacker.town_dice_used))
            } else {
                total
            };
            let as_infantry = stands_its_ground(&defender.stand, defender.terrain, stand);
            let needed = melee_needed(facts.book, stand, defender.stand.level, as_infantry, umpire);
            let hits = strike(number, dice, needed, umpire)?;
            let attack = Attack { stand: *stand, fire: None, across: across_works };
            fight.defender.wounds.add(hits, throws_against(facts.book, &attack, &victim, umpire));
        }
    }
    // More casualties than strength points make no difference.
    clip(&mut fight.defender.wounds, &facts.situation.defender.stand);
    Ok(fight)
}

fn add(wounds: &mut Wounds, more: Wounds) {
    for (sum, hits) in wounds.by_throws.iter_mut().zip(more.by_throws) {
        *sum += hits;
    }
    wounds.optional += more.optional;
}

/// Unsaved hits beyond the last strength point are forgotten, so that equal futures are one state.
pub(super) fn clip(wounds: &mut Wounds, stand: &Stand) {
    if wounds.optional == 0 {
        wounds.by_throws[0] = wounds.by_throws[0].min(stand.sp);
    }
}

fn strike<U: Referee>(stand: u16, dice: u8, needed: u8, umpire: &mut U) -> Ruling<u8, U> {
    let hits = pool(dice, needed, VB_COM_CHOOSE, umpire)?;
    umpire.tell(|| Event::Attacked { stand: stand + 1, dice, needed, hits });
    Ok(hits)
}

/// R51: a skirmisher in broken ground fights horse as if it were close-order infantry.
pub(super) fn stands_its_ground(stand: &Stand, terrain: Terrain, enemy: &Stand) -> bool {
    terrain == Terrain::BrokenGround && stand.body() == Body::InfSkirmisher && enemy.is_mounted()
}

/// P12 step 4 for the defender: all its melee dice; a town gives them out side by side.
fn defenders_dice<U: Referee>(facts: &Facts, umpire: &mut U) -> Ruling<u8, U> {
    let defender = &facts.situation.defender;
    let touched = facts.situation.attackers.iter().find(|attacker| attacker.manner.is_melee());
    let flanked = facts.situation.attackers.iter().find(|attacker| attacker.manner.edge() != Edge::Front);
    let edge = flanked.or(touched).map_or(Edge::Front, |attacker| attacker.manner.edge());
    let edge = if defender.terrain == Terrain::Town { Edge::Front } else { edge };
    melee_dice(facts.book, &defender.stand, defender.terrain, edge, umpire)
}

/// P12 step 6: the defender's dice against one enemy in contact, its owner dividing them.
fn defender_strikes<U: Referee>(facts: &Facts, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let situation = facts.situation;
    let Some(attacker) = facts.attacker(fight.next).filter(|attacker| attacker.manner.is_melee()) else {
        return Ok(fight);
    };
    let defender = &situation.defender;
    let number = u16::from(fight.next) + 1;
    let later = situation.attackers.iter().skip(usize::from(fight.next) + 1).any(|other| other.manner.is_melee());
    let most = if defender.terrain == Terrain::Town {
        // Each meleeing enemy comes against a side of its own.
        let total = melee_dice(facts.book, &defender.stand, defender.terrain, Edge::Front, umpire)?;
        side_dice(facts.book, total, umpire).min(fight.dice_left)
    } else {
        fight.dice_left
    };
    let dice = if later {
        umpire.number(situation.side.enemy(), &SPLIT_DICE, Some(number), 0, most.into())? as u8
    } else {
        most
    };
    fight.dice_left = if later { fight.dice_left - dice } else { 0 };
    let as_infantry = stands_its_ground(&attacker.stand, attacker.terrain, &defender.stand);
    let needed = melee_needed(facts.book, &defender.stand, attacker.stand.level, as_infantry, umpire);
    let hits = strike(0, dice, needed, umpire)?;
    let attack = Attack { stand: defender.stand, fire: None, across: false };
    let throws = throws_against(facts.book, &attack, &attacker.victim(), umpire);
    if let Some(hurt) = fight.attackers.get_mut(usize::from(fight.next)) {
        hurt.wounds.add(hits, throws);
        clip(&mut hurt.wounds, &attacker.stand);
    }
    Ok(fight)
}

/// P12 step 7 for the defender, with its army commander (P16).
fn defender_saves<U: Referee>(facts: &Facts, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let stand = &facts.situation.defender.stand;
    fight.defender = suffer(facts, facts.situation.side.enemy(), 0, stand, fight.defender, umpire)?;
    Ok(fight)
}

/// P12 step 7 for one attacker.
fn attacker_saves<U: Referee>(facts: &Facts, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let index = usize::from(fight.next);
    if let (Some(attacker), Some(hurt)) = (facts.attacker(fight.next), fight.attackers.get_mut(index)) {
        *hurt = suffer(facts, facts.situation.side, index as u16 + 1, &attacker.stand, *hurt, umpire)?;
    }
    Ok(fight)
}

fn suffer<U: Referee>(
    facts: &Facts,
    owner: engine::Side,
    number: u16,
    stand: &Stand,
    hurt: Hurt,
    umpire: &mut U,
) -> Ruling<Hurt, U> {
    if hurt.wounds.total() == 0 {
        return Ok(Hurt::default());
    }
    let (casualties, opted) = save(facts.book, owner, number, hurt.wounds, umpire)?;
    let lost = casualties.min(stand.sp);
    umpire.tell(|| Event::Lost { stand: number + 1, casualties: lost });
    let killed = lost > 0 && stand.army_commander && commander_roll(facts.book, umpire)?;
    Ok(Hurt { wounds: Wounds::default(), lost, opted, killed })
}

/// P12 step 8: fewer casualties win; a side without a stand loses (S33, S34).
fn decide<U: Referee>(facts: &Facts, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    umpire.cite(VB_MEL_WIN);
    let situation = facts.situation;
    let mut lost = 0;
    let mut standing = false;
    for (attacker, hurt) in situation.attackers.iter().zip(&fight.attackers) {
        if attacker.manner.is_melee() {
            lost += hurt.lost;
            standing |= hurt.lost < attacker.stand.sp;
        }
    }
    let defender_stands = fight.defender.lost < situation.defender.stand.sp;
    fight.winner = match (standing, defender_stands) {
        (false, false) => Winner::Nobody,
        (true, false) => Winner::Attacker,
        (false, true) => Winner::Defender,
        (true, true) if lost < fight.defender.lost => Winner::Attacker,
        (true, true) if lost > fight.defender.lost => Winner::Defender,
        (true, true) => {
            fight.tied = true;
            Winner::Nobody
        }
    };
    Ok(fight)
}

/// P12 step 10 and P14: losers are disordered and retreat half a move; guns limber for it.
fn conclude<U: Referee>(facts: &Facts, fight: &Fight, umpire: &mut U) -> EngagementOutcome {
    if matches!(fight.winner, Winner::Attacker | Winner::Defender) {
        umpire.cite(VB_COM_LOSER);
        umpire.cite(VB_COM_ADVANCE);
    }
    let situation = facts.situation;
    let end = |stand: &Stand, hurt: &Hurt, loses: bool, withdraws: bool, umpire: &mut U| {
        let book = facts.book;
        let mut retreat_inches = book.limit(Limit::SaveRetreat).times(hurt.opted.into());
        let mut level = stand.level;
        if hurt.lost >= stand.sp {
            return StandOutcome {
                casualties: hurt.lost,
                level: Level::Eliminated,
                retreat_inches: Decimal::ZERO,
                commander_killed: hurt.killed,
            };
        }
        if loses && level == Level::Good {
            level = Level::TempDisorder;
        }
        if withdraws {
            umpire.cite(VB_TER_BROKEN_C_WITHDRAW);
        }
        if loses || withdraws {
            retreat_inches = retreat_inches + stand.full_move(book).scaled(book.limit(Limit::RetreatPart));
        }
        StandOutcome { casualties: hurt.lost, level, retreat_inches, commander_killed: hurt.killed }
    };
    let defender = &situation.defender;
    let melee = situation.has_melee();
    let ridden = melee
        && situation.attackers.iter().any(|attacker| {
            attacker.manner.is_melee() && stands_its_ground(&defender.stand, defender.terrain, &attacker.stand)
        });
    let beaten = fight.winner == Winner::Attacker;
    let defender_end = end(&defender.stand, &fight.defender, beaten, ridden, umpire);
    let mut attackers = ArrayVec::new();
    for (attacker, hurt) in situation.attackers.iter().zip(&fight.attackers) {
        let loses = fight.winner == Winner::Defender && attacker.manner.is_melee();
        let ridden =
            attacker.manner.is_melee() && stands_its_ground(&attacker.stand, attacker.terrain, &defender.stand);
        attackers.push(end(&attacker.stand, hurt, loses, ridden, umpire));
    }
    EngagementOutcome { winner: fight.winner, defender: defender_end, attackers }
}
