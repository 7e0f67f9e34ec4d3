//! 6 Exhaustion: exhausted and collapsed divisions (P15, S59 to S61, S93).

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Level, Limit, Weapon};
use crate::morale::{RoutPath, rout};
use crate::rules::*;
use crate::unit::{Stand, check_stand};
use crate::{Book, Event, Referee};

/// LIMIT: stands of one division.
pub const STANDS_MAX: usize = 10;
/// LIMIT: strength points a division can have had.
const CASUALTIES_MAX: u16 = 120;

keys! {
    /// How a division is.
    #[derive(Default)]
    pub enum DivisionState {
        /// No marker.
        #[default]
        Fresh = "fresh",
        /// Yellow marker.
        Exhausted = "exhausted",
        /// Red marker.
        Collapsed = "collapsed",
    }
}

/// A division at the end of a combat phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExhaustionSituation {
    /// Its exhaustion level; without one, half of `strength_at_start`, rounded up.
    #[serde(default)]
    pub exhaustion_level: Option<u16>,
    /// Strength points it began the battle with.
    pub strength_at_start: u16,
    /// Casualties before this player turn.
    pub casualties_before: u16,
    /// Casualties in this player turn.
    pub casualties_this_turn: u16,
    /// How it was.
    #[serde(default)]
    pub state: DivisionState,
    /// Its stands that are left.
    #[serde(default)]
    pub stands: Vec<Stand>,
}

/// One stand of the division.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct DivisionStand {
    /// Its level.
    pub level: Level,
    /// Its strength points.
    pub sp: u8,
    /// Inches it routs.
    pub rout_inches: Decimal,
    /// Whether its stationary marker comes off.
    pub stationary_lost: bool,
}

/// The division after the phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ExhaustionOutcome {
    /// How it is.
    pub state: DivisionState,
    /// Casualties so far, those of the collapse among them.
    pub casualties: u16,
    /// Its stands, in the order given.
    #[schemars(with = "Vec<DivisionStand>")]
    pub stands: ArrayVec<DivisionStand, STANDS_MAX>,
}

/// P15 as a procedure.
pub struct Exhaustion;

impl Procedure for Exhaustion {
    type Book = Book;
    type Situation = ExhaustionSituation;
    type Outcome = ExhaustionOutcome;

    const NAME: &'static str = "exhaustion";
    const CHAPTER: &'static str = "Exhaustion";
    const SUMMARY: &'static str =
        "Whether a division is exhausted, whether it collapses, and what that does to its stands.";

    fn examples() -> Vec<(&'static str, ExhaustionSituation)> {
        let brigade = Stand::brigade(Weapon::RifledMusket, 3, 4);
        let plain = ExhaustionSituation {
            exhaustion_level: Some(8),
            strength_at_start: 16,
            casualties_before: 6,
            casualties_this_turn: 2,
            state: DivisionState::Fresh,
            stands: vec![
                Stand { stationary: true, ..brigade },
                Stand { level: Level::TempDisorder, ..brigade },
                Stand { level: Level::Rout, sp: 2, ..brigade },
            ],
        };
        vec![
            ("a division that reaches its level", plain.clone()),
            ("one still fresh", ExhaustionSituation { casualties_before: 2, ..plain.clone() }),
            (
                "one exhausted before, without casualties",
                ExhaustionSituation {
                    state: DivisionState::Exhausted,
                    casualties_before: 8,
                    casualties_this_turn: 0,
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &ExhaustionSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let fine = |number: u16| number <= CASUALTIES_MAX;
        refusal.unless(
            (1..=CASUALTIES_MAX).contains(&situation.strength_at_start),
            "strength_at_start",
            VB_SCALE_SP_MEN,
            || format!("a division begins with 1 to {CASUALTIES_MAX} strength points"),
        );
        let both = situation.casualties_before.saturating_add(situation.casualties_this_turn);
        refusal.unless(both <= situation.strength_at_start, "casualties_this_turn", VB_EXH_TRIGGER, || {
            "a division cannot lose more than it began with".to_owned()
        });
        let level = situation.exhaustion_level.is_none_or(|level| level >= 1 && fine(level));
        refusal.unless(level, "exhaustion_level", VB_EXH_TRIGGER, || format!("a level is 1 to {CASUALTIES_MAX}"));
        refusal.unless(situation.stands.len() <= STANDS_MAX, "stands", VB_EXH_COLLAPSE_EFFECT, || {
            format!("at most {STANDS_MAX} stands")
        });
        for (index, stand) in situation.stands.iter().enumerate() {
            check_stand(book, &mut refusal, &format!("stands[{index}]"), stand);
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &ExhaustionSituation, umpire: &mut U) -> Ruling<ExhaustionOutcome, U> {
        umpire.cite(VB_EXH_TABLE);
        umpire.cite(VB_EXH_TRIGGER);
        let part = book.limit(Limit::ExhaustionPart).times(situation.strength_at_start.into()).thousandths();
        let level = situation.exhaustion_level.unwrap_or(u16::try_from((part + 999) / 1000).unwrap_or(u16::MAX));
        let casualties = situation.casualties_before + situation.casualties_this_turn;
        let mut state = situation.state;
        if state == DivisionState::Fresh && casualties >= level {
            state = DivisionState::Exhausted;
        }
        let mut collapses = false;
        if state == DivisionState::Exhausted && situation.casualties_this_turn > 0 {
            umpire.cite(VB_EXH_COLLAPSE_ROLL);
            // A die not above the casualties: counted from the other side, so that one throw has two readings.
            let stands_at = u8::try_from((situation.casualties_this_turn + 1).min(7)).unwrap_or(7);
            collapses = umpire.hits(1, stands_at, VB_EXH_COLLAPSE_IF)? == 0;
            umpire.tell(|| Event::Rolled { happened: collapses });
        }
        if collapses {
            state = DivisionState::Collapsed;
            umpire.cite(VB_EXH_COLLAPSE_EFFECT);
        }
        let spent = state != DivisionState::Fresh;
        if spent {
            for rule in [VB_EXH_NO_STATIONARY, VB_EXH_REMOVE_MARKERS, VB_EXH_NO_CONTACT] {
                umpire.cite(rule);
            }
        }
        umpire.cite(VB_EXH_END);
        let mut outcome = ExhaustionOutcome { state, casualties, stands: ArrayVec::new() };
        for (number, stand) in situation.stands.iter().take(STANDS_MAX).enumerate() {
            let mut end = DivisionStand {
                level: stand.level,
                sp: stand.sp,
                rout_inches: Decimal::ZERO,
                stationary_lost: stand.stationary && spent,
            };
            if collapses {
                collapse(book, number as u16, stand, &mut end, umpire);
            }
            outcome.casualties += u16::from(stand.sp - end.sp);
            outcome.stands.push(end);
        }
        Ok(outcome)
    }

    fn line(outcome: &ExhaustionOutcome) -> String {
        let count = |level| outcome.stands.iter().filter(|stand| stand.level == level).count();
        let ExhaustionOutcome { state, casualties, .. } = outcome;
        format!(
            "{state}, {}; {} routed, {} eliminated",
            counted(casualties, "casualty", "casualties"),
            count(Level::Rout),
            count(Level::Eliminated)
        )
    }
}

/// P15 step 3: one stand of a collapsing division. Its rout is carried out at once; who stands in its way is for the map.
fn collapse<U: Referee>(book: &Book, number: u16, stand: &Stand, end: &mut DivisionStand, umpire: &mut U) {
    end.level = umpire.read(book.tables.collapses_to.at(stand.level));
    umpire.tell(|| Event::Dropped { stand: number + 1, level: end.level });
    match end.level {
        Level::PermDisorder => umpire.cite(VB_EXH_COLLAPSE_NORMAL),
        Level::Rout => {
            let (sp, inches) = rout(book, stand, RoutPath::Clear, umpire);
            *end = DivisionStand {
                level: if sp == 0 { Level::Eliminated } else { Level::Rout },
                sp,
                rout_inches: inches,
                ..*end
            };
        }
        // S61: all strength points of a stand that is removed are casualties.
        Level::Eliminated => end.sp = 0,
        Level::Good | Level::TempDisorder => {}
    }
}
