//! What a player may order.

use engine::{Decimal, Refusal};
use field::ground::Point;
use field::plane::Flank;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::state::{OfficerId, UnitId};
use crate::fire::Stance;
use crate::unit::Formation;

/// Stands that fire at one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allotment {
    /// The enemy unit they fire at.
    pub target: UnitId,
    /// How many stands. Guns fire in twos; only an odd last one of its kind fires alone.
    pub stands: u16,
    /// Artillery: which kind of its guns, counted from 0 as the unit lists them.
    #[serde(default)]
    pub guns: u8,
}

/// An order. Lengths are inches of the table, turns are degrees to the right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Draw the next headquarters card; with none left the turn ends.
    DrawCard,
    /// A unit with Panic Markers tests in its Morale Phase.
    Test {
        /// The unit.
        unit: UnitId,
    },
    /// A unit will fire. No die falls before all fire is declared.
    DeclareFire {
        /// The unit.
        unit: UnitId,
        /// What it does beside: `hold` stays for full effect, `move` keeps half a move, `prolong` is for guns.
        stance: Stance,
        /// At whom, with how many stands each.
        #[serde(default)]
        at: Vec<Allotment>,
        /// Marksmen, where this is played: the officer alone at whom one of their stands fires.
        #[serde(default)]
        officer: Option<OfficerId>,
    },
    /// A unit will fire at one target with every stand that can; guns by whole twos.
    FireAll {
        /// The unit.
        unit: UnitId,
        /// What it does beside, as for `declare-fire`.
        stance: Stance,
        /// The enemy unit.
        target: UnitId,
    },
    /// No more fire is declared.
    EndDeclaration,
    /// All declared fire at one target is resolved.
    ResolveFire {
        /// The enemy unit.
        target: UnitId,
    },
    /// Declared fire at an officer is resolved (optional rule).
    ResolveFireAtOfficer {
        /// The officer.
        officer: OfficerId,
    },
    /// A unit will charge.
    AnnounceCharge {
        /// The unit.
        unit: UnitId,
        /// The enemy unit it charges.
        target: UnitId,
        /// Infantry in column: whether it takes the extra die.
        #[serde(default)]
        column_die: bool,
        /// The charging friend it follows up behind: it then adds ranks to him and shares his morale.
        #[serde(default)]
        behind: Option<UnitId>,
    },
    /// No more charges are announced.
    EndAnnouncement,
    /// All charges on one target are carried out.
    Charge {
        /// The enemy unit.
        target: UnitId,
    },
    /// A unit begins its move: its dice are rolled, and then its path is chosen step by step.
    Move {
        /// The unit.
        unit: UnitId,
        /// Infantry in column: whether it takes the extra die.
        #[serde(default)]
        column_die: bool,
        /// In column or limbered on a road: whether it takes the extra die and stays on the road.
        #[serde(default)]
        road_die: bool,
    },
    /// The moving unit goes straight ahead, or obliquely up to 45 degrees to either side.
    Advance {
        /// How far.
        inches: Decimal,
        /// How far off straight ahead, to the right.
        #[serde(default)]
        oblique_degrees: Decimal,
    },
    /// The moving infantry steps back, its front kept.
    StepBack {
        /// How far.
        inches: Decimal,
    },
    /// The moving infantry steps aside, its front kept.
    StepAside {
        /// How far to the right; less than nothing goes left.
        inches: Decimal,
    },
    /// The moving unit wheels about one of its front corners.
    Wheel {
        /// The corner that stands still.
        on: Flank,
        /// How far round, to the right.
        degrees: Decimal,
    },
    /// The moving unit faces to the right, to the left or about.
    Face {
        /// A right angle to either side, or 180.
        degrees: Decimal,
    },
    /// The moving unit takes another formation or depth.
    ChangeFormation {
        /// How it stands then.
        formation: Formation,
        /// Stands abreast.
        files: u8,
    },
    /// The moving artillery limbers.
    Limber,
    /// The moving artillery unlimbers.
    Unlimber,
    /// The moving cavalry mounts.
    MountUp,
    /// The moving cavalry dismounts.
    Dismount,
    /// The moving unit lies down, which ends its move.
    GoProne,
    /// The moving unit has done with its move.
    EndMove,
    /// A prone unit tests to stand up, and if it does begins its move.
    StandUp {
        /// The unit.
        unit: UnitId,
        /// Infantry in column: whether it then takes the extra die.
        #[serde(default)]
        column_die: bool,
        /// In column on a road: whether it then takes the extra die and stays on the road.
        #[serde(default)]
        road_die: bool,
    },
    /// Unlimbered guns prolong: half of one average die, in any direction.
    Prolong {
        /// The unit.
        unit: UnitId,
    },
    /// A unit crosses the major obstacle before it; that is its whole move.
    CrossObstacle {
        /// The unit.
        unit: UnitId,
    },
    /// Some or all stands go out as skirmishers.
    DeploySkirmishers {
        /// The unit.
        unit: UnitId,
        /// How many stands.
        stands: u16,
        /// Where the middle of their line will be; needed unless the whole unit opens its order.
        #[serde(default)]
        at: Option<Point>,
    },
    /// A moving detachment goes back into its parent.
    RecallSkirmishers,
    /// Part of a battery becomes a unit of its own.
    SplitBattery {
        /// The unit.
        unit: UnitId,
        /// How many guns of each kind go.
        guns: Vec<u8>,
    },
    /// Two parts of a battery at one place become one again.
    JoinBattery {
        /// The unit that stays.
        unit: UnitId,
        /// The part that joins it.
        part: UnitId,
    },
    /// An engaged unit leaves its fight of its own will.
    BreakOff {
        /// The unit.
        unit: UnitId,
    },
    /// An officer rides somewhere; where he touches a unit of his command he may join it.
    MoveOfficer {
        /// Who.
        officer: OfficerId,
        /// Where to.
        to: Point,
        /// The unit he attaches himself to, if any.
        #[serde(default)]
        join: Option<UnitId>,
    },
    /// A unit does nothing in this phase, as far as its player can tell now.
    Pass {
        /// The unit.
        unit: UnitId,
    },
    /// No more movement in this activation.
    EndMovement,
    /// A fight is fought.
    Fight {
        /// Any unit of it.
        unit: UnitId,
    },
}

/// What a procedure refuses, in the fields of the command that led to it: the first of these that the field's own name speaks of,
/// or else the one that stands for all.
pub(super) fn of_command(mut refusal: Refusal, otherwise: &str, fields: &[&str]) -> Refusal {
    for reason in &mut refusal.reasons {
        let field = fields.iter().find(|field| reason.field.contains(**field)).copied().unwrap_or(otherwise);
        field.clone_into(&mut reason.field);
    }
    refusal
}
