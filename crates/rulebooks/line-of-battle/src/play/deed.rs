//! What happens on the map. What happens inside a procedure is told by its own events, after the deed that names the pieces.

use engine::Side;
use field::hex::Hex;
use schemars::JsonSchema;
use serde::Serialize;

use super::state::{FormationId, Instruction, LeaderId, UnitId, WagonId};
use crate::charts::{LeaderFate, MoraleState, ZeroMa};
use crate::turn::TurnStep;

/// Something that happened on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// A step of the sequence of play began.
    StepBegan {
        /// The turn.
        turn: u16,
        /// Whose it is.
        side: Side,
        /// Which step.
        step: TurnStep,
    },
    /// An order was sent.
    OrderSent {
        /// To whom.
        to: FormationId,
        /// What it says.
        says: Instruction,
        /// The turn on which it arrives.
        due: u16,
    },
    /// An order reached its addressee.
    OrderDelivered {
        /// Whom.
        to: FormationId,
    },
    /// A formation acts on an order now.
    OrderAccepted {
        /// Which.
        formation: FormationId,
        /// What it says.
        says: Instruction,
    },
    /// An order ended.
    OrderEnded {
        /// Whose.
        formation: FormationId,
    },
    /// A leader acted of his own accord.
    TookInitiative {
        /// The formation he leads.
        formation: FormationId,
    },
    /// A division was stopped.
    Stopped {
        /// Which.
        formation: FormationId,
    },
    /// A division may attack again.
    Recovered {
        /// Which.
        formation: FormationId,
    },
    /// A brigade of a Zero was rolled for.
    ZeroRolled {
        /// Which.
        brigade: FormationId,
        /// What is left of its movement.
        allowance: ZeroMa,
    },
    /// Units stand in another hex now.
    Stands {
        /// Which, the top unit first.
        units: Vec<UnitId>,
        /// Where.
        at: Hex,
    },
    /// A unit came onto the map.
    Arrived {
        /// Which.
        unit: UnitId,
    },
    /// Units dared, or did not dare, to close.
    Closed {
        /// Which.
        units: Vec<UnitId>,
        /// The hex they were to enter.
        into: Hex,
        /// Whether they did.
        dared: bool,
    },
    /// Units fire.
    FiredAt {
        /// Which.
        units: Vec<UnitId>,
        /// The hex they fire at.
        target: Hex,
    },
    /// Units Charge.
    Charged {
        /// Which.
        units: Vec<UnitId>,
        /// The hex they Charge.
        target: Hex,
    },
    /// Units retreat or withdraw.
    Retreats {
        /// Which.
        units: Vec<UnitId>,
        /// The hex they leave.
        from: Hex,
    },
    /// A unit changed by what was done to it.
    Left {
        /// Which.
        unit: UnitId,
        /// Strength Points it has now; none: destroyed.
        sp: u8,
        /// Its morale state.
        state: MoraleState,
    },
    /// A leader was lost.
    LeaderLost {
        /// Who.
        leader: LeaderId,
        /// How.
        fate: LeaderFate,
    },
    /// Somebody took over a formation.
    TookOver {
        /// Who.
        leader: LeaderId,
        /// Which.
        formation: FormationId,
    },
    /// A leader or an HQ moved.
    LeaderMoved {
        /// Whose.
        formation: FormationId,
        /// Where he or it is.
        at: Hex,
    },
    /// A battery ran out of shell or canister, or was refilled.
    Ammunition {
        /// Which.
        unit: UnitId,
        /// Whether its shell is depleted.
        shell_depleted: bool,
        /// Whether its canister is depleted.
        canister_depleted: bool,
    },
    /// A wagon moved, or gave ammunition.
    Wagon {
        /// Which.
        wagon: WagonId,
        /// Where it is.
        at: Hex,
    },
    /// A wagon was destroyed.
    WagonLost {
        /// Which.
        wagon: WagonId,
    },
    /// A Command runs, or has come to a stand.
    Runs {
        /// Which.
        formation: FormationId,
        /// Whether it runs.
        running: bool,
    },
    /// Breastworks were taken down.
    WorksGone {
        /// Where.
        at: Hex,
    },
    /// Infantry dug in.
    DugIn {
        /// Which.
        unit: UnitId,
    },
    /// An objective changed hands.
    Took {
        /// Which, by its place in the list of the theatre.
        objective: u16,
        /// Who has it.
        side: Side,
    },
    /// The battle is over.
    Over {
        /// The victor; none in a draw.
        victor: Option<Side>,
    },
}
