//! Regimental Fire and Fury, campaign variant (guerrillas, Confederados, French).
//!
//! In the order of play: [`command`] and [`succession`], [`maneuver`] with what it allows ([`troop_maneuver`],
//! [`gun_maneuver`]), [`charge_move`] and [`reaction`], [`movement`], [`sight`], [`fire`], [`charge`], [`leaders`], [`victory`];
//! [`special`], [`effectiveness`] and [`scale`] for setting up. [`pieces`] has the words they share, [`charts`] the typed
//! tables, [`losses`] what fire and charges take from a unit. The README lists readings and rulings.
//!
//! Not here: where anybody stands, and the turn around the procedures.

pub mod charge;
pub mod charge_move;
pub mod charts;
pub mod command;
pub mod effectiveness;
pub mod event;
pub mod fire;
pub mod gun_maneuver;
pub mod leaders;
mod legality;
pub mod lines;
pub mod losses;
pub mod maneuver;
pub mod movement;
pub mod pieces;
pub mod questions;
pub mod reaction;
pub mod scale;
mod scales;
pub mod sight;
pub mod special;
pub mod succession;
pub mod terrain;
pub mod troop_maneuver;
pub mod victory;

/// Every statement of the charts, as a constant.
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/ledger.rs"));
}

mod sources {
    include!(concat!(env!("OUT_DIR"), "/charts.rs"));
}

use engine::book::{About, AnyRulebook, Ground, ProcedureVisitor, Rulebook, open};
use engine::chart::{ChartSet, Overlay, Source};
use engine::{Fault, Ledger, QuestionKind, Side, Umpire};

use charts::Tables;
use event::Event;
use terrain::TerrainTables;

/// An umpire who is told of this rulebook's events.
pub trait Referee: Umpire<Event = Event> {}

impl<U: Umpire<Event = Event>> Referee for U {}

/// The rulebook as a table plays it: its charts, the typed tables read from them, and its switches.
#[derive(Clone, Debug)]
pub struct Book {
    charts: ChartSet,
    /// The charts as typed tables.
    pub tables: Tables,
    /// The house chart of terrain.
    pub(crate) terrain: TerrainTables,
    /// The switches that the procedures ask about.
    pub switches: Switches,
}

/// The switches that the procedures ask about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Units checked by one leader share one pair of dice.
    pub group_check: bool,
    /// Militia may form square.
    pub militia_may_square: bool,
    /// Guerrillas may garrison buildings.
    pub guerrilla_garrison: bool,
    /// The longest reach of BLR and MG is French only.
    pub french_only: bool,
    /// Maneuver checks count army morale.
    pub army_morale: bool,
    /// Replenishing ammunition needs a wagon.
    pub ammo_wagons: bool,
    /// It is twilight.
    pub twilight: bool,
    /// There is fog.
    pub fog: bool,
    /// Who moved at the double quick does not fire in the offensive step.
    pub dq_no_fire: bool,
}

impl Switches {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let on = |id| charts.switches().on(id);
        Ok(Switches {
            group_check: on("group_check")?,
            militia_may_square: on("militia_may_square")?,
            guerrilla_garrison: on("guerrilla_garrison")?,
            french_only: on("french_only")?,
            army_morale: on("army_morale")?,
            ammo_wagons: on("ammo_wagons")?,
            twilight: on("twilight")?,
            fog: on("fog")?,
            dq_no_fire: on("dq_no_fire")?,
        })
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
        slug: "fire-and-fury",
        title: "Regimental Fire and Fury, campaign variant",
        prefix: "FF",
        summary: "Regiments, batteries and leaders in Mexico and beyond: maneuver, musketry and cannonade, charge.",
        ground: Ground::Plane,
        dice: "d6",
    };
    const QUESTIONS: &'static [&'static QuestionKind] = questions::ALL;

    fn sources() -> &'static [Source] {
        sources::SOURCES
    }

    fn ledger() -> Ledger {
        rules::LEDGER
    }

    fn open(charts: ChartSet) -> Result<Self, Fault> {
        let tables = Tables::open(&charts)?;
        let switches = Switches::open(&charts)?;
        let terrain = TerrainTables::open(&charts)?;
        Ok(Book { charts, tables, terrain, switches })
    }

    fn charts(&self) -> &ChartSet {
        &self.charts
    }

    fn scales(&self) -> Result<Vec<engine::book::Scale>, Fault> {
        Ok(scales::scales(self))
    }

    fn procedures(visitor: &mut impl ProcedureVisitor<Self>) {
        visitor.visit::<scale::GameScale>();
        visitor.visit::<command::CommandState>();
        visitor.visit::<succession::ChangeLeader>();
        visitor.visit::<maneuver::Maneuver>();
        visitor.visit::<troop_maneuver::TroopManeuver>();
        visitor.visit::<gun_maneuver::GunManeuver>();
        visitor.visit::<movement::Rates>();
        visitor.visit::<movement::Move>();
        visitor.visit::<movement::Retreat>();
        visitor.visit::<terrain::TerrainEffects>();
        visitor.visit::<sight::Sight>();
        visitor.visit::<fire::Fire>();
        visitor.visit::<charge_move::ChargeMove>();
        visitor.visit::<reaction::HastyReaction>();
        visitor.visit::<charge::Charge>();
        visitor.visit::<movement::Breakthrough>();
        visitor.visit::<leaders::FallenLeader>();
        visitor.visit::<succession::LeaderEscape>();
        visitor.visit::<special::Formations>();
        visitor.visit::<effectiveness::FreshWornSpent>();
        visitor.visit::<victory::VictoryPoints>();
    }
}

/// The side that acts where a situation does not say.
fn active_side() -> Side {
    Side::Union
}
