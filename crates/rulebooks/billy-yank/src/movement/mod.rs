//! Movement: paces, maneuvers, terrain, passing through (section 6).
//!
//! [`path`] is what a way costs, [`passing`] what it does to units on it, [`obstacle`] the major obstacles. Not here: where
//! a unit ends, and how near the enemy it may come; those need a map.

mod examples;
mod manner;
mod march;
mod obstacle;
mod passing;
mod path;

pub use march::{Act, Fired, March, MoveOutcome, MoveSituation, Speed, Verdict};
pub use obstacle::{MajorObstacle, ObstacleAct, ObstacleOutcome, ObstacleSituation, Obstacles};
pub use passing::{PASSES_MAX, Passed};
pub(crate) use passing::{check_passes, pass_through};
pub use path::{Crossing, Leg, MoverClass};
pub(crate) use path::{check_path, path_cost};
