//! One unit's move (sections 6.1, 6.2 and 6.5).

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Decimal, Fraction, Refusal, Rule, Ruling, Side, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::examples;
use super::manner::{check_acts, check_manner};
use super::passing::{PASSES_MAX, Passed, check_passes, pass_through};
use super::path::{Crossing, Leg, MoverClass, check_path, path_cost};
use crate::charts::{Limit, Maneuver, Pace, PaceExtra, PaceFactor, TerrainNote};
use crate::rules::*;
use crate::unit::{Arm, Formation, Unit, check_unit};
use crate::{Book, Event, Referee, Weather};

keys! {
    /// How fast horses go.
    #[derive(Default)]
    pub enum Speed {
        /// At the walk.
        #[default]
        Walk = "walk",
        /// At the trot.
        Trot = "trot",
    }
}

keys! {
    /// Whether a unit fired in its own Fire Phase.
    #[derive(Default)]
    pub enum Fired {
        /// It did not.
        #[default]
        No = "no",
        /// It did: half its allowance is left, skirmishers keep theirs.
        Yes = "yes",
        /// It did and declared that it holds: it may not move.
        Held = "held",
    }
}

keys! {
    /// Something a unit does beside marching.
    pub enum Act {
        /// Cavalry mounts.
        Mount = "mount",
        /// Cavalry dismounts.
        Dismount = "dismount",
        /// Line to column, column to line and the like, with its face of 90 degrees.
        ChangeFormation = "change-formation",
        /// Guns are hitched up.
        Limber = "limber",
        /// Guns are made ready.
        Unlimber = "unlimber",
        /// Skirmishers go out.
        DeploySkirmishers = "deploy-skirmishers",
        /// Skirmishers rejoin their parent, or a unit closes up.
        RecallSkirmishers = "recall-skirmishers",
        /// Infantry steps back, its front to the enemy.
        StepBack = "step-back",
        /// Into a building.
        EnterBuilding = "enter-building",
        /// Out of a building.
        LeaveBuilding = "leave-building",
    }
}

/// One unit's move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveSituation {
    /// Whose unit it is.
    pub side: Side,
    /// The unit.
    pub unit: Unit,
    /// Walk or trot (cavalry and horse artillery).
    #[serde(default)]
    pub speed: Speed,
    /// Whether it goes at double time.
    #[serde(default)]
    pub double_time: bool,
    /// Turns in which it used double time among the nine before this one.
    #[serde(default)]
    pub double_time_turns: u8,
    /// Whether horse artillery follows a cavalry charge at charging speed.
    #[serde(default)]
    pub follows_charge: bool,
    /// Whether it fired in its Fire Phase.
    #[serde(default)]
    pub fired: Fired,
    /// What it does beside marching.
    #[serde(default)]
    pub acts: Vec<Act>,
    /// Degrees it turns in all.
    #[serde(default)]
    pub turn_degrees: u16,
    /// The pieces of its way.
    #[serde(default)]
    pub legs: Vec<Leg>,
    /// What its way crosses.
    #[serde(default)]
    pub crossings: Vec<Crossing>,
    /// The units it passes through.
    #[serde(default)]
    pub passes: Vec<Passed>,
}

keys! {
    /// Whether a move can be made.
    pub enum Verdict {
        /// It can.
        Allowed = "allowed",
        /// Only as a crawl of a few metres, its whole move.
        Crawl = "crawl",
        /// It is too far.
        TooFar = "too-far",
    }
}

/// What a move costs and does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MoveOutcome {
    /// Whether it can be made.
    pub verdict: Verdict,
    /// The pace in metres.
    pub pace: u16,
    /// The allowance in metres, rounded down to a thousandth.
    pub allowance: Decimal,
    /// What the way costs, rounded down to a thousandth; nothing where it can only be crawled.
    pub cost: Option<Decimal>,
    /// Disorder Markers that the mover takes.
    pub markers: u8,
    /// Disorder Markers for each unit passed through, in the order given.
    #[schemars(with = "Vec<u8>")]
    pub passed_markers: ArrayVec<u8, PASSES_MAX>,
}

/// 6.1: the pace, with the rule that gives it.
fn pace(situation: &MoveSituation) -> (Pace, Rule) {
    let unit = &situation.unit;
    match (unit.arm, situation.speed) {
        (Arm::Infantry, _) if unit.formation == Formation::Skirmish => (Pace::InfantrySkirmish, BY_MOVE_SKIRM),
        (Arm::Infantry, _) => (Pace::Infantry, BY_MOVE_INF),
        (Arm::Cavalry, _) if !unit.mounted => (Pace::Dismounted, BY_MOVE_DISM),
        (Arm::Cavalry, Speed::Walk) => (Pace::CavalryWalk, BY_MOVE_WALK),
        (Arm::Cavalry, Speed::Trot) => (Pace::CavalryTrot, BY_MOVE_TROT),
        (Arm::HorseArtillery, Speed::Walk) => (Pace::HorseArtilleryWalk, BY_MOVE_HART),
        (Arm::HorseArtillery, Speed::Trot) => (Pace::HorseArtilleryTrot, BY_MOVE_HART),
        (Arm::Wagon, _) if situation.side == Side::Confederate => (Pace::CsaWagon, BY_MOVE_CSAWAGON),
        (Arm::Artillery | Arm::Wagon, _) => (Pace::Artillery, BY_MOVE_ART),
    }
}

/// What an act is a line of, with its rule.
fn act_row(unit: &Unit, act: Act) -> Option<(Maneuver, Rule)> {
    Some(match act {
        Act::Mount | Act::Dismount => (Maneuver::MountDismount, BY_MAN_HALF_MOUNT),
        Act::ChangeFormation if unit.formation == Formation::Column => (Maneuver::FormationChange, BY_MAN_FULL_COLLINE),
        Act::ChangeFormation => (Maneuver::FormationChange, BY_MAN_FULL_LINECOL),
        Act::Limber | Act::Unlimber => (Maneuver::Limber, BY_MAN_FULL_LIMBER),
        Act::RecallSkirmishers => (Maneuver::RecallSkirmishers, BY_MAN_FULL_REJOIN),
        Act::StepBack => (Maneuver::StepBack, BY_MAN_FULL_STEPBACK),
        // House: as much as a turn.
        Act::EnterBuilding | Act::LeaveBuilding => (Maneuver::Turn90, BY_TER_BUILDING),
        Act::DeploySkirmishers => return None,
    })
}

/// How many halves of the allowance a turn costs (SL-44).
pub(super) fn turn_halves(book: &Book, degrees: u16) -> u8 {
    let half = book.tables.ground.halves.at(Maneuver::Turn90).value;
    if degrees <= book.limit(Limit::FreeTurn) {
        0
    } else if degrees <= book.limit(Limit::HalfTurn) {
        half
    } else {
        half.saturating_mul(2)
    }
}

impl MoveSituation {
    /// Whether an act of it is the whole move.
    pub(super) fn whole_move(&self, book: &Book) -> Option<Rule> {
        let rows = self.acts.iter().filter_map(|act| act_row(&self.unit, *act));
        rows.filter(|(row, _)| book.tables.ground.whole_move.at(*row).value).map(|(_, rule)| rule).next()
    }

    /// RD-30: whether its turn is no more than the one face that belongs to a change of formation.
    pub(super) fn faces_in_change(&self, book: &Book) -> bool {
        self.acts.contains(&Act::ChangeFormation) && self.turn_degrees <= book.limit(Limit::HalfTurn)
    }

    /// Whether firing has halved the allowance (SL-14).
    pub(super) fn halved_by_fire(&self) -> bool {
        self.fired == Fired::Yes && self.unit.formation != Formation::Skirmish
    }

    fn metres(&self) -> u32 {
        self.legs.iter().map(|leg| u32::from(leg.metres)).sum()
    }

    /// Whether it does nothing but walk. RULING: a crawl leads over no wall and no bank.
    fn is_plain(&self, book: &Book) -> bool {
        self.acts.is_empty()
            && self.crossings.is_empty()
            && self.passes.is_empty()
            && self.fired == Fired::No
            && turn_halves(book, self.turn_degrees) == 0
    }
}

/// 6.2: the allowance: pace, double time, the road horsemen of the South, fixed deductions, then halves.
fn allowance<U: Referee>(book: &Book, situation: &MoveSituation, pace: u16, deducted: u16, umpire: &mut U) -> Fraction {
    let ground = &book.tables.ground;
    let unit = &situation.unit;
    let mut allowance = Fraction::whole(pace);
    if situation.double_time {
        umpire.cite(BY_MOVE_DOUBLE);
        umpire.cite(BY_MOVE_DOUBLE_COLUMN);
        umpire.cite(BY_MOVE_DOUBLE_LIMIT);
        allowance = allowance.times(Fraction::of(umpire.read(ground.factors.at(PaceFactor::DoubleTime)).0));
    }
    let by_road = !situation.legs.is_empty() && situation.legs.iter().all(|leg| leg.on_road);
    if by_road {
        umpire.cite(match (unit.arm, situation.speed) {
            (Arm::Infantry, _) => BY_MOVE_INF_ROAD,
            (Arm::Cavalry, Speed::Walk) => BY_MOVE_WALK_ROAD,
            (Arm::Cavalry, Speed::Trot) => BY_MOVE_TROT_ROAD,
            (Arm::Artillery | Arm::HorseArtillery | Arm::Wagon, _) => BY_MOVE_ROAD,
        });
    }
    if by_road && unit.rides() && situation.side == Side::Confederate {
        umpire.cite(BY_MOVE_ROAD_CSACAV);
        let extra = umpire.read(ground.extras.at(PaceExtra::CsaCavalryRoad));
        // It is added after doubling, so it is worth less before.
        let doubling = Fraction::of(ground.factors.at(PaceFactor::RoadBonus).value.0);
        allowance = allowance.plus(Fraction::whole(extra).divided(doubling));
    }
    allowance = allowance.minus(Fraction::whole(deducted)).at_least_zero();
    let halves = count_halves(book, situation, umpire);
    let left = Fraction::whole(1).minus(Fraction::new(halves.into(), 2)).at_least_zero();
    allowance.times(left)
}

fn count_halves<U: Referee>(book: &Book, situation: &MoveSituation, umpire: &mut U) -> u16 {
    let ground = &book.tables.ground;
    let mut halves = match situation.faces_in_change(book) {
        true => 0,
        false => u16::from(turn_halves(book, situation.turn_degrees)),
    };
    if halves > 0 {
        umpire.cite(BY_MAN_HALF_TURN);
        umpire.read(ground.halves.at(Maneuver::Turn90));
    }
    for (row, rule) in situation.acts.iter().filter_map(|act| act_row(&situation.unit, *act)) {
        if ground.whole_move.at(row).value {
            umpire.cite(rule);
            if row == Maneuver::FormationChange {
                umpire.cite(BY_MAN_FULL_FACE);
            }
            umpire.read(ground.whole_move.at(row));
            continue;
        }
        umpire.cite(rule);
        halves += u16::from(umpire.read(ground.halves.at(row)));
    }
    halves + u16::from(situation.halved_by_fire())
}

/// Section 6 as a procedure.
pub struct March;

impl Procedure for March {
    type Book = Book;
    type Situation = MoveSituation;
    type Outcome = MoveOutcome;

    const NAME: &'static str = "move";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str =
        "What a unit's move costs in metres, and what it does to the units it passes through.";

    fn examples() -> Vec<(&'static str, MoveSituation)> {
        examples::moves()
    }

    fn check(book: &Book, situation: &MoveSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let unit = &situation.unit;
        check_unit(book, &mut refusal, "unit", unit);
        check_path(book, &mut refusal, unit, (&situation.legs, &situation.crossings));
        check_passes(&mut refusal, "passes", &situation.passes);
        check_acts(&mut refusal, situation);
        check_manner(book, &mut refusal, situation);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MoveSituation, umpire: &mut U) -> Ruling<MoveOutcome, U> {
        let unit = &situation.unit;
        umpire.cite(BY_MOVE_TABLE);
        let (row, rule) = pace(situation);
        let pace = if situation.follows_charge {
            umpire.cite(BY_MOVE_HART_ACCOMPANY);
            umpire.read(book.tables.limits.at(Limit::ChargeCavalry))
        } else {
            umpire.cite(rule);
            umpire.read(book.tables.ground.paces.at(row))
        };
        cite_shape(unit, umpire);
        let mut outcome = MoveOutcome {
            verdict: Verdict::Allowed,
            pace,
            allowance: Decimal::ZERO,
            cost: None,
            markers: 0,
            passed_markers: ArrayVec::new(),
        };
        let mut deducted: u16 = 0;
        for passed in situation.passes.iter().take(PASSES_MAX) {
            let passage = pass_through(book, unit, passed, umpire);
            deducted = deducted.saturating_add(passage.metres);
            outcome.markers = outcome.markers.saturating_add(passage.markers);
            outcome.passed_markers.push(passage.markers);
        }
        outcome.markers = outcome.markers.min(book.limit(Limit::DisorderMax) as u8);
        if outcome.markers > 0 {
            umpire.tell(|| Event::Marked { markers: outcome.markers });
        }
        let allowance = allowance(book, situation, pace, deducted, umpire);
        outcome.allowance = allowance.shown();
        let way = (situation.legs.as_slice(), situation.crossings.as_slice());
        let cost = path_cost(book, MoverClass::of(unit), way, allowance, umpire)?;
        outcome.cost = cost.map(Fraction::shown);
        if cost.is_none_or(|cost| cost > allowance) {
            outcome.verdict = if may_crawl(book, situation, umpire) { Verdict::Crawl } else { Verdict::TooFar };
        }
        Ok(outcome)
    }

    fn line(outcome: &MoveOutcome) -> String {
        let allowance = counted(outcome.allowance, "metre", "metres");
        let way = match (outcome.verdict, outcome.cost) {
            (Verdict::Allowed, Some(cost)) => format!("allowed: costs {cost} of {allowance}"),
            (Verdict::TooFar, Some(cost)) => format!("too far: costs {cost} of {allowance}"),
            (Verdict::Allowed, None) => "allowed".to_owned(),
            (Verdict::TooFar, None) => format!("no: no part of {allowance} pays for such ground"),
            (Verdict::Crawl, _) => "a crawl of a few metres, and nothing else".to_owned(),
        };
        match outcome.markers {
            0 => way,
            markers => format!("{way}; {}", counted(markers, "Disorder Marker", "Disorder Markers")),
        }
    }
}

/// What makes a column a column.
fn cite_shape<U: Referee>(unit: &Unit, umpire: &mut U) {
    match (unit.arm, unit.formation) {
        (Arm::Infantry, Formation::Column) => umpire.cite(BY_MOVE_INF_COLUMN),
        (Arm::Infantry, Formation::Line | Formation::DoubleLine | Formation::Deep) => umpire.cite(BY_MOVE_INF_LINE),
        (Arm::Infantry, Formation::Skirmish) => umpire.cite(BY_MOVE_SKIRM_SEE),
        (Arm::Cavalry, _) if unit.mounted => umpire.cite(BY_MOVE_CAV_COLUMN),
        (Arm::Artillery | Arm::Wagon, _) => umpire.cite(BY_MOVE_ART_COLUMN),
        (Arm::HorseArtillery, _) => umpire.cite(BY_MOVE_HART_COLUMN),
        _ => {}
    }
}

/// 6.3: a unit that does nothing else can always crawl a little.
fn may_crawl<U: Referee>(book: &Book, situation: &MoveSituation, umpire: &mut U) -> bool {
    let least = if book.switches.weather == Weather::Clear {
        umpire.read(book.tables.limits.at(Limit::Crawl))
    } else {
        umpire.cite(BY_TER_SNOW_MIN);
        umpire.read(book.tables.ground.least.at(TerrainNote::SnowMud)).unwrap_or_default()
    };
    situation.is_plain(book) && situation.metres() <= least.into()
}
