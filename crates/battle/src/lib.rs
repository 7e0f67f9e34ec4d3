//! Battle folders: one description of a battle that every rulebook can muster.
//!
//! A folder holds `battle.toml` (who, when, for what: [`plan`]), `ground.geojson` (what lies where: [`terrain`]) and
//! `history.md` (what happened, losses, sources). [`check`] reports every mistake at once, each with its place and a hint;
//! [`open`] gives the [`Battle`] if there is none. [`muster`] turns men and guns into the pieces of a rulebook's scale.
//!
//! Nothing here reads files but [`folder`]: everyone else hands in [`Files`], so it works in a page too.

pub mod folder;
pub mod muster;
pub mod plan;
pub mod terrain;

mod check;
mod fault;
mod footprint;
mod nearest;
mod number;
mod open;
mod place;
mod shape;
mod sheet;
mod tree;
mod words_for;

pub use check::rulebooks::Known;
pub use fault::Fault;
pub use footprint::footprint;
pub use number::Yards;
pub use open::{Battle, Files, check, check_with, open, open_for, place_of, plan_schema, terrain_schema};
pub use words_for::names_for;
