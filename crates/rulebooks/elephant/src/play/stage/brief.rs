//! What a general is told: the choices of one piece at a time, in the order of the phases. Everything offered is legal.

use engine::stage::{Act, PieceId, Prospect};
use engine::{Decimal, Side};

use super::super::state::{Battle, OfficerId, Phase, UnitId};
use super::super::{Command, Health, Theatre};
use super::Listener;
use super::around::rough_between;
use super::board::Board;
use crate::charts::OfficerRow;
use crate::unit::Arm;

/// An officer is wanted where an enemy is so near, in yards.
const WANTED_YARDS: i32 = 800;
/// By so much more another unit has to want an officer before he rides to it.
const RIDE_WORTH: i32 = 200;

impl Theatre {
    /// Tells the choices of whoever is next to decide. Whoever listens may stop by saying no.
    pub(in super::super) fn tell_choices(
        &self,
        battle: &Battle,
        side: Side,
        board: &mut Board,
        listener: Listener<'_>,
    ) {
        if battle.side != side {
            return;
        }
        let duty = |command: Command, listener: Listener<'_>| {
            listener(command, Prospect::of(Act::Duty));
        };
        // COST: whoever only has to end his move need not know where everybody stands.
        if let Some(moving) = battle.moving.filter(|moving| self.is_spent(battle, moving)) {
            listener(Command::EndMove, Prospect { piece: Some(PieceId(moving.unit.0)), ..Prospect::of(Act::Duty) });
            return;
        }
        if matches!(battle.phase, Phase::DeclareFire | Phase::AnnounceCharges | Phase::Movement) {
            board.refresh(self, battle);
        }
        match battle.phase {
            Phase::Draw => duty(Command::DrawCard, listener),
            Phase::Morale => {
                if let Some(unit) = self.active(battle).find(|id| self.must_test(battle, *id)) {
                    duty(Command::Test { unit }, listener);
                }
            }
            Phase::DeclareFire => {
                if !self.tell_fire(battle, board, listener) {
                    duty(Command::EndDeclaration, listener);
                }
            }
            Phase::ResolveFire => {
                if let Some(declared) = battle.declared.first() {
                    duty(Command::ResolveFire { target: declared.target }, listener);
                } else if let Some(picked) = battle.picked.first() {
                    duty(Command::ResolveFireAtOfficer { officer: picked.officer }, listener);
                }
            }
            Phase::AnnounceCharges => {
                if !self.tell_charges(battle, board, listener) {
                    duty(Command::EndAnnouncement, listener);
                }
            }
            Phase::Charges => {
                if let Some(announced) = battle.announced.first() {
                    duty(Command::Charge { target: announced.target }, listener);
                }
            }
            Phase::Movement => {
                if !self.tell_movement(battle, board, listener) && !self.tell_officer(battle, board, listener) {
                    duty(Command::EndMovement, listener);
                }
            }
            Phase::Combat => {
                if let Some(unit) = self.melees(battle).first().and_then(|melee| melee.attackers.first().copied()) {
                    duty(Command::Fight { unit }, listener);
                }
            }
            Phase::Over => {}
        }
    }

    /// Units of the active set that have not passed in this phase.
    pub(super) fn undecided<'a>(&'a self, battle: &'a Battle) -> impl Iterator<Item = UnitId> + 'a {
        self.active(battle).filter(|id| battle.unit(*id).done.passed != Some(battle.phase))
    }

    /// The place after the last unit that has decided: whoever stands before it has had his turn in this phase.
    pub(super) fn first_undecided(&self, battle: &Battle, decided: impl Fn(UnitId) -> bool) -> usize {
        let passed = |id: UnitId| battle.unit(id).done.passed == Some(battle.phase);
        let last = self.active(battle).filter(|id| passed(*id) || decided(*id)).last();
        last.map_or(0, |id| id.index() + 1)
    }

    /// The next officer who may ride, if it is worth a thought.
    fn tell_officer(&self, battle: &Battle, board: &Board, listener: Listener<'_>) -> bool {
        let reach =
            self.on_ground(Decimal::from_int(self.book.tables.officer_move.at(OfficerRow::Officer).value.0.into()));
        for place in 0..self.posts.len() {
            let (id, officer) = (OfficerId::at(place), battle.officers[place]);
            if officer.moved || !self.officer_is_active(battle, id) {
                continue;
            }
            let fixed = officer.with.is_some_and(|unit| battle.is_in_contact(unit))
                || officer.with.is_some() && officer.locked_through >= battle.turn;
            if fixed || officer.health == Health::LightWound {
                continue;
            }
            let far = i64::from(reach) * i64::from(reach);
            let own = battle.on_field().filter(|unit| {
                self.belongs_to(battle, *unit, self.posts[place].hq)
                    && self.arm(battle, *unit) != Arm::Wagon
                    && battle.unit(*unit).centre.distance_squared(officer.at) < far
            });
            let stays = officer.with.map_or(0, |unit| self.need(battle, board, unit));
            // COST: whether an enemy is near is looked for only where it might make up for the ride.
            let might = own.filter(|unit| need_of(battle, *unit, true) > stays + RIDE_WORTH);
            let needs = might.map(|unit| (self.need(battle, board, unit), unit));
            let Some((need, unit)) = needs.filter(|(need, _)| *need > stays + RIDE_WORTH).max() else { continue };
            let told = |merit: i32| Prospect { merit, piece: Some(PieceId(unit.0)), ..Prospect::of(Act::Command) };
            let to = battle.unit(unit).centre;
            let ride = Command::MoveOfficer { officer: id, to, join: Some(unit) };
            if listener(ride, told((need - stays) / 10))
                && let Some(own) = officer.with
            {
                let stay = Command::MoveOfficer { officer: id, to: battle.unit(own).centre, join: Some(own) };
                listener(stay, Prospect { act: Act::Pass, ..told(0) });
            }
            return true;
        }
        false
    }

    /// How much a unit wants an officer: shaken ones most, those near the enemy more than others.
    fn need(&self, battle: &Battle, board: &Board, id: UnitId) -> i32 {
        let (unit, side) = (battle.unit(id), self.side(battle, id));
        let mut enemies = board.of_side(side.enemy());
        need_of(battle, id, enemies.any(|enemy| rough_between(unit.centre, enemy.at.centre) < WANTED_YARDS))
    }
}

/// The same for a unit that is near the enemy, or is not.
fn need_of(battle: &Battle, id: UnitId, near: bool) -> i32 {
    let condition = &battle.unit(id).condition;
    400 * i32::from(condition.panic) + 300 * i32::from(near) + i32::from(condition.stands.min(20)) * 5
}
