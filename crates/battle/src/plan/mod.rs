//! `battle.toml`: who fights, when, for what, and how they stand. It knows no rulebook.
//!
//! These types are the format: the published schema is made from them, and the check reads by that schema.

mod moment;
mod words;

use std::collections::BTreeMap;

use field::ground::Point;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::moment::{Date, Id, Time, month_name};
pub use self::words::{
    Arm, Armour, Character, Colour, Edge, Footing, Level, Light, Manner, OrderKind, Posture, Quality, ShipClass, Sky,
    Source, Steel, Trait, Weapon,
};
use crate::number::Yards;

/// Values for one rulebook, by its name. Only that rulebook reads them.
pub type ForRulebook = BTreeMap<String, serde_json::Map<String, serde_json::Value>>;

/// A battle plan.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// What people call the battle.
    pub name: String,
    /// Where it was fought.
    pub place: String,
    /// The day.
    pub date: Date,
    /// One or two sentences for whoever looks for a battle.
    pub about: String,
    /// The rulebooks it suits, by name; empty if it suits all.
    #[serde(default)]
    pub suits: Vec<Id>,
    /// The side that has the first turn.
    pub first: Id,
    /// When it begins and ends.
    pub clock: Clock,
    /// How light it is, from hour to hour; day if nothing is said.
    #[serde(default)]
    pub light: Vec<LightFrom>,
    /// The weather, from hour to hour; clear and firm if nothing is said.
    #[serde(default)]
    pub weather: Vec<WeatherFrom>,
    /// The sides, two at least.
    #[serde(rename = "side")]
    pub sides: Vec<Side>,
    /// The order of battle: armies, corps, divisions and brigades with their units.
    #[serde(rename = "formation")]
    pub formations: Vec<Formation>,
    /// The leaders.
    #[serde(default, rename = "leader")]
    pub leaders: Vec<Leader>,
    /// What is fought for.
    #[serde(default, rename = "objective")]
    pub objectives: Vec<Objective>,
    /// Orders in force at the start.
    #[serde(default, rename = "order")]
    pub orders: Vec<Order>,
    /// Other ways to begin the same battle.
    #[serde(default, rename = "variant")]
    pub variants: Vec<Variant>,
    /// How the winner is told, in words.
    #[serde(default)]
    pub victory: Option<String>,
    /// Values for single rulebooks.
    #[serde(default, rename = "for")]
    pub rulebooks: ForRulebook,
}

/// When a battle begins and ends.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Clock {
    /// The first turn begins.
    pub start: Time,
    /// The last turn is over.
    pub end: Time,
    /// Sunrise.
    #[serde(default)]
    pub sunrise: Option<Time>,
    /// Sunset.
    #[serde(default)]
    pub sunset: Option<Time>,
}

/// The light from some hour on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LightFrom {
    /// From when.
    pub from: Time,
    /// How light it is.
    pub light: Light,
    /// How far one sees, in yards; as far as the light allows if nothing is said.
    #[serde(default)]
    pub sight: Option<Yards>,
    /// A remark.
    #[serde(default)]
    pub note: Option<String>,
}

/// The weather from some hour on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WeatherFrom {
    /// From when.
    pub from: Time,
    /// What the sky does.
    pub sky: Sky,
    /// What is underfoot.
    #[serde(default)]
    pub footing: Option<Footing>,
    /// How far one sees, in yards.
    #[serde(default)]
    pub sight: Option<Yards>,
    /// A remark.
    #[serde(default)]
    pub note: Option<String>,
}

/// A side.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Side {
    /// How the rest of the file refers to it.
    pub id: Id,
    /// What people call it.
    pub name: String,
    /// In what colour it is drawn.
    pub colour: Colour,
    /// The edges of the map it came from and goes back to.
    #[serde(default)]
    pub edges: Vec<Edge>,
    /// Men it lost that day, where history.md says so: beside them a study puts those of the battles it fights.
    #[serde(default)]
    pub lost: Option<Lost>,
}

/// Men that were lost, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Lost {
    /// At least so many.
    pub least: u32,
    /// At most so many.
    pub most: u32,
}

/// An army, corps, division or brigade.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Formation {
    /// How the rest of the file refers to it.
    pub id: Id,
    /// What people call it.
    pub name: String,
    /// How high it stands.
    pub level: Level,
    /// The side it fights for; only for a formation that stands under no other.
    #[serde(default)]
    pub side: Option<Id>,
    /// The formation it stands under.
    #[serde(default)]
    pub under: Option<Id>,
    /// The middle of its front, for rulebooks that move it as one piece.
    #[serde(default)]
    pub at: Option<[Yards; 2]>,
    /// Degrees clockwise from north.
    #[serde(default)]
    #[schemars(range(max = 359))]
    pub facing: Option<u16>,
    /// When and where its units come on, unless they say otherwise.
    #[serde(default)]
    pub arrives: Option<Arrival>,
    /// It may not move of its own will before this hour.
    #[serde(default)]
    pub holds_until: Option<Time>,
    /// The nation or party it belongs to, where a side has several.
    #[serde(default)]
    pub faction: Option<Id>,
    /// Its regiments and batteries, in the order of seniority.
    #[serde(default)]
    pub units: Vec<Unit>,
    /// A remark.
    #[serde(default)]
    pub note: Option<String>,
    /// Values for single rulebooks.
    #[serde(default, rename = "for")]
    pub rulebooks: ForRulebook,
}

/// A regiment, battery or ship.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Unit {
    /// How the rest of the file refers to it.
    pub id: Id,
    /// What people call it.
    pub name: String,
    /// Who commands it.
    #[serde(default)]
    pub commander: Option<String>,
    /// What it is.
    pub arm: Arm,
    /// Its men; for a battery or ship its crew.
    #[schemars(range(max = 20000))]
    pub men: u32,
    /// Its guns, by kind.
    #[serde(default)]
    pub guns: Vec<Guns>,
    /// What most of its men shoot with.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// What others of its men shoot with.
    #[serde(default)]
    pub also: Vec<Weapon>,
    /// What they carry besides.
    #[serde(default)]
    pub steel: Option<Steel>,
    /// How good it is.
    pub quality: Quality,
    /// What else sets it apart.
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// What ship it is.
    #[serde(default)]
    pub ship: Option<Ship>,
    /// The middle of its front, the head of a column, or the bow, in yards east and north.
    #[serde(default)]
    pub at: Option<[Yards; 2]>,
    /// Degrees clockwise from north.
    #[serde(default)]
    #[schemars(range(max = 359))]
    pub facing: Option<u16>,
    /// How it stands.
    #[serde(default)]
    pub posture: Option<Posture>,
    /// When and where it comes on.
    #[serde(default)]
    pub arrives: Option<Arrival>,
    /// It may not move of its own will before this hour.
    #[serde(default)]
    pub holds_until: Option<Time>,
    /// How sure its strength is.
    #[serde(default)]
    pub source: Option<Source>,
    /// A remark, such as why it is rated so.
    #[serde(default)]
    pub note: Option<String>,
    /// Values for single rulebooks.
    #[serde(default, rename = "for")]
    pub rulebooks: ForRulebook,
}

/// Guns of one kind.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Guns {
    /// How many.
    #[schemars(range(min = 1, max = 200))]
    pub count: u32,
    /// Of what kind.
    pub weapon: Weapon,
    /// How many of them can fire ahead, for a ship.
    #[serde(default)]
    pub ahead: Option<u32>,
}

/// What ship it is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ship {
    /// Its class.
    pub class: ShipClass,
    /// Its protection.
    pub armour: Armour,
    /// Length and beam in yards.
    #[serde(default)]
    pub size: Option<[Yards; 2]>,
}

/// When and where something comes on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Arrival {
    /// The hour.
    pub time: Time,
    /// A point on the edge of the map.
    #[serde(default)]
    pub at: Option<[Yards; 2]>,
    /// Or a named thing of the ground on the edge.
    #[serde(default)]
    pub place: Option<String>,
    /// How it comes on.
    #[serde(default)]
    pub posture: Option<Posture>,
    /// Whether it comes only if its player calls for it.
    #[serde(default)]
    pub if_called: bool,
    /// A remark.
    #[serde(default)]
    pub note: Option<String>,
}

/// A leader.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Leader {
    /// How the rest of the file refers to him.
    pub id: Id,
    /// His rank and name.
    pub name: String,
    /// The formation he commands.
    pub commands: Id,
    /// Where he is.
    #[serde(default)]
    pub at: Option<[Yards; 2]>,
    /// The unit he is with.
    #[serde(default)]
    pub with: Option<Id>,
    /// When and where he comes on, if not with his formation.
    #[serde(default)]
    pub arrives: Option<Arrival>,
    /// What kind of man he is.
    pub character: Character,
    /// How much he steadies men near him, 0 to 4.
    #[serde(default)]
    #[schemars(range(max = 4))]
    pub inspires: Option<u8>,
    /// How much he adds to a fight he joins, 0 to 4.
    #[serde(default)]
    #[schemars(range(max = 4))]
    pub fights: Option<u8>,
    /// How well he handles his formation, 0 to 4.
    #[serde(default)]
    #[schemars(range(max = 4))]
    pub directs: Option<u8>,
    /// How much his presence is worth to the spirit of his command, 0 to 4.
    #[serde(default)]
    #[schemars(range(max = 4))]
    pub spirit: Option<u8>,
    /// What his men would say of him.
    #[serde(default)]
    pub manner: Vec<Manner>,
    /// A remark, such as why he is rated so.
    #[serde(default)]
    pub note: Option<String>,
    /// Values for single rulebooks.
    #[serde(default, rename = "for")]
    pub rulebooks: ForRulebook,
}

/// Something that is fought for.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Objective {
    /// How the rest of the file refers to it.
    pub id: Id,
    /// What people call it.
    pub name: String,
    /// Where it is, in yards east and north.
    #[serde(default)]
    pub at: Option<[Yards; 2]>,
    /// Or the named thing of the ground that it is.
    #[serde(default)]
    pub place: Option<String>,
    /// What it is worth, by side. A side that is not named gets nothing for it.
    pub worth: BTreeMap<String, u32>,
    /// A remark.
    #[serde(default)]
    pub note: Option<String>,
}

/// An order in force at the start.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Order {
    /// The formation it was given to.
    pub to: Id,
    /// What it says.
    pub order: OrderKind,
    /// The objective it names.
    #[serde(default)]
    pub objective: Option<Id>,
    /// A remark.
    #[serde(default)]
    pub note: Option<String>,
}

/// Another way to begin the same battle.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Variant {
    /// How it is chosen.
    pub id: Id,
    /// What people call it.
    pub name: String,
    /// When it begins.
    #[serde(default)]
    pub start: Option<Time>,
    /// Where units stand instead.
    #[serde(default)]
    pub placed: Vec<Placed>,
    /// Units that take no part.
    #[serde(default)]
    pub absent: Vec<Id>,
    /// A remark.
    #[serde(default)]
    pub note: Option<String>,
}

/// Where a unit stands in a variant.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Placed {
    /// Which unit.
    pub unit: Id,
    /// The middle of its front, the head of a column, or the bow.
    pub at: [Yards; 2],
    /// Degrees clockwise from north.
    #[schemars(range(max = 359))]
    pub facing: u16,
    /// How it stands.
    pub posture: Posture,
}

/// The point of the ground that a pair of yards names.
pub fn point(at: [Yards; 2]) -> Point {
    Point::new(at[0].0, at[1].0)
}
