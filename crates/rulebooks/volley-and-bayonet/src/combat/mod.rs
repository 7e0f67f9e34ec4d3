//! 5 Combat: fire, melee, saving throws (P11 to P14).
//!
//! [`pools`] counts the dice of a stand, [`saves`] the throws of its target; [`fire`] is one stand's fire, [`engagement`] a whole
//! attack on one defending stand, [`tie`] the roll that breaks a tie, [`retreat`] what the loser must and [`advance`] what the winner may
//! do, [`ground`] going to ground, [`reinforce`] skirmishers who join a brigade.
//! Not here: arcs, lines of fire and where a retreat ends; those need a map.

mod advance;
mod engagement;
mod fire;
mod ground;
mod pools;
mod reinforce;
mod reply;
mod retreat;
mod saves;
mod situation;
mod tie;

pub use advance::{Advance, AdvanceOutcome, AdvanceSituation};
pub use engagement::{Engagement, EngagementOutcome, StandOutcome, Winner};
pub use fire::{Fire, FireOutcome, FireSituation, Target};
pub use ground::{GoToGround, GroundOutcome, GroundSituation};
pub(crate) use pools::{Band, no_fire_out_of, range_band, total_dice};
pub use reinforce::{Reinforce, ReinforceOutcome, ReinforceSituation};
pub use retreat::{Retreat, RetreatCause, RetreatOutcome, RetreatPath, RetreatSituation};
pub use situation::{ATTACKERS_MAX, Attacker, Defender, EngagementSituation, Manner};

use engine::{Asks, Rule, Ruling};

use crate::Referee;

/// LIMIT: dice in one throw, as the engine counts them; five brigades can score more hits than that.
const THROW_MAX: u8 = 24;

/// Throws a pool of d6 and counts the hits; without dice nothing is thrown.
pub(crate) fn pool<U: Referee>(dice: u8, needed: u8, rule: Rule, umpire: &mut U) -> Ruling<u8, U> {
    let mut left = dice;
    let mut hits = 0;
    while left > 0 {
        let now = left.min(THROW_MAX);
        hits += umpire.hits(now, needed, rule)? as u8;
        left -= now;
    }
    Ok(hits)
}
