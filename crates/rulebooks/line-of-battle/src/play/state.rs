//! What is true between two commands. Everything is flat and small; what never changes lives in [`super::Theatre`].

use engine::{Decimal, Side};
use field::hex::{self, Corner, Hex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{LeaderFate, MoraleState, ZeroMa};
use crate::command;
use crate::movement::March;
use crate::turn::TurnStep;
use crate::unit::Formation;

macro_rules! numbered {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub u16);

        impl $name {
            /// Its place in the lists of the battle.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

numbered! {
    /// A combat unit, by its number.
    UnitId
}
numbered! {
    /// A leader, by his number.
    LeaderId
}
numbered! {
    /// A formation (army, corps, division, brigade, battalion), by its number.
    FormationId
}

numbered! {
    /// An ammunition wagon, by its number.
    WagonId
}

/// What a unit has done in this Activity Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// Nothing yet.
    Nothing,
    /// A Move activity.
    Move,
    /// A Fire activity.
    Fire,
    /// A retreat by choice.
    RetreatTen,
}

/// A combat unit as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct UnitNow {
    /// Its hex; nowhere before it arrives and after it is destroyed.
    pub at: Option<Hex>,
    /// The corner it faces; only formations with a front have use for it.
    pub facing: Corner,
    /// How it stands.
    pub formation: Formation,
    /// Strength Points left; none: destroyed.
    pub sp: u8,
    /// Its morale state.
    pub state: MoraleState,
    /// Its place in its stack: the lowest is the top unit.
    pub place: u8,
    /// Whether its shell is depleted.
    pub shell_depleted: bool,
    /// Whether its canister is depleted.
    pub canister_depleted: bool,
    /// The level of counter-battery fire on it.
    pub cbf: u8,
    /// Where an artillery leader has posted it.
    pub posted: Option<Hex>,
    /// What it has done in this Activity Phase.
    pub done: Done,
    /// Whether it retreated in this phase: guns do not unlimber again then.
    pub retreated: bool,
    /// Turns in a row in which it did nothing.
    pub idle: u8,
}

/// A leader as he is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct LeaderNow {
    /// His hex; nowhere before he arrives and after he is lost.
    pub at: Option<Hex>,
    /// His Command Value.
    pub command: u8,
    /// His Morale Value.
    pub morale: u8,
    /// What became of him.
    pub fate: LeaderFate,
    /// The formation he commands.
    pub post: FormationId,
    /// The player turn in which he took it over, two of which make a turn; nought: he had it at the start.
    pub since: u16,
    /// Whether he has made his Command Roll this turn.
    pub rolled: bool,
    /// Whether he has moved in this Activity Phase.
    pub moved: bool,
}

/// An ammunition wagon as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct WagonNow {
    /// Its hex; nowhere before it arrives and after it is lost.
    pub at: Option<Hex>,
    /// Shell points left.
    pub shell: u16,
    /// Canister points left.
    pub canister: u16,
    /// Whether it has moved in this Activity Phase.
    pub moved: bool,
    /// Whether the enemy has destroyed it.
    pub lost: bool,
}

/// An order in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct InForce {
    /// What it says.
    pub order: command::Order,
    /// Its objective or destination.
    pub goal: Option<Hex>,
}

impl InForce {
    /// No order.
    pub const NONE: InForce = InForce { order: command::Order::None, goal: None };
}

/// A formation as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct FormationNow {
    /// The leader it has.
    pub leader: Option<LeaderId>,
    /// Its HQ, if it has one.
    pub hq: Option<Hex>,
    /// Whether its HQ has moved in this Activity Phase.
    pub hq_moved: bool,
    /// The order it is under; formations without one look to the formation above.
    pub order: InForce,
    /// Whether it is held in Reserve.
    pub reserve: bool,
    /// Under a Move order: whether it has deployed.
    pub deployed: bool,
    /// Whether it may not attack before Attack Recovery.
    pub recovering: bool,
    /// Whether Fluke Stoppage, or giving up an attack, makes it withdraw.
    pub stopped: bool,
    /// The turn on which it accepted its last order; nought: none.
    pub accepted: u16,
    /// The turn on which it arrived; nought: it was there.
    pub arrived: u16,
    /// Whether its original leader was wounded, killed or captured.
    pub original_lost: bool,
    /// What the Zero Rule left its units this phase, if it was rolled for.
    pub zero: Option<ZeroMa>,
    /// Whether this Command runs, where the table plays that.
    pub running: bool,
}

/// What an order says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// Attack this hex.
    Attack(Hex),
    /// March to this hex.
    Move(Hex),
    /// Go into Reserve.
    Reserve,
    /// Leave the Reserve.
    Release,
}

/// An order on its way, or waiting to be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Dispatch {
    /// To whom.
    pub to: FormationId,
    /// What it says.
    pub says: Instruction,
    /// The turn on which it was sent.
    pub sent: u16,
    /// The turn on which it is delivered.
    pub due: u16,
    /// Whether it has been delivered.
    pub delivered: bool,
    /// Relayed by this formation, which has to accept it first.
    pub relay: Option<FormationId>,
}

/// Cowardly Legs in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Legs {
    /// Whose.
    pub side: Side,
    /// Where.
    pub at: Hex,
    /// The unit whose retreat or destruction made them; one entry for each of a stack.
    pub maker: UnitId,
    /// The number of the marker: the entries of one stack have the same.
    #[serde(default)]
    pub mark: u16,
}

/// Breastworks dug during the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Works {
    /// Where.
    pub at: Hex,
    /// The corner whose two hexsides they protect.
    pub facing: Corner,
}

/// Fire out of a hex in this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct FiredFrom {
    /// The hex.
    pub at: Hex,
    /// Strength Points, as counted.
    pub sps: Decimal,
}

/// Artillery shots at a hex in this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ShotsAt {
    /// The hex.
    pub at: Hex,
    /// How many.
    pub shots: u8,
}

/// A unit that may go on after a won Charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct GoingOn {
    /// Which.
    pub unit: UnitId,
    /// What is left of its movement.
    pub march: March,
}

/// The activity that is not over yet: a stack that has won a Charge and may go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Advance {
    /// Its units, the top unit first.
    pub units: Vec<GoingOn>,
    /// The hex in which it began the activity.
    pub began: Hex,
    /// The side by which it entered the hex it has won.
    #[serde(default)]
    pub heading: hex::Side,
}

/// An objective, and who had it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Held {
    /// The side whose combat unit was the last to occupy it.
    pub by: Option<Side>,
}

/// Everything that is true between two commands.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Moment {
    /// The turn, counted from one.
    pub turn: u16,
    /// Whose player turn it is.
    pub active: Side,
    /// The step of it.
    pub step: TurnStep,
    /// Whether the battle is over.
    pub over: bool,
    /// The combat units.
    pub units: Vec<UnitNow>,
    /// The leaders; Replacements are added at the end.
    pub leaders: Vec<LeaderNow>,
    /// The formations.
    pub formations: Vec<FormationNow>,
    /// The ammunition wagons.
    pub wagons: Vec<WagonNow>,
    /// Orders on their way.
    pub dispatches: Vec<Dispatch>,
    /// Regiments held in Reserve by themselves.
    pub reserves: Vec<UnitId>,
    /// Cowardly Legs.
    pub legs: Vec<Legs>,
    /// Breastworks dug during the battle.
    pub works: Vec<Works>,
    /// Fire out of hexes in this phase.
    pub fired: Vec<FiredFrom>,
    /// Artillery shots at hexes in this phase.
    pub shots: Vec<ShotsAt>,
    /// Who holds the objectives.
    pub held: Vec<Held>,
    /// A stack that may go on after a won Charge.
    pub advance: Option<Advance>,
    /// The brigade of a Zero that has begun to act and must be finished first.
    pub zero_brigade: Option<FormationId>,
}

impl Default for Moment {
    fn default() -> Self {
        Moment::nowhere()
    }
}

impl Clone for Moment {
    fn clone(&self) -> Self {
        Moment {
            turn: self.turn,
            active: self.active,
            step: self.step,
            over: self.over,
            units: self.units.clone(),
            leaders: self.leaders.clone(),
            formations: self.formations.clone(),
            wagons: self.wagons.clone(),
            dispatches: self.dispatches.clone(),
            reserves: self.reserves.clone(),
            legs: self.legs.clone(),
            works: self.works.clone(),
            fired: self.fired.clone(),
            shots: self.shots.clone(),
            held: self.held.clone(),
            advance: self.advance.clone(),
            zero_brigade: self.zero_brigade,
        }
    }

    /// COST: the room of the lists is used again.
    fn clone_from(&mut self, other: &Self) {
        (self.turn, self.active, self.step, self.over) = (other.turn, other.active, other.step, other.over);
        self.zero_brigade = other.zero_brigade;
        self.units.clone_from(&other.units);
        self.leaders.clone_from(&other.leaders);
        self.formations.clone_from(&other.formations);
        self.wagons.clone_from(&other.wagons);
        self.dispatches.clone_from(&other.dispatches);
        self.reserves.clone_from(&other.reserves);
        self.legs.clone_from(&other.legs);
        self.works.clone_from(&other.works);
        self.fired.clone_from(&other.fired);
        self.shots.clone_from(&other.shots);
        self.held.clone_from(&other.held);
        self.advance.clone_from(&other.advance);
    }
}

impl Moment {
    /// No battle at all: what is left behind while one is worked on.
    pub(crate) const fn nowhere() -> Moment {
        Moment {
            turn: 0,
            active: Side::Union,
            step: TurnStep::Orders,
            over: true,
            units: Vec::new(),
            leaders: Vec::new(),
            formations: Vec::new(),
            wagons: Vec::new(),
            dispatches: Vec::new(),
            reserves: Vec::new(),
            legs: Vec::new(),
            works: Vec::new(),
            fired: Vec::new(),
            shots: Vec::new(),
            held: Vec::new(),
            advance: None,
            zero_brigade: None,
        }
    }

    /// A unit as it stands.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitNow {
        &self.units[unit.index()]
    }

    /// A formation as it is.
    #[inline]
    pub fn formation(&self, formation: FormationId) -> &FormationNow {
        &self.formations[formation.index()]
    }

    /// The leader of a formation, if he is still there.
    pub fn leader_of(&self, formation: FormationId) -> Option<(LeaderId, &LeaderNow)> {
        let leader = self.formation(formation).leader?;
        Some((leader, &self.leaders[leader.index()]))
    }
}
