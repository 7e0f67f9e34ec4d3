//! What happens on the map. What happens inside a procedure is told by its own events, after the deed that names the unit.

use engine::Side;
use field::ground::Point;
use field::plane::Heading;
use schemars::JsonSchema;
use serde::Serialize;

use super::state::{HqId, OfficerId, UnitId};
use crate::charts::Withdrawn;
use crate::victory::Victor;

/// Something that happened on the map.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// A turn began.
    TurnBegan {
        /// Which.
        turn: u8,
    },
    /// A card came up, and its headquarters acts.
    CardDrawn {
        /// Whose.
        side: Side,
        /// Which headquarters.
        headquarters: HqId,
    },
    /// A unit came on.
    Arrived {
        /// Which.
        unit: UnitId,
    },
    /// What follows is about this unit.
    Acts {
        /// Which.
        unit: UnitId,
    },
    /// Fire is resolved at this unit.
    FiredAt {
        /// Which.
        target: UnitId,
        /// Who fires.
        firers: Vec<UnitId>,
    },
    /// A unit stands somewhere else now.
    Stands {
        /// Which.
        unit: UnitId,
        /// The middle of its block.
        centre: Point,
        /// Which way it faces.
        heading: Heading,
    },
    /// Units charge.
    Charged {
        /// Whom.
        target: UnitId,
        /// Who.
        attackers: Vec<UnitId>,
    },
    /// Units in contact fight.
    Fought {
        /// The attackers.
        attackers: Vec<UnitId>,
        /// The defenders.
        defenders: Vec<UnitId>,
    },
    /// A unit retreats or routs.
    Withdrew {
        /// Which.
        unit: UnitId,
        /// How.
        how: Withdrawn,
    },
    /// A unit found no way out.
    Surrendered {
        /// Which.
        unit: UnitId,
    },
    /// A unit ran off the map.
    LeftTheMap {
        /// Which.
        unit: UnitId,
    },
    /// Nothing is left of a unit.
    Destroyed {
        /// Which.
        unit: UnitId,
    },
    /// Two units passed through each other.
    PassedThrough {
        /// Who moved.
        unit: UnitId,
        /// Through whom.
        friend: UnitId,
    },
    /// Skirmishers went out.
    Deployed {
        /// The unit that sent them.
        parent: UnitId,
        /// The detachment.
        detachment: UnitId,
    },
    /// A detachment came back.
    Rejoined {
        /// The detachment.
        detachment: UnitId,
        /// Its parent.
        parent: UnitId,
    },
    /// An officer is somewhere else, or with another unit.
    OfficerMoved {
        /// Who.
        officer: OfficerId,
        /// Where.
        at: Point,
        /// The unit he is with.
        with: Option<UnitId>,
    },
    /// An officer was lost to his side.
    OfficerLost {
        /// Who.
        officer: OfficerId,
    },
    /// An officer took over a command.
    TookOver {
        /// The post.
        post: OfficerId,
    },
    /// The battle ended.
    Ended {
        /// Who has won.
        victor: Victor,
    },
}
