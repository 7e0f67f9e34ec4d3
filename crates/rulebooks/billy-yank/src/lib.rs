//! *Billy Yank!*: regiments of the American Civil War in figures, with d10, column shifts and Disorder Markers.
//!
//! One module a chapter. [`mod@unit`] has what a unit is, [`command`] its commanders, [`cover`] what it stands behind. Every
//! number comes from a chart ([`charts`]); every rule is cited by its id ([`rules`]). Section numbers are those of our
//! dossier; `RD` and `SL` numbers are its readings and its rulings where the sheet is silent, listed in
//! `docs/rulebooks/billy-yank.md`.

pub mod arc;
pub mod battering;
pub mod charge;
pub mod charts;
mod citations;
pub mod clock;
pub mod command;
pub mod cover;
pub mod engineering;
mod event;
pub mod fire;
pub mod friends;
pub mod loss;
pub mod melee;
pub mod messenger;
pub mod morale;
pub mod movement;
pub mod muster;
mod questions;
pub mod riding;
mod scales;
pub mod ships;
pub mod sight;
pub mod skirmishers;
pub mod turn;
pub mod unit;
pub mod victory;
pub mod withdrawal;

/// Every statement of the rulebook's charts, as constants.
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/ledger.rs"));
}

mod sources {
    include!(concat!(env!("OUT_DIR"), "/charts.rs"));
}

use charts::{Limit, Scale, Tables};
use engine::book::{About, AnyRulebook, Ground, MusterRequest, ProcedureVisitor, Roster, Rulebook, open};
use engine::chart::{ChartSet, Key, Overlay, Source};
use engine::{Fault, Ledger, QuestionKind, Ruling, Umpire, keys};
pub use event::Event;

/// An umpire who speaks this rulebook's language.
pub trait Referee: Umpire<Event = Event> {}

impl<U: Umpire<Event = Event>> Referee for U {}

keys! {
    /// How the first volley of the battle is read.
    pub enum FirstVolley {
        /// One column to the left.
        Printed = "printed",
        /// One column to the right.
        Reversed = "reversed",
        /// Like any other.
        Off = "off",
    }
}

keys! {
    /// The state of the ground.
    pub enum Weather {
        /// Dry.
        Clear = "clear",
        /// Under snow.
        Snow = "snow",
        /// Deep in mud.
        Mud = "mud",
    }
}

/// The optional rules, as this table plays them. Each is described in the chart `switches`.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// The ground and time scale.
    pub scale: Scale,
    /// A modified morale die of nought or less makes a unit Overenthusiastic.
    pub overenthusiastic: bool,
    /// A fire die of 0 leaves the firer out of ammunition.
    pub out_of_ammunition: bool,
    /// Small arms at fifty metres or less fire one column to the left.
    pub fifty_metre_fire: bool,
    /// Tired units fire one column to the left.
    pub fatigue: bool,
    /// Brigades act by orders.
    pub orders: bool,
    /// Roundshot bounces.
    pub bounce: bool,
    /// How the first volley is read.
    pub first_volley: FirstVolley,
    /// Heavy cavalry: the printed pair of shifts is swapped.
    pub heavy_cavalry_swapped: bool,
    /// Fire in flank or rear counts in this turn's tests as well.
    pub wide_flank_fire: bool,
    /// Marksmen may fire at commanders who stand alone.
    pub shoot_officers: bool,
    /// Play goes on at night.
    pub night_fighting: bool,
    /// The state of the ground.
    pub weather: Weather,
    /// Ships are in play.
    pub ships: bool,
    /// Random regiments are rolled for size.
    pub rolled_regiments: bool,
}

impl Switches {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let set = charts.switches();
        Ok(Switches {
            scale: choice(charts, "scale")?,
            overenthusiastic: set.on("overenthusiastic")?,
            out_of_ammunition: set.on("out-of-ammunition")?,
            fifty_metre_fire: set.on("fifty-metre-fire")?,
            fatigue: set.on("fatigue")?,
            orders: set.on("orders-and-messengers")?,
            bounce: set.on("roundshot-bounce")?,
            first_volley: choice(charts, "first-volley")?,
            heavy_cavalry_swapped: set.choice("heavy-cavalry")? == "swapped",
            wide_flank_fire: set.choice("flank-fire-window")? == "wide",
            shoot_officers: set.on("shoot-officers")?,
            night_fighting: set.on("night-fighting")?,
            weather: choice(charts, "weather")?,
            ships: set.on("ships")?,
            rolled_regiments: set.choice("regiment-size")? == "rolled",
        })
    }
}

/// A switch whose choices are keys.
fn choice<K: Key>(charts: &ChartSet, id: &str) -> Result<K, Fault> {
    K::named(charts.switches().choice(id)?).map_err(|reason| Fault::of_file("switches", reason))
}

/// The rulebook as a table plays it.
#[derive(Clone, Debug)]
pub struct Book {
    charts: ChartSet,
    /// The typed charts.
    pub tables: Tables,
    /// The optional rules.
    pub switches: Switches,
}

impl Book {
    /// A number that the text gives outside its tables.
    #[inline]
    pub(crate) fn limit(&self, limit: Limit) -> u16 {
        self.tables.limits.at(limit).value
    }
}

/// The whole rulebook for those who see it through the façade, with house rules if there are any.
///
/// COST: the façade of all procedures is compiled here, so that rulebooks are built side by side and not in one heap.
pub fn shelve(overlay: Option<&Overlay>) -> Result<Box<dyn AnyRulebook>, Vec<Fault>> {
    open::<Book>(overlay)
}

impl Rulebook for Book {
    type Event = Event;

    const ABOUT: About = About {
        slug: "billy-yank",
        title: "Billy Yank!",
        prefix: "BY",
        summary: "Regiments of 10mm figures in metres; fire and melee on d10 charts with column shifts, Elan tests and \
                  Disorder Markers, messengers, works, roundshot and river ships.",
        ground: Ground::Plane,
        dice: "d10 (0 is nought), d6, 2d6",
    };

    const QUESTIONS: &'static [&'static QuestionKind] = questions::ALL;

    fn sources() -> &'static [Source] {
        sources::SOURCES
    }

    fn ledger() -> Ledger {
        rules::LEDGER
    }

    fn open(charts: ChartSet) -> Result<Self, Fault> {
        Ok(Book { tables: Tables::open(&charts)?, switches: Switches::open(&charts)?, charts })
    }

    fn charts(&self) -> &ChartSet {
        &self.charts
    }

    fn muster<U: Umpire<Event = Event>>(&self, request: &MusterRequest, umpire: &mut U) -> Option<Ruling<Roster, U>> {
        Some(muster::random_force(self, request, umpire))
    }

    fn scales(&self) -> Result<Vec<engine::book::Scale>, Fault> {
        Ok(scales::scales(self))
    }

    fn procedures(visitor: &mut impl ProcedureVisitor<Self>) {
        visitor.visit::<clock::Strength>();
        visitor.visit::<clock::Clock>();
        visitor.visit::<turn::WhoActs>();
        visitor.visit::<sight::Visibility>();
        visitor.visit::<sight::LineOfSight>();
        visitor.visit::<arc::Arc>();
        visitor.visit::<turn::Resupply>();
        visitor.visit::<turn::Fatigue>();
        visitor.visit::<morale::MoraleTest>();
        visitor.visit::<friends::Friends>();
        visitor.visit::<friends::GreenRoll>();
        visitor.visit::<withdrawal::Withdraw>();
        visitor.visit::<loss::CommanderLoss>();
        visitor.visit::<loss::NewLeader>();
        visitor.visit::<messenger::Messenger>();
        visitor.visit::<messenger::Orders>();
        visitor.visit::<riding::Ride>();
        visitor.visit::<fire::Fire>();
        visitor.visit::<fire::Bounce>();
        visitor.visit::<movement::March>();
        visitor.visit::<movement::Obstacles>();
        visitor.visit::<skirmishers::Detachment>();
        visitor.visit::<charge::Charge>();
        visitor.visit::<charge::PassThrough>();
        visitor.visit::<melee::Melee>();
        visitor.visit::<cover::CoverOf>();
        visitor.visit::<battering::BatterWall>();
        visitor.visit::<engineering::Dig>();
        visitor.visit::<engineering::Demolition>();
        visitor.visit::<battering::FireAtShip>();
        visitor.visit::<ships::ShipFire>();
        visitor.visit::<ships::Sail>();
        visitor.visit::<victory::Victory>();
        visitor.visit::<engineering::StrategicMove>();
    }
}
