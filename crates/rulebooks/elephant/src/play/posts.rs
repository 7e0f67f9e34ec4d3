//! The posts of command, and where their holders are at first.

use battle::muster::Mustered;
use battle::plan::{self, Plan, point};
use engine::Fault;
use engine::chart::Key;

use super::Theatre;
use super::special::{ForLeader, special};
use super::state::{Battle, Health, HqId, Officer, OfficerId, Place, UnitId};
use super::theatre::{Headquarters, Post, Regiment};
use crate::Book;
use crate::unit::RATING_MAX;

/// Puts everybody who holds a post where he begins.
pub(super) fn post_officers(theatre: &Theatre, battle: &mut Battle, from: &battle::Battle, mustered: &[Mustered]) {
    for (place, post) in theatre.posts.iter().enumerate() {
        let leader = from.plan.leaders.iter().find(|leader| post.name == leader.name);
        let first =
            mustered.iter().position(|unit| theatre.is_under(HqId::at(unit.formation), post.hq)).map(UnitId::at);
        let with = leader.and_then(|leader| leader.with.as_ref()).and_then(|id| {
            let own = |regiment: &Regiment| regiment.id == id.as_str();
            theatre.regiments.iter().position(own).map(UnitId::at)
        });
        let at = leader.and_then(|leader| leader.at.map(point));
        let at = with.or(first).map(|unit| battle.unit(unit).centre).filter(|_| at.is_none() || with.is_some()).or(at);
        // Whoever is with a unit comes with it, anybody else with the first of his command unless he has a place of his own.
        let stays_away_for = with.or(first.filter(|_| leader.is_none_or(|leader| leader.at.is_none())));
        let comes = stays_away_for.and_then(|unit| match battle.unit(unit).place {
            Place::Coming(turn) => Some(turn),
            Place::Field | Place::Gone => None,
        });
        debug_assert_eq!(place, battle.officers.len());
        battle.officers.push(Officer {
            health: comes.map_or(Health::Fit, Health::Coming),
            at: at.unwrap_or_default(),
            with,
            successor: false,
            lost: 0,
            locked_through: 0,
            steadies: None,
            leads: None,
            activated: false,
            moved: false,
        });
    }
}

/// The posts of command: one for each headquarters that has a leader.
pub(super) fn posts(book: &Book, plan: &Plan, headquarters: &[Headquarters]) -> Result<Vec<Post>, Fault> {
    let place = |id: &plan::Id| plan.formations.iter().position(|formation| formation.id == *id);
    let post = |leader: &plan::Leader| {
        let hq = place(&leader.commands)?;
        let rank = headquarters.get(hq)?.rank;
        let given: ForLeader = match special(&leader.rulebooks, &leader.name) {
            Ok(given) => given,
            Err(fault) => return Some(Err(fault)),
        };
        let (morale, combat) = (given.morale.or(leader.inspires), given.combat.or(leader.fights));
        Some(Ok(Post {
            name: leader.name.as_str().into(),
            title: format!("{} commander", rank.name().to_lowercase()).into(),
            hq: HqId::at(hq),
            morale: morale.unwrap_or(book.tables.rank_morale.at(rank).value as u8).min(RATING_MAX),
            combat: combat.unwrap_or(book.tables.rank_combat.at(rank).value as u8).min(RATING_MAX),
        }))
    };
    plan.leaders.iter().filter_map(post).take(usize::from(OfficerId(u8::MAX).0)).collect()
}
