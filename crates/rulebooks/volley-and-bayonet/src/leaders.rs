//! Miscellany \[A\]: the army commander in danger, and commanders who go with a stand (P16, S45).

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, Side, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Misc, Mover};
use crate::questions::CMDR_FOLLOW;
use crate::rules::*;
use crate::{Book, Event, Referee};

/// The army commander and the stand he is with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyCommanderSituation {
    /// Strength points the stand lost in the engagement or by its rout.
    pub casualties: u8,
}

/// What became of him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ArmyCommanderOutcome {
    /// Whether he was killed.
    pub killed: bool,
}

/// P16, first half, as a procedure.
pub struct ArmyCommander;

impl Procedure for ArmyCommander {
    type Book = Book;
    type Situation = ArmyCommanderSituation;
    type Outcome = ArmyCommanderOutcome;

    const NAME: &'static str = "army-commander";
    const CHAPTER: &'static str = "Miscellany";
    const SUMMARY: &'static str = "The stand that the army commander is attached to lost strength points.";

    fn examples() -> Vec<(&'static str, ArmyCommanderSituation)> {
        vec![
            ("two strength points lost", ArmyCommanderSituation { casualties: 2 }),
            ("none lost", ArmyCommanderSituation { casualties: 0 }),
        ]
    }

    fn check(_: &Book, _: &ArmyCommanderSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(
        book: &Book,
        situation: &ArmyCommanderSituation,
        umpire: &mut U,
    ) -> Ruling<ArmyCommanderOutcome, U> {
        Ok(ArmyCommanderOutcome { killed: situation.casualties > 0 && commander_roll(book, umpire)? })
    }

    fn line(outcome: &ArmyCommanderOutcome) -> String {
        if outcome.killed { "the army commander is killed" } else { "he is unhurt" }.to_owned()
    }
}

/// One die, not one a casualty.
pub(crate) fn commander_roll<U: Referee>(book: &Book, umpire: &mut U) -> Ruling<bool, U> {
    let needed = umpire.read(book.tables.misc.at(Misc::ArmyCommanderKilled)).thousandths() / 1000;
    let killed = umpire.hits(1, u8::try_from(needed.clamp(1, 7)).unwrap_or(7), VB_MSC_ARMY_KILLED)? > 0;
    umpire.tell(|| Event::Rolled { happened: killed });
    Ok(killed)
}

keys! {
    /// What happened near a commander.
    pub enum Nearby {
        /// A friendly stand retreats or routs.
        Retreats = "retreats",
        /// A friendly stand advances.
        Advances = "advances",
        /// A friendly stand was eliminated.
        Eliminated = "eliminated",
        /// An enemy reached him, with no friend near.
        Reached = "reached",
    }
}

/// A commander near a stand that goes or falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FollowSituation {
    /// The commander's side.
    pub side: Side,
    /// What happened.
    pub event: Nearby,
    /// Inches from the commander to that stand, or to the nearest friend where an enemy reached him.
    pub distance: Decimal,
    /// Inches to the nearest other friendly stand, if there is one.
    #[serde(default)]
    pub nearest_friend: Option<Decimal>,
}

keys! {
    /// Where the commander is now.
    pub enum Follows {
        /// Where he was.
        Stays = "stays",
        /// With the stand that moved.
        WithStand = "with_stand",
        /// With the nearest friendly stand.
        WithNearest = "with_nearest",
        /// In the enemy's hands.
        Captured = "captured",
    }
}

/// P16, second half, as a procedure.
pub struct CommanderFollows;

impl Procedure for CommanderFollows {
    type Book = Book;
    type Situation = FollowSituation;
    type Outcome = Follows;

    const NAME: &'static str = "commander-follows";
    const CHAPTER: &'static str = "Miscellany";
    const SUMMARY: &'static str = "A commander near a stand that retreats, advances or is lost may go too.";

    fn examples() -> Vec<(&'static str, FollowSituation)> {
        let plain = FollowSituation {
            side: Side::Union,
            event: Nearby::Retreats,
            distance: Decimal::from_int(2),
            nearest_friend: Some(Decimal::from_int(10)),
        };
        vec![
            ("his brigade retreats", plain),
            ("his brigade is gone", FollowSituation { event: Nearby::Eliminated, ..plain }),
            (
                "cavalry reaches him alone",
                FollowSituation { event: Nearby::Reached, distance: Decimal::from_int(4), ..plain },
            ),
        ]
    }

    fn check(book: &Book, situation: &FollowSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let fine = situation.distance >= Decimal::ZERO
            && situation.nearest_friend.is_none_or(|inches| inches >= Decimal::ZERO);
        refusal.unless(fine, "distance", VB_MSC_CMDR_FOLLOW, || "a distance is not negative".to_owned());
        let alone = situation.event != Nearby::Reached || situation.distance > book.limit(Limit::Escape);
        refusal.unless(alone, "distance", VB_MSC_CMDR_FOLLOW, || "a friend that near protects him".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &FollowSituation, umpire: &mut U) -> Ruling<Follows, U> {
        umpire.cite(VB_MSC_CMDR_FOLLOW);
        let ride = book.tables.move_in.at(Mover::Commander).value;
        let friend = situation.nearest_friend.is_some_and(|inches| inches <= ride);
        if situation.event == Nearby::Reached {
            umpire.cite(VB_MOV_CMDR_24);
            return Ok(if friend { Follows::WithNearest } else { Follows::Captured });
        }
        let near = situation.distance <= umpire.read(book.tables.misc.at(Misc::CommanderFollow));
        let possible = near && (situation.event != Nearby::Eliminated || friend);
        if !possible || !umpire.yes(situation.side, &CMDR_FOLLOW, None)? {
            return Ok(Follows::Stays);
        }
        Ok(if situation.event == Nearby::Eliminated { Follows::WithNearest } else { Follows::WithStand })
    }

    fn line(outcome: &Follows) -> String {
        match outcome {
            Follows::Stays => "the commander stays",
            Follows::WithStand => "the commander goes with the stand",
            Follows::WithNearest => "the commander joins the nearest friends",
            Follows::Captured => "the commander is captured",
        }
        .to_owned()
    }
}
