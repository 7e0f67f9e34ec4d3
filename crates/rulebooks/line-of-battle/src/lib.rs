//! *Line of Battle*: regimental battles of the American Civil War on hexes, with two dice, column shifts and morale states.
//!
//! One module a chapter, in the order of play: [`turn`], [`command`], [`formations`], [`movement`], [`sight`], [`closing`],
//! [`volley`], [`fire`], [`charge`], [`morale`], [`retreat`], [`leaders`], [`rally`], [`victory`]. [`mod@unit`] has what a stack
//! is and how losses change it; [`play`] has whole battles on a map. Every number comes from a chart ([`charts`]); every rule
//! is cited by its id ([`rules`]). `P1` to `P15` are the procedures of our dossier; `R` and `S` numbers are its readings and
//! rulings, listed in the README.

pub mod charge;
pub mod charts;
pub mod closing;
pub mod command;
mod event;
pub mod fire;
pub mod formations;
pub mod leaders;
pub mod morale;
pub mod movement;
pub mod play;
mod questions;
pub mod rally;
pub mod retreat;
mod scales;
pub mod sight;
pub mod turn;
pub mod unit;
pub mod victory;
pub mod volley;

/// Every statement of the rulebook's charts, as constants.
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/ledger.rs"));
}

mod sources {
    include!(concat!(env!("OUT_DIR"), "/charts.rs"));
}

use charts::{Limit, Tables};
#[cfg(not(feature = "map"))]
use engine::book::open;
#[cfg(feature = "map")]
use engine::book::open_wargame as open;
use engine::book::{About, AnyRulebook, Ground, ProcedureVisitor, Rulebook};
use engine::chart::{ChartSet, Overlay, Source};
use engine::{Fault, Ledger, QuestionKind, Umpire};
pub use event::{Event, Roll};

/// An umpire who speaks this rulebook's language.
pub trait Referee: Umpire<Event = Event> {}

impl<U: Umpire<Event = Event>> Referee for U {}

/// The optional rules, as this table plays them. Each is described in the chart `switches`.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// The Fluke grace also runs from each division's own arrival.
    pub reinforcement_grace: bool,
    /// Depleted batteries near a wagon refill.
    pub replenishment: bool,
    /// Artillery fire next to its own troops spares the target's morale.
    pub danger_close: bool,
    /// Attack Recovery ignores artillery.
    pub recovery_ignore_artillery: bool,
    /// Idle infantry digs in.
    pub breastworks_building: bool,
    /// A Command may run.
    pub skedaddle: bool,
    /// Mounted units volley and count in a Charge.
    pub mounted_pistols: bool,
    /// An Open Order Capable target may stay.
    pub ooc_may_stand: bool,
    /// Only formations without orders recover losses.
    pub recovery_no_orders: bool,
    /// Orchards do not block sight from or to an Orchard.
    pub orchard_to_orchard: bool,
    /// A routed stack shakes the friends it ends with.
    pub routed_end_shakes: bool,
    /// A side sees only the top unit of an enemy stack.
    pub fog_of_war: bool,
    /// Midnight orders are allowed.
    pub night_orders: bool,
}

impl Switches {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let set = charts.switches();
        Ok(Switches {
            reinforcement_grace: set.on("reinforcement-grace")?,
            replenishment: set.on("replenishment")?,
            danger_close: set.on("danger-close")?,
            recovery_ignore_artillery: set.on("recovery-ignore-artillery")?,
            breastworks_building: set.on("breastworks-building")?,
            skedaddle: set.on("skedaddle")?,
            mounted_pistols: set.on("mounted-pistols")?,
            ooc_may_stand: set.on("ooc-may-stand")?,
            recovery_no_orders: set.on("recovery-no-orders")?,
            orchard_to_orchard: set.on("orchard-to-orchard")?,
            routed_end_shakes: set.on("routed-end-shakes")?,
            fog_of_war: set.on("fog-of-war")?,
            night_orders: set.on("night-orders")?,
        })
    }
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
        slug: "line-of-battle",
        title: "Line of Battle",
        prefix: "LB",
        summary: "Regiments on hexes under written orders; fire on a two-dice table with column shifts, morale states that add \
                  up, charges, leaders who fall.",
        ground: Ground::Hexes,
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
        Ok(Book { tables: Tables::open(&charts)?, switches: Switches::open(&charts)?, charts })
    }

    fn charts(&self) -> &ChartSet {
        &self.charts
    }

    fn scales(&self) -> Result<Vec<engine::book::Scale>, Fault> {
        Ok(scales::scales(self))
    }

    fn procedures(visitor: &mut impl ProcedureVisitor<Self>) {
        visitor.visit::<turn::NextStep>();
        visitor.visit::<command::OrderDelivery>();
        visitor.visit::<command::CommandRoll>();
        visitor.visit::<command::CommandRadius>();
        visitor.visit::<command::Permission>();
        visitor.visit::<command::OrderEnd>();
        visitor.visit::<command::Skedaddle>();
        visitor.visit::<command::ZeroRule>();
        visitor.visit::<command::AttackRecovery>();
        visitor.visit::<command::FlukeStoppage>();
        visitor.visit::<formations::Capabilities>();
        visitor.visit::<formations::Stacking>();
        visitor.visit::<formations::Digging>();
        visitor.visit::<movement::Movement>();
        visitor.visit::<movement::IntersectionRoll>();
        visitor.visit::<sight::LineOfSight>();
        visitor.visit::<sight::FrontOrRear>();
        visitor.visit::<closing::ClosingRoll>();
        visitor.visit::<volley::OpeningVolley>();
        visitor.visit::<fire::Fire>();
        visitor.visit::<charge::Charge>();
        visitor.visit::<morale::MoraleCheck>();
        visitor.visit::<retreat::Retreat>();
        visitor.visit::<leaders::LeaderLoss>();
        visitor.visit::<leaders::Replacement>();
        visitor.visit::<rally::RallyPhase>();
        visitor.visit::<rally::LossRecovery>();
        visitor.visit::<rally::Replenishment>();
        visitor.visit::<victory::Victory>();
    }
}
