//! Why a march cannot go on: the words for whoever is refused.

use engine::{Decimal, Refusal};

use super::position::Position;
use super::theatre::Theatre;
use crate::charts::{Limit, MoraleState, ZeroMa};
use crate::movement::{March, MovementSituation, Stop};
use crate::rules::*;

impl Theatre {
    /// Why a march cannot go on, in words that say what would be right.
    #[cold]
    pub(super) fn stopped(
        &self,
        battle: &impl Position,
        name: &str,
        stop: Stop,
        (march, situation): (&March, &MovementSituation),
    ) -> Refusal {
        self.cannot_move(battle, name, situation).unwrap_or_else(|| {
            let (left, rule) = (march.left, rule_of_stop(stop));
            battle.no("steps", rule, || format!("{name} {}", self.why_stopped(stop, left)))
        })
    }

    /// Why a unit does not move at all, whatever it would do: what it has spent and where it would go has nothing to do with it.
    pub(super) fn cannot_move(
        &self,
        battle: &impl Position,
        name: &str,
        situation: &MovementSituation,
    ) -> Option<Refusal> {
        if situation.state == MoraleState::Routed {
            let most = self.book.limit(Limit::RetreatTen);
            let why = || format!("{name} is Routed: it may retreat up to {most} hexes by choice");
            return Some(battle.no("steps", LB_STATE_R, why));
        }
        let why = || format!("the Zero who leads {name} does not move it in this phase: it may fire as it stands");
        (situation.zero == ZeroMa::None).then(|| battle.no("steps", LB_ZERO_1, why))
    }

    fn why_stopped(&self, stop: Stop, left: Decimal) -> String {
        match stop {
            Stop::Prohibited => "may not go there in this formation: change it, or go round".to_owned(),
            Stop::NoPoints => format!("has only {left} MPs left: stop here, or go a cheaper way"),
            Stop::Ezoc => "is held by an enemy zone of control: turn, Charge or stay".to_owned(),
            Stop::FormationInEzoc => "changes no formation in an enemy zone of control, except to limber".to_owned(),
            Stop::TooNear => {
                let (plain, led) = (self.book.limit(Limit::Unlimber), self.book.limit(Limit::UnlimberLeader));
                format!("unlimbers {plain} hexes or more from the enemy, {led} with an artillery leader")
            }
            Stop::Intersection => "is stuck at the intersection".to_owned(),
            Stop::MinimumMove => "has made its one hex of minimum movement".to_owned(),
            Stop::NoSuchFormation => "has no such formation, or stands in it already".to_owned(),
        }
    }
}

/// The rule behind a march that cannot go on.
const fn rule_of_stop(stop: Stop) -> engine::Rule {
    match stop {
        Stop::Prohibited => LB_TEM_KEY,
        Stop::NoPoints | Stop::MinimumMove => LB_TEM_MA,
        Stop::Ezoc | Stop::NoSuchFormation => LB_FORM_TABLE,
        Stop::FormationInEzoc => LB_ACT_FORMATION,
        Stop::TooNear => LB_ARTFORM_UNLIMBER,
        Stop::Intersection => LB_TEM_NOTE_C_ROLL,
    }
}
