//! Command Radius, and the batteries an artillery leader posts.

use engine::book::Procedure;
use engine::{Asks, Refusal, Rule, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Level, Limit};
use crate::rules::*;
use crate::{Book, Referee};

/// A formation and the leader or HQ it must be near when it starts its activity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RadiusSituation {
    /// The level of the leader or HQ.
    pub level: Level,
    /// Hexes to him or it.
    pub distance: u16,
    /// Whether it is a battery that an artillery leader wants to post, and he is its battalion's.
    #[serde(default)]
    pub posting: bool,
}

/// Whether a formation is in command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RadiusOutcome {
    /// Within the radius.
    pub in_radius: bool,
    /// Whether the battery may be posted, and may then act outside the radius.
    pub may_post: bool,
}

/// Command Radius as a procedure.
pub struct CommandRadius;

impl Procedure for CommandRadius {
    type Book = Book;
    type Situation = RadiusSituation;
    type Outcome = RadiusOutcome;

    const NAME: &'static str = "command-radius";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "Is a formation within the radius of the leader or HQ above it?";

    fn examples() -> Vec<(&'static str, RadiusSituation)> {
        let plain = RadiusSituation { level: Level::Brigade, distance: 5, posting: false };
        vec![
            ("a regiment five hexes from its brigadier", plain.clone()),
            (
                "a brigade nine hexes from its division leader",
                RadiusSituation { level: Level::Division, distance: 9, ..plain.clone() },
            ),
            ("a division and its corps HQ", RadiusSituation { level: Level::Corps, distance: 12, ..plain.clone() }),
            ("a corps and its army HQ", RadiusSituation { level: Level::Army, distance: 21, ..plain.clone() }),
            (
                "a battery to be posted by its battalion's leader",
                RadiusSituation { level: Level::ArtilleryBattalion, distance: 3, posting: true },
            ),
        ]
    }

    fn check(_: &Book, situation: &RadiusSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let may_ask = !situation.posting || situation.level == Level::ArtilleryBattalion;
        refusal.unless(may_ask, "posting", LB_ARTLDR_POST, || "only artillery leaders post batteries".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RadiusSituation, umpire: &mut U) -> Ruling<RadiusOutcome, U> {
        umpire.cite(LB_RADIUS_TABLE);
        umpire.cite(radius_rule(situation.level));
        let in_radius = situation.distance <= umpire.read(book.tables.radius.at(situation.level));
        let mut may_post = false;
        if situation.posting {
            umpire.cite(LB_ARTLDR_POST);
            may_post = situation.distance <= umpire.read(book.tables.limits.at(Limit::Posting));
        }
        Ok(RadiusOutcome { in_radius, may_post })
    }

    fn line(outcome: &RadiusOutcome) -> String {
        let radius = if outcome.in_radius {
            "in command"
        } else {
            "out of radius: it may stay and fire, turn in an EZOC, or move nearer to its leader"
        };
        if outcome.may_post { format!("{radius}; the battery may be posted") } else { radius.to_owned() }
    }
}

/// The rule that gives a level its radius.
pub(super) fn radius_rule(level: Level) -> Rule {
    match level {
        Level::Army => LB_RADIUS_ARMY,
        Level::Corps => LB_RADIUS_CORPS,
        Level::Division => LB_RADIUS_DIVISION,
        Level::Brigade => LB_RADIUS_BRIGADE,
        Level::ArtilleryBattalion => LB_RADIUS_ARTYBN,
    }
}
