//! What a player may order.

use field::hex::{Corner, Hex, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::few::Few;
use super::state::{FormationId, Instruction, LeaderId, UnitId, WagonId};
use crate::unit::Formation;

/// Units of a command.
pub type SomeUnits = Few<UnitId, 4>;
/// Leaders of a command.
pub type SomeLeaders = Few<LeaderId, 3>;
/// The steps of a move, in order.
pub type Steps = Few<Step, 6>;
/// The sides somebody crosses, one after another.
pub type Way = Few<Side, 8>;

/// One step of a move. Sides and corners are counted clockwise from the north, from 0 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Enter the hex across this side.
    Enter(Side),
    /// Face this corner: the two hexes next to it are the front.
    Turn(Corner),
    /// Change formation, and face this corner.
    Form(Formation, Corner),
    /// Take along a unit of this hex that has done nothing in this phase.
    PickUp(UnitId),
    /// Leave a unit of the stack behind; it has done its activity.
    Drop(UnitId),
    /// Charge the hex across this side; always the last step.
    Charge(Side),
}

impl Default for Step {
    /// Nobody moves by it.
    fn default() -> Self {
        Step::Turn(Corner::new(0))
    }
}

/// One shot: some of the units at one hex. Small arms and artillery fire apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// The units that fire.
    pub units: SomeUnits,
    /// The hex they fire at.
    pub at: Hex,
}

/// What a leader does of his own accord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Initiative {
    /// Deploy early from a Move order.
    Deploy,
    /// Hold a formation under him, or his own, in Reserve.
    ReserveFormation(FormationId),
    /// Hold one regiment in Reserve.
    ReserveUnit(UnitId),
    /// Release a formation from its Reserve.
    ReleaseFormation(FormationId),
    /// Release one regiment from its Reserve.
    ReleaseUnit(UnitId),
    /// Stand, after the Command has run.
    Stand,
}

/// What a player may order. Units, leaders, formations and hexes are named by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// The army commander writes an order: a Command Roll, then it is on its way.
    IssueOrder {
        /// To which Command.
        to: FormationId,
        /// What it says.
        says: Instruction,
    },
    /// The leader of a formation tries to accept an order that has reached him.
    AcceptOrder {
        /// Which formation.
        formation: FormationId,
    },
    /// A leader of a division or higher acts of his own accord.
    Initiative {
        /// The formation he leads.
        formation: FormationId,
        /// What he does.
        what: Initiative,
    },
    /// The owner gives up the attack of a whole Command.
    DeclareFutile {
        /// Which Command.
        formation: FormationId,
    },
    /// An artillery leader posts a battery: it may act outside its radius, going to that hex and staying there.
    PostBattery {
        /// The battery.
        unit: UnitId,
        /// Where it goes.
        to: Hex,
    },
    /// Rolls for an attacking brigade that a Zero leads, before its first unit acts.
    ZeroRoll {
        /// The brigade.
        brigade: FormationId,
    },
    /// A stack, or part of one, moves, and may end with a Charge. Units that are still to arrive come on with it.
    Move {
        /// The units, all in one hex, in any order: `set-top` says which of them is the top unit.
        units: SomeUnits,
        /// Leaders who go along.
        leaders: SomeLeaders,
        /// What they do, in order.
        steps: Steps,
    },
    /// A stack, or part of one, fires, and may move a little first.
    Fire {
        /// The units, all in one hex.
        units: SomeUnits,
        /// Leaders who go along.
        leaders: SomeLeaders,
        /// What they do before they fire.
        steps: Steps,
        /// The shots, each of different units.
        shots: Vec<Shot>,
    },
    /// The stack that has won a Charge goes on.
    GoOn {
        /// What it does, in order.
        steps: Steps,
    },
    /// The stack that has won a Charge stays where it is.
    Halt,
    /// A DG or Routed stack retreats instead of any activity.
    RetreatTen {
        /// The units, all in one hex.
        units: SomeUnits,
        /// How many hexes, at most ten.
        hexes: u8,
    },
    /// A leader moves by himself.
    MoveLeader {
        /// Who.
        leader: LeaderId,
        /// The sides he crosses, one after another.
        path: Way,
    },
    /// An HQ moves.
    MoveHq {
        /// Whose.
        formation: FormationId,
        /// The sides it crosses, one after another.
        path: Way,
    },
    /// An ammunition wagon moves.
    MoveWagon {
        /// Which.
        wagon: WagonId,
        /// The sides it crosses, one after another.
        path: Way,
    },
    /// Infantry takes down the Breastworks in its hex instead of any other activity; where the table plays it.
    TakeDownWorks {
        /// Which.
        unit: UnitId,
    },
    /// A Command gives up all its orders and runs; where the table plays it.
    Skedaddle {
        /// Which.
        formation: FormationId,
        /// The sides that its HQ crosses at once, one after another.
        path: Way,
    },
    /// Puts a unit on top of its stack.
    SetTop {
        /// Which.
        unit: UnitId,
    },
    /// The Orders step is over.
    EndStep,
    /// The Activity Phase is over.
    EndPhase,
}
