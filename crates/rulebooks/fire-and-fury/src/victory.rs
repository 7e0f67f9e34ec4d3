//! Victory (section 13): the points of both sides, and what they mean. Values after the published battles (S72).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Side, Umpire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::VictoryLine;
use crate::rules::FF_HOUSE_VICTORY;
use crate::{Book, Referee};

/// LIMIT: how many of anything one side counts.
const COUNT_MAX: u16 = 500;

/// What one side has done by the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Done {
    /// Objectives it holds: the last side to have a good order unit on each.
    pub objectives: u16,
    /// Enemy units of troops that are worn, and no worse.
    pub worn: u16,
    /// Enemy units of troops that are spent, and no worse.
    pub spent: u16,
    /// Enemy units of troops that are destroyed, broken at the end or off the map.
    pub lost: u16,
    /// Enemy gun stands wrecked or captured.
    pub gun_stands: u16,
    /// Enemy leaders dead or captured.
    pub leaders: u16,
    /// Whether it has no troop unit left in good order or disordered.
    pub no_troops_left: bool,
    /// Stands it has lost itself.
    pub stands_lost: u16,
    /// At how many lost stands it concedes, where the battle says so.
    pub concedes_at: Option<u16>,
}

/// The end of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EndOfBattle {
    /// What the Union side has done.
    pub union: Done,
    /// What the Confederate side has done.
    pub confederate: Done,
}

engine::keys! {
    /// How a battle ended.
    pub enum Margin {
        /// Nobody won.
        Draw = "draw",
        /// A marginal victory.
        Marginal = "marginal",
        /// A decisive victory.
        Decisive = "decisive",
    }
}

/// Who won, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct VictoryOutcome {
    /// Points of the Union side.
    pub union: i16,
    /// Points of the Confederate side.
    pub confederate: i16,
    /// How the battle ended.
    pub margin: Margin,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
}

/// Victory points.
pub struct VictoryPoints;

impl Procedure for VictoryPoints {
    type Book = Book;
    type Situation = EndOfBattle;
    type Outcome = VictoryOutcome;

    const NAME: &'static str = "victory";
    const CHAPTER: &'static str = "Victory";
    const SUMMARY: &'static str = "The victory points of both sides, and who has won.";

    fn examples() -> Vec<(&'static str, EndOfBattle)> {
        let union = Done { objectives: 2, worn: 3, spent: 1, ..Done::default() };
        let confederate = Done { objectives: 1, worn: 2, lost: 1, leaders: 1, ..Done::default() };
        let beaten = Done { no_troops_left: true, ..confederate };
        let bled = Done { stands_lost: 20, concedes_at: Some(20), ..union };
        vec![
            ("a battle that hangs in the balance", EndOfBattle { union, confederate }),
            ("an army without troops", EndOfBattle { union, confederate: beaten }),
            ("a side concedes", EndOfBattle { union: bled, confederate }),
        ]
    }

    fn check(_: &Book, situation: &EndOfBattle) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        for (side, done) in [("union", &situation.union), ("confederate", &situation.confederate)] {
            for (field, count) in [
                ("objectives", done.objectives),
                ("worn", done.worn),
                ("spent", done.spent),
                ("lost", done.lost),
                ("gun_stands", done.gun_stands),
                ("leaders", done.leaders),
            ] {
                refusal.unless(count <= COUNT_MAX, &format!("{side}.{field}"), FF_HOUSE_VICTORY, || {
                    format!("at most {COUNT_MAX}")
                });
            }
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &EndOfBattle, umpire: &mut U) -> Ruling<VictoryOutcome, U> {
        Ok(victory(book, situation, umpire))
    }

    fn line(outcome: &VictoryOutcome) -> String {
        let points = format!("{} to {}", outcome.union, outcome.confederate);
        match outcome.winner {
            Some(winner) => format!("{} victory of the {} side, {points}", outcome.margin, winner.name()),
            None => format!("draw, {points}"),
        }
    }
}

/// 13 Victory: points, then the margin. A side without troops has lost at once, and so has one that concedes.
///
/// RULING: if both have, points decide.
fn victory<U: Umpire>(book: &Book, end: &EndOfBattle, umpire: &mut U) -> VictoryOutcome {
    umpire.cite(FF_HOUSE_VICTORY);
    let union = points(book, &end.union, umpire);
    let confederate = points(book, &end.confederate, umpire);
    let given_up = |done: &Done| done.no_troops_left || done.concedes_at.is_some_and(|most| done.stands_lost >= most);
    let ahead = if union >= confederate { Side::Union } else { Side::Confederate };
    let (margin, side) = match (given_up(&end.union), given_up(&end.confederate)) {
        (true, false) => (Margin::Decisive, Side::Confederate),
        (false, true) => (Margin::Decisive, Side::Union),
        _ => (margin(book, (union - confederate).abs(), umpire), ahead),
    };
    VictoryOutcome { union, confederate, margin, winner: (margin != Margin::Draw).then_some(side) }
}

fn points<U: Umpire>(book: &Book, done: &Done, umpire: &mut U) -> i16 {
    let counts = [
        (done.objectives, VictoryLine::Objective),
        (done.worn, VictoryLine::Worn),
        (done.spent, VictoryLine::Spent),
        (done.lost, VictoryLine::Lost),
        (done.gun_stands, VictoryLine::GunStand),
        (done.leaders, VictoryLine::Leader),
    ];
    let met = counts.iter().filter(|(count, _)| *count > 0);
    met.fold(0, |sum: i16, (count, line)| {
        let each = umpire.read(book.tables.victory.at(*line));
        sum.saturating_add(each.saturating_mul(i16::try_from(*count).unwrap_or(i16::MAX)))
    })
}

fn margin<U: Umpire>(book: &Book, margin: i16, umpire: &mut U) -> Margin {
    if margin >= umpire.read(book.tables.victory.at(VictoryLine::DecisiveFrom)) {
        Margin::Decisive
    } else if margin >= umpire.read(book.tables.victory.at(VictoryLine::MarginalFrom)) {
        Margin::Marginal
    } else {
        Margin::Draw
    }
}
