//! Victory (section 15). The sheet is silent: all of it is our ruling (SL-63).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Side, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::battering::{check_ship, hull_of};
use crate::charts::{Armour, ShipClass, VictoryItem};
use crate::rules::*;
use crate::{Book, Referee};

/// A ship that was sunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SunkShip {
    /// Its class.
    pub class: ShipClass,
    /// How it was protected.
    pub armour: Armour,
}

/// LIMIT: ships of one side that can be sunk.
const SHIPS_MAX: usize = 12;
/// LIMIT: figures, guns, objectives and commanders of one side.
const COUNT_MAX: u16 = 10_000;

/// Commanders of a side that were killed, seriously wounded or captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandersOut {
    /// Brigade commanders.
    #[serde(default)]
    pub brigade: u8,
    /// Division commanders.
    #[serde(default)]
    pub division: u8,
    /// Corps commanders.
    #[serde(default)]
    pub corps: u8,
    /// Army commanders.
    #[serde(default)]
    pub army: u8,
}

/// What one side has won and lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Objectives it holds to which the scenario gives no points of their own.
    #[serde(default)]
    pub objectives: u16,
    /// Points of the other objectives it holds.
    #[serde(default)]
    pub objective_points: u16,
    /// Figures it began with.
    pub figures_at_start: u16,
    /// Figures it has lost: killed, captured or off the table.
    #[serde(default)]
    pub figures_out: u16,
    /// Gun models destroyed, captured or abandoned.
    #[serde(default)]
    pub guns_out: u16,
    /// Commanders it has lost.
    #[serde(default)]
    pub commanders_out: CommandersOut,
    /// Ships it has lost.
    #[serde(default)]
    pub ships_sunk: Vec<SunkShip>,
}

/// The end of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictorySituation {
    /// The Union side.
    pub union: Tally,
    /// The Confederate side.
    pub confederate: Tally,
    /// Whether the battle is over; otherwise only a side that is beaten at once counts.
    #[serde(default)]
    pub last_turn: bool,
    /// The side that concedes, if one does.
    #[serde(default)]
    pub concedes: Option<Side>,
}

keys! {
    /// How clearly a battle is won.
    pub enum Verdict {
        /// It goes on.
        Undecided = "undecided",
        /// Nobody won.
        Draw = "draw",
        /// A minor victory.
        Minor = "minor",
        /// A major victory.
        Major = "major",
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct VictoryOutcome {
    /// How clearly.
    pub verdict: Verdict,
    /// Who, if anybody.
    pub winner: Option<Side>,
    /// Points of the Union side.
    pub union_points: u32,
    /// Points of the Confederate side.
    pub confederate_points: u32,
}

/// Section 15 as a procedure.
pub struct Victory;

impl Procedure for Victory {
    type Book = Book;
    type Situation = VictorySituation;
    type Outcome = VictoryOutcome;

    const NAME: &'static str = "victory";
    const CHAPTER: &'static str = "Victory";
    const SUMMARY: &'static str = "Points for victory at the end of a turn or of the battle.";

    fn examples() -> Vec<(&'static str, VictorySituation)> {
        let union = Tally { objectives: 2, figures_at_start: 200, figures_out: 40, guns_out: 3, ..Tally::default() };
        let confederate = Tally {
            objectives: 1,
            figures_at_start: 180,
            figures_out: 45,
            commanders_out: CommandersOut { brigade: 1, ..CommandersOut::default() },
            ships_sunk: vec![SunkShip { class: ShipClass::Gunboat, armour: Armour::Cottonclad }],
            ..Tally::default()
        };
        let plain = VictorySituation { union, confederate, last_turn: true, concedes: None };
        let broken = Tally { figures_out: 101, ..plain.union.clone() };
        vec![
            ("sunset on a hard-fought field", plain.clone()),
            ("one side has lost more than half", VictorySituation { union: broken, last_turn: false, ..plain }),
        ]
    }

    fn check(book: &Book, situation: &VictorySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        for (side, tally) in [("union", &situation.union), ("confederate", &situation.confederate)] {
            let place = |name: &str| format!("{side}.{name}");
            let start = tally.figures_at_start;
            refusal.unless((1..=COUNT_MAX).contains(&start), &place("figures_at_start"), BY_STR_TABLE, || {
                format!("a side begins with 1 to {COUNT_MAX} figures")
            });
            refusal.unless(tally.figures_out <= start, &place("figures_out"), BY_STR_TABLE, || {
                format!("it has {start} figures to lose")
            });
            for (name, count) in [
                ("guns_out", tally.guns_out),
                ("objectives", tally.objectives),
                ("objective_points", tally.objective_points),
            ] {
                refusal.unless(count <= COUNT_MAX, &place(name), BY_STR_TABLE, || format!("at most {COUNT_MAX}"));
            }
            refusal.unless(tally.commanders_out.army <= 1, &place("commanders_out.army"), BY_CMD_LVL_TABLE, || {
                "an army has one commander".to_owned()
            });
            refusal.unless(tally.ships_sunk.len() <= SHIPS_MAX, &place("ships_sunk"), BY_SHIP_TABLE, || {
                format!("at most {SHIPS_MAX} ships")
            });
            tally.ships_sunk.iter().for_each(|ship| check_ship(book, &mut refusal, ship.class, ship.armour));
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &VictorySituation, umpire: &mut U) -> Ruling<VictoryOutcome, U> {
        let (union, confederate) = (&situation.union, &situation.confederate);
        let union_points = points(book, union, confederate, umpire);
        let confederate_points = points(book, confederate, union, umpire);
        let won = |verdict, winner| VictoryOutcome { verdict, winner, union_points, confederate_points };
        if let Some(side) = situation.concedes {
            return Ok(won(Verdict::Major, Some(side.enemy())));
        }
        match (beaten(book, union, umpire), beaten(book, confederate, umpire)) {
            (true, true) => return Ok(won(Verdict::Draw, None)),
            (true, false) => return Ok(won(Verdict::Major, Some(Side::Confederate))),
            (false, true) => return Ok(won(Verdict::Major, Some(Side::Union))),
            (false, false) if !situation.last_turn => return Ok(won(Verdict::Undecided, None)),
            (false, false) => {}
        }
        let lead = union_points.abs_diff(confederate_points);
        let chart = &book.tables.wide.victory;
        let winner = if union_points > confederate_points { Side::Union } else { Side::Confederate };
        if lead < u32::from(umpire.read(chart.at(VictoryItem::Minor))) {
            return Ok(won(Verdict::Draw, None));
        }
        let major = lead >= u32::from(umpire.read(chart.at(VictoryItem::Major)));
        Ok(won(if major { Verdict::Major } else { Verdict::Minor }, Some(winner)))
    }

    fn line(outcome: &VictoryOutcome) -> String {
        let VictoryOutcome { verdict, winner, union_points, confederate_points } = outcome;
        let points = format!("{union_points} to {confederate_points}");
        match (verdict, winner) {
            (Verdict::Undecided, _) => format!("the battle goes on, {points}"),
            (_, Some(Side::Union)) => format!("{verdict} victory of the Union, {points}"),
            (_, Some(Side::Confederate)) => format!("{verdict} victory of the Confederacy, {points}"),
            (_, None) => format!("a draw, {points}"),
        }
    }
}

/// What a side has won: objectives, and whatever the enemy has lost.
fn points<U: Referee>(book: &Book, own: &Tally, enemy: &Tally, umpire: &mut U) -> u32 {
    let chart = &book.tables.wide.victory;
    let CommandersOut { brigade, division, corps, army } = enemy.commanders_out;
    let counted = [
        (VictoryItem::Objective, own.objectives),
        (VictoryItem::Figure, enemy.figures_out),
        (VictoryItem::Gun, enemy.guns_out),
        (VictoryItem::Brigade, brigade.into()),
        (VictoryItem::Division, division.into()),
        (VictoryItem::Corps, corps.into()),
        (VictoryItem::Army, army.into()),
    ];
    let mut points = u32::from(own.objective_points);
    for (item, count) in counted.into_iter().filter(|(_, count)| *count > 0) {
        points += u32::from(umpire.read(chart.at(item))) * u32::from(count);
    }
    for ship in &enemy.ships_sunk {
        if let Some(hull) = hull_of(book, ship.class, ship.armour) {
            umpire.cite(BY_SHIP_TABLE);
            let share = umpire.read(chart.at(VictoryItem::ShipShare)).max(1);
            points += u32::from(umpire.read(hull).sinks / share);
        }
    }
    points
}

/// Whether a side has lost more than it can bear.
fn beaten<U: Referee>(book: &Book, tally: &Tally, umpire: &mut U) -> bool {
    let percent = u32::from(umpire.read(book.tables.wide.victory.at(VictoryItem::CollapsePercent)));
    u32::from(tally.figures_out) * 100 > u32::from(tally.figures_at_start) * percent
}
