//! *Seeing the Elephant!*: regimental battles of the American Civil War with d10, column shifts and Panic Markers.
//!
//! One module a chapter, in the rulebook's order: [`morale`], [`fire`], [`charge`], [`combat`], [`command`]. [`mod@unit`] has
//! what a unit is and how hits and markers change it. Every number comes from a chart ([`charts`]); every rule is cited by
//! its id ([`rules`]). `P1` to `P10` are the procedures of our dossier; `R` and `S` numbers are its readings and rulings,
//! listed in the README.

pub mod charge;
pub mod charts;
pub mod combat;
pub mod command;
mod event;
pub mod fire;
pub mod morale;
pub mod movement;
pub mod muster;
pub mod play;
mod questions;
mod ranks;
pub mod scale;
mod scales;
pub mod supply;
pub mod turn;
pub mod unit;
pub mod victory;

/// Every statement of the rulebook's charts, as constants.
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/ledger.rs"));
}

mod sources {
    include!(concat!(env!("OUT_DIR"), "/charts.rs"));
}

use charts::{Limit, Scale, ScaleItem, Tables};
#[cfg(not(feature = "map"))]
use engine::book::open;
#[cfg(feature = "map")]
use engine::book::open_wargame as open;
use engine::book::{About, AnyRulebook, Ground, MusterRequest, ProcedureVisitor, Roster, Rulebook};
use engine::chart::{ChartSet, Key, Overlay, Source};
use engine::{Fault, Ledger, QuestionKind, Ruling, Umpire};
pub use event::Event;
use movement::PassageTables;
use muster::{MusterTables, random_force};
use scale::ScaleTables;
use victory::VictoryTables;

/// An umpire who speaks this rulebook's language.
pub trait Referee: Umpire<Event = Event> {}

impl<U: Umpire<Event = Event>> Referee for U {}

/// The optional rules, as this table plays them. Each is described in the chart `switches`.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// A modified die of zero or less makes a unit Overenthusiastic.
    pub overenthusiastic: bool,
    /// A natural 0 leaves a firing unit out of ammunition.
    pub ammunition: bool,
    /// Columns to the left without ammunition.
    pub out_of_ammo_columns: i16,
    /// Confederate artillery fires one column to the left.
    pub csa_artillery_fire: bool,
    /// Small arms at fifty yards or less fire one column to the left.
    pub fifty_yards: bool,
    /// Commanders may be rated other than by their rank.
    pub exceptional_officers: bool,
    /// Marksmen may fire at an officer who stands alone.
    pub fire_at_officers: bool,
    /// Only the front rank of a formed unit fires.
    pub front_rank_fire: bool,
    /// Dismounting leaves horse holders behind.
    pub horse_holders: bool,
    /// The umpire of the table may hand out Panic Markers.
    pub umpire_panic: bool,
    /// One more average die for a whole move on a road.
    pub road_bonus: bool,
    /// Skirmishers that fire may still make a full move.
    pub skirmisher_full_move: bool,
    /// The ground scale.
    pub scale: Scale,
}

impl Switches {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let set = charts.switches();
        let scale = set.choice("scale")?;
        let known = Scale::ALL.iter().copied().find(|known| known.name() == scale);
        Ok(Switches {
            overenthusiastic: set.on("overenthusiastic")?,
            ammunition: set.on("ammunition")?,
            out_of_ammo_columns: set.number("out-of-ammo-columns")? as i16,
            csa_artillery_fire: set.on("csa-artillery-fire")?,
            fifty_yards: set.on("fifty-yards")?,
            fire_at_officers: set.on("fire-at-officers")?,
            front_rank_fire: set.on("front-rank-fire")?,
            horse_holders: set.on("horse-holders")?,
            umpire_panic: set.on("umpire-panic")?,
            road_bonus: set.on("road-bonus")?,
            skirmisher_full_move: set.on("skirmisher-full-move")?,
            exceptional_officers: set.on("exceptional-officers")?,
            scale: known.ok_or_else(|| Fault::of_file("switches", format!("there is no scale {scale}")))?,
        })
    }
}

/// The rulebook as a table plays it.
#[derive(Clone, Debug)]
pub struct Book {
    charts: ChartSet,
    /// The typed charts.
    pub tables: Tables,
    /// The chart of passages through friends.
    pub(crate) passages: PassageTables,
    /// The charts of stands and scales.
    pub(crate) scale: ScaleTables,
    /// The chart of victory.
    pub(crate) victory: VictoryTables,
    /// The charts of random forces.
    pub muster: MusterTables,
    /// The optional rules.
    pub switches: Switches,
}

impl Book {
    /// A number that the text gives outside its tables.
    #[inline]
    pub(crate) fn limit(&self, limit: Limit) -> u16 {
        self.tables.limits.at(limit).value
    }

    /// Yards in an inch at this table's scale.
    pub(crate) fn yards_per_inch(&self) -> Result<u16, Fault> {
        Ok(self.tables.yards_per_inch.at(ScaleItem::YardsPerInch, self.switches.scale.index())?.value)
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
        slug: "elephant",
        title: "Seeing the Elephant!",
        prefix: "SE",
        summary: "Regiments or brigades of 15mm stands, activated by headquarters cards; fire and melee on d10 charts \
                  with column shifts, morale by d10 and Panic Markers.",
        ground: Ground::Plane,
        dice: "d10 (0 is zero), d6, d3, average dice",
    };

    const QUESTIONS: &'static [&'static QuestionKind] = questions::ALL;

    fn sources() -> &'static [Source] {
        sources::SOURCES
    }

    fn ledger() -> Ledger {
        rules::LEDGER
    }

    fn open(charts: ChartSet) -> Result<Self, Fault> {
        Ok(Book {
            tables: Tables::open(&charts)?,
            passages: PassageTables::open(&charts)?,
            scale: ScaleTables::open(&charts)?,
            victory: VictoryTables::open(&charts)?,
            muster: MusterTables::open(&charts)?,
            switches: Switches::open(&charts)?,
            charts,
        })
    }

    fn charts(&self) -> &ChartSet {
        &self.charts
    }

    fn muster<U: Umpire<Event = Event>>(&self, request: &MusterRequest, umpire: &mut U) -> Option<Ruling<Roster, U>> {
        Some(random_force(self, request, umpire))
    }

    fn scales(&self) -> Result<Vec<engine::book::Scale>, Fault> {
        scales::scales(self)
    }

    fn procedures(visitor: &mut impl ProcedureVisitor<Self>) {
        visitor.visit::<scale::Stands>();
        visitor.visit::<turn::DrawCard>();
        visitor.visit::<morale::MoraleTest>();
        visitor.visit::<morale::ripple::Ripple>();
        visitor.visit::<morale::discretion::Discretion>();
        visitor.visit::<fire::Fire>();
        visitor.visit::<supply::Resupply>();
        visitor.visit::<movement::Move>();
        visitor.visit::<movement::Mount>();
        visitor.visit::<movement::DeploySkirmishers>();
        visitor.visit::<movement::KeepDistance>();
        visitor.visit::<movement::PassThrough>();
        visitor.visit::<movement::OpportunityCharge>();
        visitor.visit::<movement::PassThroughFriends>();
        visitor.visit::<movement::StandUp>();
        visitor.visit::<movement::FallBack>();
        visitor.visit::<movement::Withdraw>();
        visitor.visit::<movement::BreakOff>();
        visitor.visit::<movement::Storm>();
        visitor.visit::<charge::Charge>();
        visitor.visit::<combat::Combat>();
        visitor.visit::<command::MoveOfficer>();
        visitor.visit::<command::OfficerEscape>();
        visitor.visit::<command::OfficerCasualty>();
        visitor.visit::<command::FireAtOfficer>();
        visitor.visit::<turn::Succession>();
        visitor.visit::<victory::Victory>();
    }
}
