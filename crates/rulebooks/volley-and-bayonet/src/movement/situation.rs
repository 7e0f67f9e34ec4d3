//! What a move asks about.

use engine::{Decimal, Refusal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Book;
use crate::charts::{Kind, Level, Terrain};
use crate::rules::*;
use crate::terrain::{check_occupant, check_traffic};
use crate::unit::{Stand, check_stand};

/// LIMIT: acts of one stand in one phase.
pub const ACTS_MAX: usize = 12;
/// LIMIT: inches of one leg; a column on a road goes forty-eight.
const LEG_MAX: i32 = 200;

/// One thing a stand does in its movement phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// A straight leg ahead.
    Move {
        /// Inches.
        inches: Decimal,
        /// The terrain it goes through.
        #[serde(default)]
        terrain: Terrain,
        /// It is on a road.
        #[serde(default)]
        on_road: bool,
        /// It goes from one town block into another.
        #[serde(default)]
        new_block: bool,
        /// It ends nearer to a visible enemy than it began.
        #[serde(default)]
        toward_enemy: bool,
        /// It enters the zone before an enemy's front, and halts there.
        #[serde(default)]
        into_zone: bool,
        /// Stands that went through the same spot of a marsh this player turn.
        #[serde(default)]
        earlier: u8,
        /// It would end on another stand.
        #[serde(default)]
        onto_stand: bool,
    },
    /// A line is crossed: water, works, a contour.
    Cross {
        /// What is crossed.
        terrain: Terrain,
        /// Uphill.
        #[serde(default)]
        uphill: bool,
        /// On a road.
        #[serde(default)]
        on_road: bool,
        /// Through the entrance of a fort.
        #[serde(default)]
        entrance: bool,
        /// Through a breach.
        #[serde(default)]
        breach: bool,
    },
    /// A change of facing.
    Face,
    /// Forms march column.
    FormColumn {
        /// And changes its facing with it.
        #[serde(default)]
        face: bool,
    },
    /// Reforms out of march column.
    Reform {
        /// And changes its facing with it.
        #[serde(default)]
        face: bool,
    },
    /// Mounts.
    Mount,
    /// Dismounts.
    Dismount,
    /// Limbers.
    Limber,
    /// Unlimbers.
    Unlimber,
    /// Recovers from temporary disorder.
    Recover,
    /// Stands up.
    StandUp,
    /// Moves straight back an inch, out of the contact it began in.
    MoveBack,
    /// Goes stationary.
    GoStationary,
}

impl Act {
    /// A leg in the open.
    pub const fn ahead(inches: i32) -> Act {
        Act::through(inches, Terrain::Clear)
    }

    /// A leg through terrain.
    pub const fn through(inches: i32, terrain: Terrain) -> Act {
        Act::Move {
            inches: Decimal::from_int(inches),
            terrain,
            on_road: false,
            new_block: false,
            toward_enemy: false,
            into_zone: false,
            earlier: 0,
            onto_stand: false,
        }
    }

    /// A leg on a road.
    pub const fn along(inches: i32) -> Act {
        Act::Move {
            inches: Decimal::from_int(inches),
            terrain: Terrain::Clear,
            on_road: true,
            new_block: false,
            toward_enemy: false,
            into_zone: false,
            earlier: 0,
            onto_stand: false,
        }
    }

    /// Whether it is a leg on a road, sunken ones among them.
    pub(super) const fn is_on_road(&self) -> bool {
        match self {
            Act::Move { on_road, terrain, .. } => *on_road || matches!(terrain, Terrain::Road | Terrain::SunkenRoad),
            _ => false,
        }
    }

    /// A line crossed.
    pub const fn over(terrain: Terrain) -> Act {
        Act::Cross { terrain, uphill: false, on_road: false, entrance: false, breach: false }
    }
}

/// A stand, or a commander, in its movement phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementSituation {
    /// Its side.
    pub side: Side,
    /// The stand; none for a commander.
    pub stand: Option<Stand>,
    /// The terrain it begins in.
    #[serde(default)]
    pub terrain: Terrain,
    /// It stands along a stream or road in a forest.
    #[serde(default)]
    pub along_feature: bool,
    /// It is in command.
    #[serde(default = "yes")]
    pub in_command: bool,
    /// It begins in contact with an enemy.
    #[serde(default)]
    pub in_contact: bool,
    /// Its division is exhausted.
    #[serde(default)]
    pub exhausted: bool,
    /// What it does, in order.
    pub acts: Vec<Act>,
}

fn yes() -> bool {
    true
}

impl MovementSituation {
    /// A stand in the open and in command.
    pub fn of(stand: Stand, acts: Vec<Act>) -> Self {
        MovementSituation {
            side: Side::Union,
            stand: Some(stand),
            terrain: Terrain::Clear,
            along_feature: false,
            in_command: true,
            in_contact: false,
            exhausted: false,
            acts,
        }
    }

    pub(super) fn journey(&self) -> Journey<'_> {
        Journey {
            side: self.side,
            stand: self.stand,
            terrain: self.terrain,
            along_feature: self.along_feature,
            in_command: self.in_command,
            in_contact: self.in_contact,
            exhausted: self.exhausted,
            acts: &self.acts,
        }
    }
}

/// A move as it is performed: by itself, or on the way to a charge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Journey<'a> {
    pub side: Side,
    pub stand: Option<Stand>,
    pub terrain: Terrain,
    pub along_feature: bool,
    pub in_command: bool,
    pub in_contact: bool,
    pub exhausted: bool,
    pub acts: &'a [Act],
}

impl Journey<'_> {
    /// Refuses what cannot be; `field` is where the stand and the acts stand in the situation.
    pub(crate) fn check(&self, book: &Book, refusal: &mut Refusal, stand_field: &str, acts_field: &str) {
        if let Some(stand) = &self.stand {
            check_stand(book, refusal, stand_field, stand);
            check_occupant(book, refusal, "terrain", stand, self.terrain);
            refusal.unless(stand.level != Level::Rout, &format!("{stand_field}.level"), VB_MOV_UNROUTED, || {
                "a routed stand does not move".to_owned()
            });
            refusal.unless(!stand.rallied, &format!("{stand_field}.rallied"), VB_MOR_LEVEL_PERM_TURN, || {
                "a stand does not move in the turn it rallied".to_owned()
            });
        }
        refusal.unless(self.acts.len() <= ACTS_MAX, acts_field, VB_MOV_TABLE, || format!("at most {ACTS_MAX} acts"));
        for (index, act) in self.acts.iter().enumerate() {
            self.check_act(book, refusal, &format!("{acts_field}[{index}]"), act);
        }
    }

    fn check_act(&self, book: &Book, refusal: &mut Refusal, field: &str, act: &Act) {
        let kind = self.stand.map(|stand| stand.kind);
        let artillery = matches!(kind, Some(Kind::ArtBattalion | Kind::ArtBattery));
        let horses = self.stand.is_some_and(|stand| stand.has_horses());
        match act {
            Act::Move { inches, earlier, .. } => {
                let fits = *inches >= Decimal::ZERO && *inches <= Decimal::from_int(LEG_MAX);
                refusal.unless(fits, &format!("{field}.move.inches"), VB_MOV_TABLE, || {
                    format!("a leg is 0 to {LEG_MAX} inches")
                });
                check_traffic(book, refusal, &format!("{field}.move.earlier"), *earlier);
            }
            Act::Mount | Act::Dismount => refusal.unless(horses, field, VB_MSC_MOUNT, || {
                "only cavalry and mounted infantry mount and dismount".to_owned()
            }),
            Act::Limber | Act::Unlimber => {
                refusal.unless(artillery, field, VB_MOV_ART_LIMBER_FREE, || "only artillery limbers".to_owned())
            }
            Act::Cross { .. } | Act::Face | Act::StandUp | Act::Recover => {}
            Act::FormColumn { .. } | Act::Reform { .. } | Act::MoveBack | Act::GoStationary => {
                refusal.unless(self.stand.is_some(), field, VB_MOV_TABLE, || "a commander has no formation".to_owned());
            }
        }
    }
}
