//! Everything that is true between two commands: flat, plain data that is copied in one go.
//!
//! What never changes (ground, names, the tree of headquarters, weapons) is in the [`super::Theatre`]. Units, officers and
//! headquarters are named by their places in its lists; a detachment is a further unit that was mustered as its parent.

use engine::Side;
use field::ground::{Length, Point};
use field::plane::Heading;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Grade;
use crate::fire::Stance;
use crate::rules::*;
use crate::unit::{Condition, Formation, Withdrawal};
use crate::victory::Victor;

macro_rules! numbered {
    ($(#[$about:meta])* $name:ident($number:ty)) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl $name {
            /// Its place in the list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The one at this place.
            pub const fn at(place: usize) -> Self {
                $name(place as $number)
            }
        }
    };
}

numbered! {
    /// A unit: its place in [`Battle::units`].
    UnitId(u16)
}
numbered! {
    /// A post of command and whoever holds it: its place in [`Battle::officers`].
    OfficerId(u8)
}
numbered! {
    /// A headquarters: its place in the list of the theatre.
    HqId(u8)
}

pub use crate::fire::GUN_KINDS_MAX;

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// On the map.
    Field,
    /// It comes on at the start of this turn, or later if there is no room.
    Coming(u8),
    /// Nowhere any more: destroyed, captured, off the map, or back with its parent.
    Gone,
}

/// A unit: one oriented block of stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Unit {
    /// What it was mustered as: its place in the list of the theatre.
    pub muster: u16,
    /// A detachment: the unit it came from.
    pub parent: Option<UnitId>,
    /// Where it is.
    pub place: Place,
    /// The middle of its block.
    pub centre: Point,
    /// Which way it faces.
    pub heading: Heading,
    /// How it stands.
    pub formation: Formation,
    /// Stands abreast.
    pub files: u8,
    /// Whether it is mounted (cavalry).
    pub mounted: bool,
    /// Whether it lies down.
    pub prone: bool,
    /// Its Morale Grade.
    pub grade: Grade,
    /// Its stands, hits, Panic Markers and losses.
    pub condition: Condition,
    /// Artillery: its guns by kind, as the theatre lists them.
    pub guns: [u8; GUN_KINDS_MAX],
    /// Stands of its losses that were captured; counted with the unit that was mustered, not with detachments.
    pub captured: u16,
    /// Whether it is Overenthusiastic.
    pub overenthusiastic: bool,
    /// Whether it is out of ammunition (optional rule).
    pub out_of_ammo: bool,
    /// Skirmishers: whether a Combat drove them off and they have not passed a test since.
    pub flanks_exposed: bool,
    /// How it withdrew last.
    pub withdrew: Withdrawal,
    /// The turn in which it did.
    pub withdrew_turn: u8,
    /// The last turn in which fire from its flank or rear took effect; nought for never.
    pub flank_fire_turn: u8,
    /// What it has done this turn.
    pub done: Done,
    /// Cavalry: whether it moved of its own will in the previous turn.
    pub moved_last_turn: bool,
}

/// What a unit has done this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    /// Its headquarters has been activated.
    pub activated: bool,
    /// It tested in this Morale Phase, or had no Panic Marker when that began.
    pub tested: bool,
    /// It fired in its Fire Phase, and what it does beside.
    pub fired: Option<Stance>,
    /// It has had its move, by its own will or not.
    pub moved: bool,
    /// It moved of its own will.
    pub marched: bool,
    /// It used its pass-through fire.
    pub reacted: bool,
    /// A friend passed through it, free of harm because it stands still.
    pub stands_still: bool,
    /// It has fought in this Combat Phase.
    pub fought: bool,
    /// The phase in which it was told to do nothing. A note for whoever gives orders; it bars nothing.
    #[serde(default)]
    pub passed: Option<Phase>,
}

impl Unit {
    /// Whether it is on the map.
    pub fn is_on_field(&self) -> bool {
        self.place == Place::Field
    }

    /// Whether it retreated or routed this turn.
    pub fn has_withdrawn(&self, turn: u8) -> bool {
        self.withdrew != Withdrawal::None && self.withdrew_turn == turn
    }

    /// How it withdrew in the turn before this one.
    pub fn withdrew_last_turn(&self, turn: u8) -> Withdrawal {
        if self.withdrew_turn + 1 == turn { self.withdrew } else { Withdrawal::None }
    }

    /// Whether it stands in closed ranks: neither skirmishers nor guns nor wagons.
    pub fn is_formed(&self) -> bool {
        matches!(self.formation, Formation::Line | Formation::Column | Formation::Square)
    }
}

/// How an officer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Health {
    /// Unhurt.
    Fit,
    /// Lightly wounded: slower.
    LightWound,
    /// Nobody holds the post: its holder is killed, badly wounded, captured or promoted.
    Vacant,
    /// He comes on at the start of this turn.
    Coming(u8),
}

/// A post of command and whoever holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Officer {
    /// How its holder is.
    pub health: Health,
    /// Where he is; with his unit if he is attached.
    pub at: Point,
    /// The unit he is attached to, or will come on with.
    pub with: Option<UnitId>,
    /// Whether he took over from another: he then has the rating of the post.
    pub successor: bool,
    /// Holders that were killed, badly wounded or captured.
    pub lost: u8,
    /// He stays with his unit through the end of this turn.
    pub locked_through: u8,
    /// The unit whose tests he helps this turn.
    pub steadies: Option<UnitId>,
    /// The unit whose Combats he helps this turn.
    pub leads: Option<UnitId>,
    /// Whether his command has been activated this turn.
    pub activated: bool,
    /// Whether he has moved this turn.
    pub moved: bool,
}

impl Officer {
    /// Whether somebody holds the post and is on the map.
    pub fn is_present(&self) -> bool {
        matches!(self.health, Health::Fit | Health::LightWound)
    }
}

/// What the active side does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The next card is drawn, or the turn ends.
    Draw,
    /// Units with Panic Markers test.
    Morale,
    /// Fire is declared.
    DeclareFire,
    /// Declared fire is resolved, target by target.
    ResolveFire,
    /// Charges are announced.
    AnnounceCharges,
    /// Charges are carried out, target by target.
    Charges,
    /// Other movement.
    Movement,
    /// Units in contact fight.
    Combat,
    /// The battle is over.
    Over,
}

impl Phase {
    /// What it is called, and how one comes to the next.
    pub(super) const fn words(self) -> (&'static str, &'static str) {
        match self {
            Phase::Draw => ("the drawing of a card", "draw a card"),
            Phase::Morale => ("the Morale Phase", "test the units that have Panic Markers first"),
            Phase::DeclareFire => ("the declaration of fire", "end the declaration first"),
            Phase::ResolveFire => ("the resolution of fire", "resolve the declared fire first"),
            Phase::AnnounceCharges => ("the announcement of charges", "end the announcement first"),
            Phase::Charges => ("the charge subphase", "carry out the announced charges first"),
            Phase::Movement => ("the Movement Phase", "end the movement first"),
            Phase::Combat => ("the Combat Phase", "fight the fights that are due first"),
            Phase::Over => ("the end of the battle", "nothing more is ordered"),
        }
    }

    /// The rule that has it.
    pub(super) const fn rule(self) -> engine::Rule {
        match self {
            Phase::Draw => SE_ORDER_DRAW,
            Phase::DeclareFire | Phase::ResolveFire => SE_FIRE_DECLARE,
            Phase::AnnounceCharges | Phase::Charges | Phase::Movement => SE_MOVE_SEQ,
            Phase::Morale | Phase::Combat | Phase::Over => SE_ORDER_STEPS,
        }
    }
}

/// Stands of one unit that will fire at one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Declared {
    /// Who fires.
    pub firer: UnitId,
    /// At whom.
    pub target: UnitId,
    /// Which of its stands: a bit for each, front rank first, from left to right.
    pub stands: u64,
}

/// One stand of marksmen that will fire at an officer who stands alone (optional rule).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Picked {
    /// Who fires.
    pub firer: UnitId,
    /// At whom.
    pub officer: OfficerId,
    /// Which of its stands, counted from 0.
    pub stand: u8,
}

/// LIMIT: stands in one unit of a battle: each has a bit in what was declared.
pub const STANDS_IN_BATTLE_MAX: u16 = 64;

/// LIMIT: units in one battle, detachments included: each has a bit in who was asked about a move.
pub const UNITS_MAX: usize = 256;

/// A charge that was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Announced {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Infantry in column: whether it takes the extra die.
    pub column_die: bool,
    /// Whether it stood outside the arcs of its target when the Movement Phase began.
    pub flank_or_rear: bool,
    /// The charging unit it follows up behind, if it does.
    pub behind: Option<UnitId>,
    /// Where the middle of its target's front was, which stays where it is when stands are lost.
    pub target_at: Point,
    /// Where its own middle will be in contact.
    pub contact_at: Point,
    /// Which way it will face there.
    pub contact_heading: Heading,
}

/// Two enemies in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Contact {
    /// The unit that came into contact.
    pub charger: UnitId,
    /// The unit it met.
    pub target: UnitId,
    /// Whether it came in on its flank or rear; it keeps that advantage.
    pub flank_or_rear: bool,
    /// Whether the fight has to be fought in this activation.
    pub due: bool,
    /// Whether the two are engaged: a fight of an earlier activation that goes on.
    pub engaged: bool,
    /// The fight of this Combat Phase it belongs to, once units are paired.
    pub melee: Option<u8>,
}

impl Contact {
    /// The other one, if this unit is one of the two.
    pub fn other(&self, unit: UnitId) -> Option<UnitId> {
        match unit {
            _ if unit == self.charger => Some(self.target),
            _ if unit == self.target => Some(self.charger),
            _ => None,
        }
    }
}

/// A unit in the middle of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Moving {
    /// Which unit.
    pub unit: UnitId,
    /// The average dice it rolled.
    pub dice: u8,
    /// What they showed together.
    pub rolled: i16,
    /// How far it has gone, in tenths of a millimetre of real ground.
    pub gone: Length,
    /// What has made its move shorter so far: a bit for each penalty of the chart, in its order.
    pub penalties: u32,
    /// Whether it took the road die: it must stay on the road.
    pub by_road: bool,
    /// Whether it prolongs: guns that go half an average die.
    pub prolongs: bool,
    /// Enemies that have been asked about it: a bit for each unit.
    pub asked: [u64; UNITS_MAX / 64],
    /// Enemy cavalry that has been asked about it: a bit for each unit.
    pub tempted: [u64; UNITS_MAX / 64],
}

/// An objective and who holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Held {
    /// The side that last held it alone.
    pub by: Option<Side>,
}

/// A battle between two commands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Battle {
    /// The turn, from 1.
    pub turn: u8,
    /// What the active side does now.
    pub phase: Phase,
    /// The side that acts, or acted last.
    pub side: Side,
    /// The headquarters whose card was drawn.
    pub card: Option<HqId>,
    /// The cards still in the deck: a bit for each headquarters.
    pub deck: u64,
    /// Every unit, in the order of the muster, detachments last.
    pub units: Vec<Unit>,
    /// Every post of command.
    pub officers: Vec<Officer>,
    /// What was declared in this Fire Phase and is not resolved yet.
    pub declared: Vec<Declared>,
    /// Fire at officers that was declared in this Fire Phase and is not resolved yet (optional rule).
    pub picked: Vec<Picked>,
    /// What was announced in this Movement Phase and is not carried out yet.
    pub announced: Vec<Announced>,
    /// Enemies in contact.
    pub contacts: Vec<Contact>,
    /// The unit that moves now.
    pub moving: Option<Moving>,
    /// Who holds the objectives.
    pub objectives: Vec<Held>,
    /// The last turn whose Panic Markers of the scenario have been handed out (optional rule).
    pub scripted: u8,
    /// Who has won.
    pub victor: Victor,
}

impl Battle {
    /// A battle without anybody: what is left while an order has the true one.
    pub(super) fn nowhere() -> Battle {
        Battle {
            turn: 0,
            phase: Phase::Over,
            side: Side::Union,
            card: None,
            deck: 0,
            units: Vec::new(),
            officers: Vec::new(),
            declared: Vec::new(),
            picked: Vec::new(),
            announced: Vec::new(),
            contacts: Vec::new(),
            moving: None,
            objectives: Vec::new(),
            scripted: 0,
            victor: Victor::Undecided,
        }
    }

    /// A unit; a law of the muster is that every id in a battle names one.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// A unit, to be changed.
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }

    /// The stands that both sides have lost, those of a regiment counted again for each of its detachments: whoever compares it
    /// with what it was knows whether anybody has lost one.
    pub(super) fn stands_lost(&self) -> u32 {
        self.units.iter().map(|unit| u32::from(unit.condition.lost)).sum()
    }

    /// All ids of units.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + use<> {
        (0..self.units.len()).map(UnitId::at)
    }

    /// All ids of units on the map.
    pub fn on_field(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.iter().enumerate().filter(|(_, unit)| unit.is_on_field()).map(|(place, _)| UnitId::at(place))
    }

    /// Whether a unit is in a fight that was not settled.
    pub fn is_engaged(&self, id: UnitId) -> bool {
        self.contacts.iter().any(|contact| contact.engaged && contact.other(id).is_some())
    }

    /// Whether a unit touches an enemy in a fight, due or engaged.
    pub fn is_in_contact(&self, id: UnitId) -> bool {
        self.contacts.iter().any(|contact| contact.other(id).is_some())
    }

    /// The officers with a unit.
    pub fn officers_with(&self, id: UnitId) -> impl Iterator<Item = OfficerId> + '_ {
        let with = move |officer: &Officer| officer.is_present() && officer.with == Some(id);
        self.officers
            .iter()
            .enumerate()
            .filter(move |(_, officer)| with(officer))
            .map(|(place, _)| OfficerId::at(place))
    }
}
