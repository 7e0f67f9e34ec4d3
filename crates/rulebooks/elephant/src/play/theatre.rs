//! What never changes in a battle: the rulebook, the ground, who everybody is and who stands under whom.

use arrayvec::ArrayVec;
use engine::{Shared, Side, Words};
use field::ground::{Glimpses, Ground, Length, Mosaic, Point, YARD};
use field::plane::Heading;

use super::stage::Estimates;
use super::state::{Battle, GUN_KINDS_MAX, HqId, OfficerId, UnitId};
use crate::Book;
use crate::charts::{Distance, Limit, Rank, Weapon};
use crate::unit::Arm;

/// A unit as it was mustered.
#[derive(Clone, Debug)]
pub struct Regiment {
    /// As the battle folder refers to it.
    pub id: String,
    /// Its name.
    pub name: Words,
    /// Whose it is.
    pub side: Side,
    /// The headquarters it belongs to directly.
    pub hq: HqId,
    /// Its arm.
    pub arm: Arm,
    /// Stands at the start.
    pub stands: u16,
    /// What it fires: one weapon, or for artillery one for each kind of its guns.
    pub weapons: ArrayVec<Weapon, GUN_KINDS_MAX>,
    /// Whether it carries lances.
    pub lance: bool,
    /// Whether it has the Marksmen skill.
    pub marksmen: bool,
    /// The turn in which it may first move of its own will.
    pub holds_until: u8,
}

/// Panic Markers that the scenario hands out (optional rule).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fright {
    /// The turn at whose start it happens.
    pub turn: u8,
    /// The unit, by its place in the list of the theatre.
    pub unit: UnitId,
    /// How many markers.
    pub markers: u8,
}

/// A headquarters.
#[derive(Clone, Debug)]
pub struct Headquarters {
    /// As the battle folder refers to it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The one above it.
    pub above: Option<HqId>,
    /// How high it stands.
    pub rank: Rank,
    /// Whether it has a card at this scale.
    pub has_card: bool,
}

/// A post of command.
#[derive(Clone, Debug)]
pub struct Post {
    /// Who holds it at first.
    pub name: Words,
    /// What the post is called.
    pub title: Words,
    /// What he commands.
    pub hq: HqId,
    /// His rating in morale tests.
    pub morale: u8,
    /// His rating in Combat.
    pub combat: u8,
}

/// Something that is fought for.
#[derive(Clone, Debug)]
pub struct Objective {
    /// Its name.
    pub name: Words,
    /// Where it is.
    pub at: Point,
    /// What it is worth to the Union and to the Confederates.
    pub worth: [u16; 2],
}

/// What a stand measures on the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandSize {
    /// Its frontage.
    pub front: Length,
    /// Its depth.
    pub depth: Length,
}

/// The sizes of stands at the battle's scale.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sizes {
    /// Infantry.
    pub infantry: StandSize,
    /// Mounted cavalry.
    pub cavalry: StandSize,
    /// Dismounted cavalry.
    pub dismounted: StandSize,
    /// A gun with its crew.
    pub gun: StandSize,
    /// A wagon.
    pub wagon: StandSize,
}

/// A battle's unchanging part, and the rules it is played by.
#[derive(Clone, Debug)]
pub struct Theatre {
    /// The rulebook as this table plays it.
    pub book: Book,
    /// The ground.
    pub ground: Ground,
    /// Every unit that was mustered.
    pub regiments: Vec<Regiment>,
    /// Every headquarters.
    pub headquarters: Vec<Headquarters>,
    /// Every post of command.
    pub posts: Vec<Post>,
    /// What is fought for.
    pub objectives: Vec<Objective>,
    /// When the first turn begins, in minutes after midnight, and how many minutes a turn has.
    pub clock: (u16, u16),
    /// What the scenario does to its units by itself.
    pub frights: Vec<Fright>,
    /// How many turns the battle has.
    pub turns: u8,
    /// How far one sees in each turn; nothing where as far as the ground allows. The last one holds on.
    pub sight: Vec<Option<Length>>,
    /// What people call the two sides.
    pub sides: [String; 2],
    /// Which way the Union's and the Confederates' own edge of the map lies.
    pub home: [Heading; 2],
    /// What a stand measures.
    pub sizes: Sizes,
    /// An inch of the table, on the ground.
    pub inch: Length,
    /// The ground in cells, for what is asked often.
    pub(crate) mosaic: Mosaic,
    /// Which parts of the ground see each other, for generals.
    pub(crate) glimpses: Glimpses,
    /// The charts boiled down, for generals.
    pub(crate) estimates: Estimates,
    /// For each unit that was mustered the longest side that a stand of it has, mounted or not. COST: asked of all units again and
    /// again, so it lies close together.
    pub(crate) girths: Vec<Length>,
    /// For each headquarters its id and those of the ones above it.
    pub(crate) under: Vec<Shared<Words>>,
    /// For each headquarters a bit for itself and for each one above it.
    pub(crate) chains: Vec<u64>,
    /// For each headquarters the mustered units that belong to it at any depth, in their order.
    pub(crate) commands: Vec<Vec<UnitId>>,
}

impl Theatre {
    /// One more unit is mustered.
    pub(super) fn enlist(&mut self, regiment: Regiment) {
        self.girths.push(self.girth(regiment.arm));
        self.regiments.push(regiment);
    }

    /// A side as people say it.
    pub fn side_called(&self, side: Side) -> &str {
        &self.sides[side as usize]
    }

    /// What a unit was mustered as.
    pub fn regiment(&self, battle: &Battle, id: UnitId) -> &Regiment {
        &self.regiments[usize::from(battle.unit(id).muster)]
    }

    /// Its arm.
    pub fn arm(&self, battle: &Battle, id: UnitId) -> Arm {
        self.regiment(battle, id).arm
    }

    /// Whose it is.
    pub fn side(&self, battle: &Battle, id: UnitId) -> Side {
        self.regiment(battle, id).side
    }

    /// Its name, for refusals.
    pub fn name<'a>(&'a self, battle: &Battle, id: UnitId) -> &'a str {
        &self.regiment(battle, id).name
    }

    /// Whose officer he is.
    pub fn side_of_officer(&self, id: OfficerId) -> Side {
        self.headquarters[self.posts[id.index()].hq.index()].side
    }

    /// Whether a headquarters is this one or stands under it.
    #[inline]
    pub fn is_under(&self, hq: HqId, above: HqId) -> bool {
        self.chains[hq.index()] & (1 << above.index()) != 0
    }

    /// Whether a unit belongs to a headquarters at any depth.
    pub fn belongs_to(&self, battle: &Battle, id: UnitId, hq: HqId) -> bool {
        self.is_under(self.regiment(battle, id).hq, hq)
    }

    /// Units that may belong to a headquarters, in their order: those that were mustered under it, and every detachment.
    pub(super) fn of_command<'a>(&'a self, battle: &'a Battle, hq: HqId) -> impl Iterator<Item = UnitId> + 'a {
        let detached = self.regiments.len()..battle.units.len();
        self.commands[hq.index()].iter().copied().chain(detached.map(UnitId::at))
    }

    /// A distance of the rulebook, on the ground.
    pub fn distance(&self, distance: Distance) -> Length {
        Length::from(self.book.tables.distances.at(distance).value) * YARD
    }

    /// So many yards, on the ground.
    pub fn yards(&self, yards: u16) -> Length {
        Length::from(yards) * YARD
    }

    /// How near a unit may come that does not charge.
    pub fn standoff(&self) -> Length {
        self.yards(self.book.limit(Limit::Standoff))
    }

    /// Units of a side that are on the map.
    pub fn of_side<'a>(&'a self, battle: &'a Battle, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        battle.on_field().filter(move |id| self.side(battle, *id) == side)
    }
}
