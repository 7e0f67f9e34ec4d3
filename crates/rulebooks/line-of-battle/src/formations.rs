//! Formations, activities and morale states: what a unit may do, and who may stack.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Decimal, Refusal, Rule, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Activity, ActivityAllowed, Facing, FormationRow, Limit, MoraleState, ZeroMa};
use crate::movement::{activity_allowance, column_of};
use crate::rules::*;
use crate::unit::{Arm, Formation, SP_MAX, UNITS_MAX, check_formation, formation_row, formation_rule};
use crate::{Book, Referee};

/// A unit about to act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapabilitiesSituation {
    /// Its arm.
    pub arm: Arm,
    /// How it stands.
    pub formation: Formation,
    /// Whether another combat unit is in its hex; an Open Order unit is capable only if it is alone.
    #[serde(default)]
    pub stacked: bool,
    /// Its morale state.
    #[serde(default = "normal")]
    pub state: MoraleState,
    /// The activity it wants to do.
    #[serde(default = "moving")]
    pub activity: Activity,
}

fn normal() -> MoraleState {
    MoraleState::Normal
}

fn moving() -> Activity {
    Activity::Move
}

/// What a unit may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct CapabilitiesOutcome {
    /// Which hexes around it are its front.
    pub facing: Facing,
    /// What counts of its SPs when it fires: 1, 0.5 or 0.
    pub fire: Decimal,
    /// MPs for movement; none for unlimbered guns, which only turn or limber.
    pub allowance: Decimal,
    /// Whether it may use roads.
    pub roads: bool,
    /// Whether it may Charge.
    pub charge: bool,
    /// Whether it may change formation.
    pub change_formation: bool,
    /// Whether it may turn.
    pub turn: bool,
    /// Whether it has a ZOC in its front hexes.
    pub zoc: bool,
    /// Whether it may retreat ten hexes instead of any activity.
    pub retreat_ten: bool,
}

/// The charts of formations, activities and morale states as a procedure.
pub struct Capabilities;

impl Procedure for Capabilities {
    type Book = Book;
    type Situation = CapabilitiesSituation;
    type Outcome = CapabilitiesOutcome;

    const NAME: &'static str = "capabilities";
    const CHAPTER: &'static str = "Formations";
    const SUMMARY: &'static str = "What may a unit do in this formation, activity and morale state?";

    fn examples() -> Vec<(&'static str, CapabilitiesSituation)> {
        let plain = CapabilitiesSituation {
            arm: Arm::Infantry,
            formation: Formation::Line,
            stacked: false,
            state: MoraleState::Normal,
            activity: Activity::Move,
        };
        let of = |arm, formation| CapabilitiesSituation { arm, formation, ..plain.clone() };
        vec![
            ("infantry in Line that moves", plain.clone()),
            (
                "a disorganized line that fires",
                CapabilitiesSituation { state: MoraleState::Disorganized, activity: Activity::Fire, ..plain.clone() },
            ),
            ("a column", of(Arm::Infantry, Formation::Column)),
            ("skirmishers alone in their hex", of(Arm::Infantry, Formation::OpenOrder)),
            (
                "skirmishers with friends",
                CapabilitiesSituation { stacked: true, ..of(Arm::Infantry, Formation::OpenOrder) },
            ),
            ("mounted cavalry", of(Arm::Cavalry, Formation::Mounted)),
            (
                "dismounted cavalry, routed",
                CapabilitiesSituation { state: MoraleState::Routed, ..of(Arm::Cavalry, Formation::Line) },
            ),
            ("limbered guns", of(Arm::Artillery, Formation::Limbered)),
            ("unlimbered guns", of(Arm::Artillery, Formation::Unlimbered)),
        ]
    }

    fn check(_: &Book, situation: &CapabilitiesSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_formation(&mut refusal, "formation", situation.arm, situation.formation);
        let lusting = situation.formation == Formation::OpenOrder && situation.state == MoraleState::BloodLust;
        refusal.unless(!lusting, "state", LB_OO_NOBL, || "Open Order units never become Blood Lusted".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(
        book: &Book,
        situation: &CapabilitiesSituation,
        umpire: &mut U,
    ) -> Ruling<CapabilitiesOutcome, U> {
        let tables = &book.tables;
        let row = formation_row(situation.arm, situation.formation, !situation.stacked);
        let effect = tables.formations.at(row);
        umpire.cite(LB_FORM_TABLE);
        umpire.cite(formation_rule(row));
        cite_open_order(row, umpire);
        umpire.cite(LB_STATE_TABLE);
        let state = situation.state;
        umpire.cite(state_rule(state));
        umpire.cite(LB_ACT_TABLE);
        let mut allows = |item: ActivityAllowed, rule: Rule| {
            umpire.cite(rule);
            tables.activity_allows.at(item, situation.activity.index()).map(|looked| umpire.read(looked))
        };
        let fires = allows(ActivityAllowed::Fire, LB_ACT_FIRE)?;
        let charges = allows(ActivityAllowed::Charge, LB_ACT_CHARGE)?;
        let changes = allows(ActivityAllowed::Formation, LB_ACT_FORMATION)?;
        let turns = allows(ActivityAllowed::Facing, LB_ACT_FACING)?;
        let able = umpire.read(effect.combat) && fires;
        let fire = if able { umpire.read(tables.state_fire.at(state)).0 } else { Decimal::ZERO };
        let routed = state == MoraleState::Routed;
        let unsteady = matches!(state, MoraleState::Disorganized | MoraleState::Routed);
        let zoc = umpire.read(tables.state_zoc.at(state));
        if routed {
            umpire.cite(LB_STATE_R_ZOC);
        }
        if unsteady {
            umpire.cite(LB_STATE_RETREAT10);
        }
        let column = column_of(situation.formation, !situation.stacked);
        let allowance = if row == FormationRow::ArtilleryUnlimbered {
            Decimal::ZERO
        } else {
            activity_allowance(book, column, state, ZeroMa::Full, situation.activity, umpire)?
        };
        let facing = umpire.read(effect.facing);
        Ok(CapabilitiesOutcome {
            facing,
            fire,
            allowance,
            roads: umpire.read(effect.roads) && !situation.stacked,
            charge: umpire.read(effect.charge) && charges && !unsteady,
            change_formation: changes && !routed,
            turn: turns && !routed && facing == Facing::Normal,
            zoc: zoc && effect.combat.value,
            retreat_ten: unsteady,
        })
    }

    fn line(outcome: &CapabilitiesOutcome) -> String {
        let may = |may: bool, what: &str| if may { what.to_owned() } else { format!("no {what}") };
        format!(
            "{}, fire x{}, facing {}, {}, {}, {}",
            counted(outcome.allowance, "MP", "MPs"),
            outcome.fire,
            outcome.facing,
            may(outcome.roads, "roads"),
            may(outcome.charge, "Charge"),
            may(outcome.zoc, "ZOC"),
        )
    }
}

/// What the crib notes say about Open Order, where they are not about a roll or a shot.
fn cite_open_order<U: Referee>(row: FormationRow, umpire: &mut U) {
    if matches!(row, FormationRow::OpenOrder | FormationRow::OpenOrderCapable) {
        umpire.cite(LB_OO_REQ);
        umpire.cite(LB_OO_NOCHARGE);
        umpire.cite(LB_OO_NOBL);
    }
    if row == FormationRow::OpenOrderCapable {
        umpire.cite(LB_OO_6);
    }
    if row == FormationRow::ArtilleryUnlimbered {
        umpire.cite(LB_FORM_ART_STACK);
    }
}

/// The rule of a morale state.
pub(crate) fn state_rule(state: MoraleState) -> Rule {
    match state {
        MoraleState::BloodLust | MoraleState::Normal | MoraleState::Shaken => LB_STATE_OK,
        MoraleState::Disorganized => LB_STATE_DG,
        MoraleState::Routed => LB_STATE_R,
    }
}

/// One unit that would stop in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StackingUnit {
    /// Its arm.
    pub arm: Arm,
    /// How it stands.
    pub formation: Formation,
    /// Its Strength Points.
    pub sp: u8,
}

/// Units of one side that would stop in one hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StackingSituation {
    /// The units.
    pub units: Vec<StackingUnit>,
}

keys! {
    /// Whether units may stop together.
    pub enum StackingOutcome {
        /// They may.
        Allowed = "allowed",
        /// They have too many Strength Points.
        TooMany = "too-many",
        /// Unlimbered artillery stacks with artillery only.
        GunsApart = "guns-apart",
    }
}

/// Stacking as a procedure.
pub struct Stacking;

impl Procedure for Stacking {
    type Book = Book;
    type Situation = StackingSituation;
    type Outcome = StackingOutcome;

    const NAME: &'static str = "stacking";
    const CHAPTER: &'static str = "Formations";
    const SUMMARY: &'static str = "May these units stop in one hex?";

    fn examples() -> Vec<(&'static str, StackingSituation)> {
        let unit = |arm, formation, sp| StackingUnit { arm, formation, sp };
        let (foot, guns) = (unit(Arm::Infantry, Formation::Line, 6), unit(Arm::Artillery, Formation::Unlimbered, 4));
        let limbered = unit(Arm::Artillery, Formation::Limbered, 6);
        vec![
            ("two regiments", StackingSituation { units: vec![foot.clone(), foot.clone()] }),
            ("a regiment and unlimbered guns", StackingSituation { units: vec![foot.clone(), guns.clone()] }),
            ("guns of both kinds", StackingSituation { units: vec![guns, limbered] }),
            ("three large regiments", StackingSituation { units: vec![foot.clone(), foot.clone(), foot] }),
        ]
    }

    fn check(_: &Book, situation: &StackingSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless((1..=2 * UNITS_MAX).contains(&situation.units.len()), "units", LB_FORM_TABLE, || {
            format!("give 1 to {} units", 2 * UNITS_MAX)
        });
        for (index, unit) in situation.units.iter().enumerate() {
            check_formation(&mut refusal, &format!("units[{index}].formation"), unit.arm, unit.formation);
            refusal.unless((1..=SP_MAX).contains(&unit.sp), &format!("units[{index}].sp"), LB_HOUSE_STRENGTH, || {
                format!("a unit has 1 to {SP_MAX} SPs")
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &StackingSituation, umpire: &mut U) -> Ruling<StackingOutcome, U> {
        Ok(may_stack(book, situation.units.iter().cloned(), umpire))
    }

    fn line(outcome: &StackingOutcome) -> String {
        match outcome {
            StackingOutcome::Allowed => "they may stop together".to_owned(),
            StackingOutcome::TooMany => "too many SPs for one hex".to_owned(),
            StackingOutcome::GunsApart => "unlimbered artillery stacks with artillery only".to_owned(),
        }
    }
}

/// Whether units of one side may stop in one hex.
pub(crate) fn may_stack<U: Referee>(
    book: &Book,
    units: impl Iterator<Item = StackingUnit>,
    umpire: &mut U,
) -> StackingOutcome {
    let (mut total, mut guns, mut others) = (0, false, false);
    for unit in units {
        total += u16::from(unit.sp);
        guns |= unit.formation == Formation::Unlimbered;
        others |= unit.arm != Arm::Artillery;
    }
    if guns {
        umpire.cite(LB_FORM_ART_STACK);
    }
    if guns && others {
        return StackingOutcome::GunsApart;
    }
    umpire.cite(LB_HOUSE_STACK);
    let most = umpire.read(book.tables.limits.at(Limit::Stacking));
    if total > most { StackingOutcome::TooMany } else { StackingOutcome::Allowed }
}

/// Infantry that does nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiggingSituation {
    /// How it stands.
    pub formation: Formation,
    /// Turns in a row in which it did nothing.
    pub idle_turns: u16,
    /// Whether its formation has no orders or is in Reserve.
    #[serde(default)]
    pub unordered: bool,
    /// Whether it is in an EZOC.
    #[serde(default)]
    pub in_ezoc: bool,
}

keys! {
    /// Whether there are Breastworks now.
    pub enum DiggingOutcome {
        /// On both front hexsides.
        Built = "built",
        /// Not yet, or not here.
        NotBuilt = "not-built",
    }
}

/// The optional building of Breastworks as a procedure.
pub struct Digging;

impl Procedure for Digging {
    type Book = Book;
    type Situation = DiggingSituation;
    type Outcome = DiggingOutcome;

    const NAME: &'static str = "breastworks";
    const CHAPTER: &'static str = "Formations";
    const SUMMARY: &'static str = "Optional: has infantry that does nothing dug in by now?";

    fn examples() -> Vec<(&'static str, DiggingSituation)> {
        let plain = DiggingSituation { formation: Formation::Line, idle_turns: 4, unordered: true, in_ezoc: false };
        vec![("an hour of quiet", plain.clone()), ("under orders", DiggingSituation { unordered: false, ..plain })]
    }

    fn check(_: &Book, situation: &DiggingSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_formation(&mut refusal, "formation", Arm::Infantry, situation.formation);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &DiggingSituation, umpire: &mut U) -> Ruling<DiggingOutcome, U> {
        umpire.cite(LB_HOUSE_WORKS);
        let digs = book.switches.breastworks_building && situation.formation == Formation::Line;
        let quiet = situation.unordered && !situation.in_ezoc;
        let needed = umpire.read(book.tables.limits.at(Limit::BreastworksTurns));
        let built = digs && quiet && situation.idle_turns >= needed;
        Ok(if built { DiggingOutcome::Built } else { DiggingOutcome::NotBuilt })
    }

    fn line(outcome: &DiggingOutcome) -> String {
        match outcome {
            DiggingOutcome::Built => "Breastworks on both front hexsides".to_owned(),
            DiggingOutcome::NotBuilt => "no Breastworks".to_owned(),
        }
    }
}
