//! Many battles at once: who wins, how sure that is, what it costs, and how it ends.
//!
//! - [`fight`]: the battles, on as many cores as there are; the results come in the order of their seeds, so any number of
//!   threads gives the same bytes.
//! - [`Study`]: what was fought, by whom and by which rules, and every battle of it.
//! - [`Findings`]: the figures, with their intervals ([`wilson`]).
//! - [`csv`], [`page`]: the same as a table for programs, and as a page with plots.
//! - [`retrace`]: one battle of a study in full, as a game.
//! - [`settings`]: switches by lot, for battles that are fought to find faults.
//! - [`certificate`]: the balance certificate that is kept with a battle.
//!
//! It knows rulebooks only through the façade. Floating-point numbers are for display: whatever is counted is counted whole.

pub mod bouts;
pub mod certificate;
pub mod csv;
pub mod findings;
pub mod page;
pub mod retrace;
pub mod settings;
pub mod wilson;

pub use bouts::{Bouts, Lost, Subject, fight, study};
pub use certificate::{Balance, Certificate};
pub use findings::{Findings, Share};
pub use retrace::Retrace;

use engine::stage::Fought;
use serde::Serialize;

/// What was studied, and every battle that was fought for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Study {
    /// What was fought, and by which rules.
    #[serde(flatten)]
    pub subject: Subject,
    /// The generals, as they led union and confederates in the first half. In the second half they changed sides.
    pub generals: [String; 2],
    /// The seed of the first battle.
    pub seed: u64,
    /// Every battle, in the order of the seeds.
    #[serde(skip)]
    pub bouts: Vec<Bout>,
}

/// One battle of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Bout {
    /// Its seed.
    pub seed: u64,
    /// Whether the generals had changed sides.
    pub swapped: bool,
    /// How it went.
    #[serde(flatten)]
    pub fought: Fought,
}
