//! Who has won (S 20). The sheet is silent about it: everything here is our ruling, with its points on a chart of our own.

use engine::book::Procedure;
use engine::chart::{ChartSet, Lines};
use engine::{Asks, Fault, Refusal, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{SE_FIRE_STANDS, SE_HIT_PERMANENT};
use crate::{Book, Referee};

keys! {
    /// A line of the chart of victory.
    pub enum VictoryItem {
        /// An enemy stand lost.
        Stand = "stand",
        /// An enemy gun stand lost.
        GunStand = "gun-stand",
        /// A lost enemy stand that was captured, on top of its loss.
        Captured = "captured",
        /// An enemy brigadier killed or off the field.
        BrigadeGeneral = "brigade-general",
        /// An enemy division commander.
        DivisionGeneral = "division-general",
        /// An enemy corps commander.
        CorpsGeneral = "corps-general",
        /// The largest lead that is still a draw.
        Draw = "draw",
        /// The share of its stands that breaks a side, as one in so many.
        Break = "break",
        /// Yards within which a formed unit holds an objective.
        Reach = "objective-reach",
    }
}

/// The chart of victory.
#[derive(Clone, Debug)]
pub struct VictoryTables {
    pub(crate) points: Lines<VictoryItem, u16>,
}

impl VictoryTables {
    pub(crate) fn open(charts: &ChartSet) -> Result<Self, Fault> {
        Ok(VictoryTables { points: Lines::open(charts.chart("victory")?, "id", "value")? })
    }
}

/// LIMIT: stands of one army, and points of objectives.
const ARMY_MAX: u16 = 5_000;

/// What one side has lost and holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideTally {
    /// Stands it began with.
    pub stands_start: u16,
    /// Stands it has lost, guns and captured ones included.
    pub stands_lost: u16,
    /// How many of those were gun stands.
    #[serde(default)]
    pub guns_lost: u16,
    /// How many of those were captured.
    #[serde(default)]
    pub captured: u16,
    /// Brigadiers it has lost.
    #[serde(default)]
    pub brigade_generals: u16,
    /// Division commanders it has lost.
    #[serde(default)]
    pub division_generals: u16,
    /// Corps commanders it has lost.
    #[serde(default)]
    pub corps_generals: u16,
    /// The value of all objectives it was the last to hold alone.
    #[serde(default)]
    pub objectives: u16,
}

/// How a battle stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictorySituation {
    /// The Union.
    pub union: SideTally,
    /// The Confederates.
    pub confederate: SideTally,
    /// Whether the last turn is over.
    #[serde(default)]
    pub last_turn: bool,
}

keys! {
    /// Who has won.
    pub enum Victor {
        /// The Union.
        Union = "union",
        /// The Confederates.
        Confederate = "confederate",
        /// Nobody.
        Draw = "draw",
        /// The battle goes on.
        Undecided = "undecided",
    }
}

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct VictoryOutcome {
    /// Who has won.
    pub victor: Victor,
    /// Points of the Union.
    pub union_points: u32,
    /// Points of the Confederates.
    pub confederate_points: u32,
    /// Whether the Union has broken.
    pub union_broken: bool,
    /// Whether the Confederates have broken.
    pub confederate_broken: bool,
}

/// Victory as a procedure of its own.
pub struct Victory;

impl Procedure for Victory {
    type Book = Book;
    type Situation = VictorySituation;
    type Outcome = VictoryOutcome;

    const NAME: &'static str = "victory";
    const CHAPTER: &'static str = "Victory";
    const SUMMARY: &'static str = "Points of both sides, whether one has broken, and who has won (our ruling).";

    fn examples() -> Vec<(&'static str, VictorySituation)> {
        let union = SideTally {
            stands_start: 90,
            stands_lost: 20,
            guns_lost: 2,
            captured: 3,
            brigade_generals: 1,
            division_generals: 0,
            corps_generals: 0,
            objectives: 10,
        };
        let confederate = SideTally { stands_start: 70, stands_lost: 22, captured: 0, objectives: 0, ..union };
        let plain = VictorySituation { union, confederate, last_turn: true };
        let broken = SideTally { stands_lost: 35, ..confederate };
        vec![
            ("the last turn is over", plain.clone()),
            ("the battle goes on", VictorySituation { last_turn: false, ..plain.clone() }),
            ("half the Confederates are gone", VictorySituation { confederate: broken, last_turn: false, ..plain }),
        ]
    }

    fn check(_: &Book, situation: &VictorySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        for (name, tally) in [("union", &situation.union), ("confederate", &situation.confederate)] {
            let place = |field: &str| format!("{name}.{field}");
            refusal.unless(
                (1..=ARMY_MAX).contains(&tally.stands_start),
                &place("stands_start"),
                SE_FIRE_STANDS,
                || format!("give 1 to {ARMY_MAX}"),
            );
            refusal.unless(tally.stands_lost <= tally.stands_start, &place("stands_lost"), SE_HIT_PERMANENT, || {
                "no more than it began with".to_owned()
            });
            let parts = [("guns_lost", tally.guns_lost), ("captured", tally.captured)];
            for (field, part) in parts {
                refusal.unless(part <= tally.stands_lost, &place(field), SE_HIT_PERMANENT, || {
                    "no more than it has lost".to_owned()
                });
            }
            let few = [
                ("brigade_generals", tally.brigade_generals),
                ("division_generals", tally.division_generals),
                ("corps_generals", tally.corps_generals),
                ("objectives", tally.objectives),
            ];
            for (field, count) in few {
                refusal.unless(count <= ARMY_MAX, &place(field), SE_HIT_PERMANENT, || format!("at most {ARMY_MAX}"));
            }
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &VictorySituation, umpire: &mut U) -> Ruling<VictoryOutcome, U> {
        let points = &book.victory.points;
        let share = umpire.read(points.at(VictoryItem::Break)).max(1);
        let broken = |tally: &SideTally| tally.stands_lost.saturating_mul(share) >= tally.stands_start;
        let union_points = gained(book, &situation.confederate, umpire) + u32::from(situation.union.objectives);
        let confederate_points = gained(book, &situation.union, umpire) + u32::from(situation.confederate.objectives);
        let (union_broken, confederate_broken) = (broken(&situation.union), broken(&situation.confederate));
        let draw = umpire.read(points.at(VictoryItem::Draw));
        let victor = match (union_broken, confederate_broken) {
            (true, false) => Victor::Confederate,
            (false, true) => Victor::Union,
            (false, false) if !situation.last_turn => Victor::Undecided,
            // RULING: where both sides break at once the points decide, as after the last turn.
            _ if union_points.abs_diff(confederate_points) <= draw.into() => Victor::Draw,
            _ if union_points > confederate_points => Victor::Union,
            _ => Victor::Confederate,
        };
        Ok(VictoryOutcome { victor, union_points, confederate_points, union_broken, confederate_broken })
    }

    fn line(outcome: &VictoryOutcome) -> String {
        let points = format!("Union {}, Confederates {}", outcome.union_points, outcome.confederate_points);
        match outcome.victor {
            Victor::Union => format!("the Union wins: {points}"),
            Victor::Confederate => format!("the Confederates win: {points}"),
            Victor::Draw => format!("a draw: {points}"),
            Victor::Undecided => format!("the battle goes on: {points}"),
        }
    }
}

/// The points that the losses of a side give its enemy.
fn gained<U: Referee>(book: &Book, enemy: &SideTally, umpire: &mut U) -> u32 {
    let items = [
        (VictoryItem::Stand, enemy.stands_lost - enemy.guns_lost.min(enemy.stands_lost)),
        (VictoryItem::GunStand, enemy.guns_lost),
        (VictoryItem::Captured, enemy.captured),
        (VictoryItem::BrigadeGeneral, enemy.brigade_generals),
        (VictoryItem::DivisionGeneral, enemy.division_generals),
        (VictoryItem::CorpsGeneral, enemy.corps_generals),
    ];
    let worth =
        |(item, count): (VictoryItem, u16)| u32::from(umpire.read(book.victory.points.at(item))) * u32::from(count);
    items.into_iter().map(worth).sum()
}
