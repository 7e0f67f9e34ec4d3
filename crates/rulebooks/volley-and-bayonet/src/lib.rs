//! *Volley & Bayonet: Road to Glory*: brigades of the American Civil War as single stands, pools of d6, morale levels.
//!
//! One module a chapter, in the order of play: [`command`], [`movement`], [`charge`], [`rally`], [`morale`], [`combat`],
//! [`exhaustion`], [`leaders`], [`terrain`], [`setup`]. [`mod@unit`] has what a stand is. Every number comes from a chart ([`charts`]);
//! every rule is cited by its id ([`rules`]). `P1` to `P16` are the procedures of our dossier; `R` and `S` numbers are its readings
//! and rulings, listed in `docs/rulebooks/volley-and-bayonet.md`.

pub mod charge;
pub mod charts;
pub mod combat;
pub mod command;
mod event;
pub mod exhaustion;
pub mod leaders;
pub mod morale;
pub mod movement;
mod questions;
pub mod rally;
mod scales;
pub mod setup;
pub mod terrain;
pub mod turn;
pub mod unit;

/// Every statement of the rulebook's charts, as constants.
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/ledger.rs"));
}

mod sources {
    include!(concat!(env!("OUT_DIR"), "/charts.rs"));
}

use charts::{Limit, Tables, Terrain};
use engine::book::{About, AnyRulebook, Ground, ProcedureVisitor, Rulebook, open};
use engine::chart::{ChartSet, Overlay, Source};
use engine::{Decimal, Fault, Ledger, QuestionKind, Umpire};
pub use event::Event;

/// An umpire who speaks this rulebook's language.
pub trait Referee: Umpire<Event = Event> {}

impl<U: Umpire<Event = Event>> Referee for U {}

/// The optional rules, as this table plays them. Each is described in the chart `switches`.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// Poorly trained stands are so.
    pub poorly_trained: bool,
    /// Militia are so.
    pub militia: bool,
    /// The winner of a melee in forest may pursue.
    pub pursuit_in_woods: bool,
    /// Works disorder cavalry skirmishers instead of infantry skirmishers.
    pub works_disorder_cav_skirm: bool,
    /// A flanked stand melees with Normal dice.
    pub flanked_not_stationary: bool,
    /// The additional throw counts against fire only.
    pub gtg_save_fire_only: bool,
    /// March columns may charge.
    pub column_may_charge: bool,
    /// A rally needs a die.
    pub rally_roll: bool,
    /// Burned-out buildings are broken ground.
    pub burned_out_broken: bool,
    /// Broken ground blocks sight.
    pub broken_ground_blocks: bool,
    /// Swamp blocks sight as this does; clear if it does not.
    pub swamp_vegetation: Terrain,
}

impl Switches {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let set = charts.switches();
        let poorly_trained = set.on("poorly_trained")?;
        Ok(Switches {
            poorly_trained,
            militia: if set.choice("militia")? == "follow" { poorly_trained } else { set.on("militia")? },
            pursuit_in_woods: set.on("pursuit_in_woods")?,
            works_disorder_cav_skirm: set.on("works_disorder_cav_skirm")?,
            flanked_not_stationary: set.on("flanked_not_stationary")?,
            gtg_save_fire_only: set.on("gtg_save_fire_only")?,
            column_may_charge: set.on("column_may_charge")?,
            rally_roll: set.on("rally_roll")?,
            burned_out_broken: set.on("burned_out_broken")?,
            broken_ground_blocks: set.on("broken_ground_blocks")?,
            swamp_vegetation: match set.choice("swamp_vegetation")? {
                "forest" => Terrain::Forest,
                "orchard" => Terrain::Orchard,
                _ => Terrain::Clear,
            },
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
    /// A number that is given outside the tables.
    #[inline]
    pub(crate) fn limit(&self, limit: Limit) -> Decimal {
        self.tables.limits.at(limit).value
    }

    /// Such a number where it counts whole things.
    #[inline]
    pub(crate) fn count(&self, limit: Limit) -> u8 {
        u8::try_from(self.limit(limit).thousandths() / 1000).unwrap_or_default()
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
        slug: "volley-and-bayonet",
        title: "Volley & Bayonet: Road to Glory",
        prefix: "VB",
        summary: "Corps and armies of brigade stands, an hour a turn; fire and melee by pools of d6 with saving throws, \
                  morale levels, exhaustion and collapse of divisions.",
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
        Ok(Book { tables: Tables::open(&charts)?, switches: Switches::open(&charts)?, charts })
    }

    fn charts(&self) -> &ChartSet {
        &self.charts
    }

    fn scales(&self) -> Result<Vec<engine::book::Scale>, Fault> {
        Ok(scales::scales(self))
    }

    fn procedures(visitor: &mut impl ProcedureVisitor<Self>) {
        visitor.visit::<turn::WhoActs>();
        visitor.visit::<command::Command>();
        visitor.visit::<movement::Movement>();
        visitor.visit::<combat::Reinforce>();
        visitor.visit::<charge::Charge>();
        visitor.visit::<charge::SkirmishersRidden>();
        visitor.visit::<rally::Rally>();
        visitor.visit::<morale::MoraleTest>();
        visitor.visit::<morale::CavalrySecure>();
        visitor.visit::<morale::Rout>();
        visitor.visit::<morale::Breakthrough>();
        visitor.visit::<combat::GoToGround>();
        visitor.visit::<combat::Fire>();
        visitor.visit::<combat::Engagement>();
        visitor.visit::<combat::Retreat>();
        visitor.visit::<combat::Advance>();
        visitor.visit::<exhaustion::Exhaustion>();
        visitor.visit::<leaders::ArmyCommander>();
        visitor.visit::<leaders::CommanderFollows>();
        visitor.visit::<terrain::MarshRoll>();
        visitor.visit::<terrain::Sight>();
        visitor.visit::<terrain::TownDice>();
        visitor.visit::<terrain::BuildingFire>();
        visitor.visit::<terrain::FireOut>();
        visitor.visit::<turn::Scale>();
        visitor.visit::<setup::Raise>();
        visitor.visit::<setup::Victory>();
    }
}
