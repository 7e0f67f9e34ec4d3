//! Sensible commands, for players that are programs: every kind of order that is legal now, with a few of its shapes.

use engine::{Decimal, Play, Side};
use field::plane::{Flank, moved};

use super::command::{Allotment, Command};
use super::movement::nobody;
use super::state::{Battle, Phase, UnitId};
use super::{OfficerId, Theatre};
use crate::fire::Stance;
use crate::unit::{Arm, Formation};

/// Whom candidates are offered to; it says no when it has heard enough.
type Listener<'a> = &'a mut dyn FnMut(Command) -> bool;

/// How far and how far round a step is tried, in inches and degrees.
const STRIDES: [i32; 4] = [12, 6, 3, 1];
const TURNS: [i32; 6] = [15, -15, 45, -45, 90, -90];

/// How far a charge is thought of, in inches: farther than most dice carry.
const CHARGE_REACH: i32 = 36;

impl Theatre {
    /// Whether an order would be obeyed. Steps and beginnings of moves are looked at; everything else is tried on a copy, so it
    /// costs as much as the order itself.
    pub fn is_legal(&self, battle: &Battle, command: &Command) -> bool {
        match command {
            Command::Advance { .. }
            | Command::StepBack { .. }
            | Command::StepAside { .. }
            | Command::Wheel { .. }
            | Command::Face { .. } => return self.may_step(battle, command),
            Command::Move { unit, column_die, road_die } => {
                return self.check_move(battle, *unit, (*column_die, *road_die)).is_ok();
            }
            _ => {}
        }
        let mut copy = battle.clone();
        self.obey(&mut copy, command, &mut nobody()).is_ok()
    }

    pub(super) fn offer(&self, battle: &Battle, side: Side, listener: Listener<'_>) -> bool {
        if self.side_to_act(battle) != Some(side) {
            return true;
        }
        match battle.phase {
            Phase::Draw => listener(Command::DrawCard),
            Phase::Morale => {
                let mut tests = battle.on_field().filter(|id| self.must_test(battle, *id));
                tests.all(|unit| listener(Command::Test { unit }))
            }
            Phase::DeclareFire => self.offer_fire(battle, listener) && listener(Command::EndDeclaration),
            Phase::ResolveFire => {
                let targets = battle.declared.iter().map(|declared| declared.target);
                distinct(targets).into_iter().all(|target| listener(Command::ResolveFire { target }))
                    && battle.picked.iter().all(|one| listener(Command::ResolveFireAtOfficer { officer: one.officer }))
            }
            Phase::AnnounceCharges => {
                self.offer_charges(battle, listener) && self.offer_if_legal(battle, Command::EndAnnouncement, listener)
            }
            Phase::Charges => {
                let targets = battle.announced.iter().map(|announced| announced.target);
                distinct(targets).into_iter().all(|target| listener(Command::Charge { target }))
            }
            Phase::Movement => match battle.moving {
                Some(moving) => {
                    self.offer_steps(battle, moving.unit, listener)
                        && self.offer_if_legal(battle, Command::EndMove, listener)
                }
                None => {
                    self.offer_moves(battle, listener) && self.offer_if_legal(battle, Command::EndMovement, listener)
                }
            },
            Phase::Combat => {
                let fighters = self.melees(battle).into_iter().filter_map(|melee| melee.attackers.first().copied());
                fighters.into_iter().all(|unit| listener(Command::Fight { unit }))
            }
            Phase::Over => true,
        }
    }

    fn offer_if_legal(&self, battle: &Battle, command: Command, listener: Listener<'_>) -> bool {
        !self.is_legal(battle, &command) || listener(command)
    }

    fn offer_fire(&self, battle: &Battle, listener: Listener<'_>) -> bool {
        for unit in self.active(battle) {
            if self.check_firer(battle, unit, Stance::Hold).is_err() {
                continue;
            }
            let guns = self.arm(battle, unit).is_artillery();
            if !self.offer_fire_at_officers(battle, unit, listener) {
                return false;
            }
            let mut before: Option<(UnitId, u16)> = None;
            for target in self.of_side(battle, battle.side.enemy()) {
                if battle.is_in_contact(target) || !self.is_within_range(battle, unit, target) {
                    continue;
                }
                let aims = self.aims(battle, unit, target);
                if let (Some((first, able)), false) = (before, guns || aims.is_empty()) {
                    // Both targets at once, half of the stands for each as far as they can.
                    let stands = battle.unit(unit).condition.stands;
                    let half = able.min(stands / 2).max(1);
                    let rest = (aims.len() as u16).min(stands.saturating_sub(half));
                    let split = |target, stands| Allotment { target, stands, guns: 0 };
                    let at = vec![split(first, half), split(target, rest)];
                    let command = Command::DeclareFire { unit, stance: Stance::Hold, at, officer: None };
                    if rest > 0 && !self.offer_if_legal(battle, command, listener) {
                        return false;
                    }
                }
                if !aims.is_empty() {
                    before = Some((target, aims.len() as u16));
                }
                // All guns of a battery of several kinds together; the kinds apart follow.
                let kinds = self.regiment(battle, unit).weapons.len() as u8;
                let mixed = guns && kinds > 1 && aims.iter().any(|aim| aim.kind != aims[0].kind);
                for stance in [Stance::Hold, Stance::Prolong].into_iter().filter(|_| mixed) {
                    if !self.offer_if_legal(battle, Command::FireAll { unit, stance, target }, listener) {
                        return false;
                    }
                }
                for kind in 0..kinds {
                    let able = aims.iter().filter(|aim| !guns || aim.kind == kind).count() as u16;
                    let odd = guns && u16::from(battle.unit(unit).guns[usize::from(kind)]) != able;
                    let stands = if odd { able & !1 } else { able };
                    if stands == 0 {
                        continue;
                    }
                    let at = vec![Allotment { target, stands, guns: kind }];
                    let later = if guns { Stance::Prolong } else { Stance::Move };
                    let hold = Command::DeclareFire { unit, stance: Stance::Hold, at: at.clone(), officer: None };
                    if !listener(hold) || !listener(Command::DeclareFire { unit, stance: later, at, officer: None }) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn offer_fire_at_officers(&self, battle: &Battle, unit: UnitId, listener: Listener<'_>) -> bool {
        if !self.book.switches.fire_at_officers || !self.regiment(battle, unit).marksmen {
            return true;
        }
        let officers = (0..self.posts.len()).map(OfficerId::at);
        let enemies = officers.filter(|officer| self.side_of_officer(*officer) != battle.side);
        let alone = enemies.filter(|officer| {
            let state = &battle.officers[officer.index()];
            state.is_present() && state.with.is_none()
        });
        for officer in alone {
            let command = Command::DeclareFire { unit, stance: Stance::Hold, at: Vec::new(), officer: Some(officer) };
            if !self.offer_if_legal(battle, command, listener) {
                return false;
            }
        }
        true
    }

    /// Whether any weapon of a unit reaches another, as the crow flies.
    pub(super) fn is_within_range(&self, battle: &Battle, unit: UnitId, target: UnitId) -> bool {
        let reach = |weapon: &crate::charts::Weapon| self.book.tables.max_range.at(*weapon).value;
        let most = self.regiment(battle, unit).weapons.iter().map(reach).max().unwrap_or(0);
        self.apart(battle, unit, target) <= self.yards(most)
    }

    fn offer_charges(&self, battle: &Battle, listener: Listener<'_>) -> bool {
        let far = self.on_ground(Decimal::from_int(CHARGE_REACH));
        for unit in self.active(battle) {
            for target in self.of_side(battle, battle.side.enemy()) {
                if self.apart(battle, unit, target) > far || self.check_charge(battle, unit, target, false).is_err() {
                    continue;
                }
                let column_die = self.has_column_die(battle, unit);
                if !listener(Command::AnnounceCharge { unit, target, column_die, behind: None }) {
                    return false;
                }
            }
            for front in battle.announced.iter().filter(|front| self.touches_rear(battle, unit, front.unit)) {
                let (target, behind) = (front.target, Some(front.unit));
                let command = Command::AnnounceCharge { unit, target, column_die: false, behind };
                if !self.offer_if_legal(battle, command, listener) {
                    return false;
                }
            }
        }
        true
    }

    fn offer_moves(&self, battle: &Battle, listener: Listener<'_>) -> bool {
        for unit in self.active(battle) {
            let state = battle.unit(unit);
            let mut commands = vec![Command::Move { unit, column_die: false, road_die: false }];
            match state.formation {
                Formation::Column => {
                    let infantry = self.arm(battle, unit) == Arm::Infantry;
                    if infantry {
                        commands.push(Command::Move { unit, column_die: true, road_die: false });
                    }
                    commands.insert(0, Command::Move { unit, column_die: infantry, road_die: true });
                }
                Formation::Limbered => commands.insert(0, Command::Move { unit, column_die: false, road_die: true }),
                Formation::Unlimbered => {
                    commands.push(Command::Prolong { unit });
                    commands.push(Command::SplitBattery { unit, guns: vec![1] });
                    let kin = |other: &UnitId| *other != unit && battle.unit(*other).muster == state.muster;
                    commands.extend(battle.on_field().filter(kin).map(|part| Command::JoinBattery { unit, part }));
                }
                Formation::Line if state.condition.stands > 2 => {
                    let block = self.footprint(battle, unit);
                    let ahead = moved(block.front_centre(), block.ahead(), self.inch);
                    let stands = (state.condition.stands / 3).max(1);
                    commands.push(Command::DeploySkirmishers { unit, stands, at: Some(ahead) });
                    commands.push(Command::DeploySkirmishers { unit, stands: state.condition.stands, at: None });
                }
                _ => {}
            }
            if state.is_formed() || state.formation == Formation::Skirmish {
                commands.push(Command::CrossObstacle { unit });
            }
            if state.prone {
                commands.retain(|command| matches!(command, Command::Move { .. }));
                commands.iter_mut().for_each(get_up_first);
            }
            if battle.is_engaged(unit) {
                commands = vec![Command::BreakOff { unit }];
            }
            for command in commands {
                if !self.offer_if_legal(battle, command, listener) {
                    return false;
                }
            }
        }
        self.offer_officers(battle, listener)
    }

    fn offer_officers(&self, battle: &Battle, listener: Listener<'_>) -> bool {
        for place in 0..self.posts.len() {
            let officer = OfficerId::at(place);
            let state = &battle.officers[place];
            if !self.officer_is_active(battle, officer) || state.moved {
                continue;
            }
            // By himself, a little behind where he is.
            let alone = moved(state.at, self.home[self.side_of_officer(officer) as usize].direction(), self.inch);
            if !self.offer_if_legal(battle, Command::MoveOfficer { officer, to: alone, join: None }, listener) {
                return false;
            }
            let own = self.active(battle).filter(|unit| state.with != Some(*unit));
            for unit in own.filter(|unit| self.belongs_to(battle, *unit, self.posts[place].hq)).take(3) {
                let to = battle.unit(unit).centre;
                if !self.offer_if_legal(battle, Command::MoveOfficer { officer, to, join: Some(unit) }, listener) {
                    return false;
                }
            }
        }
        true
    }

    fn offer_steps(&self, battle: &Battle, unit: UnitId, listener: Listener<'_>) -> bool {
        let degrees = |degrees: i32| Decimal::from_int(degrees);
        let mut commands = Vec::new();
        for inches in STRIDES.map(Decimal::from_int) {
            commands.push(Command::Advance { inches, oblique_degrees: Decimal::ZERO });
        }
        for turn in TURNS {
            let on = if turn > 0 { Flank::Right } else { Flank::Left };
            commands.push(Command::Wheel { on, degrees: degrees(turn) });
            commands
                .push(Command::Advance { inches: Decimal::from_int(STRIDES[2]), oblique_degrees: degrees(turn / 2) });
        }
        commands.extend([90, -90, 180].map(|turn| Command::Face { degrees: degrees(turn) }));
        commands.push(Command::StepBack { inches: Decimal::from_int(STRIDES[3]) });
        commands.push(Command::StepAside { inches: Decimal::from_int(STRIDES[3]) });
        let state = battle.unit(unit);
        if state.formation == Formation::Skirmish {
            let inches = Decimal::from_int(STRIDES[2]);
            commands.extend([90, -90, 180].map(|turn| Command::Advance { inches, oblique_degrees: degrees(turn) }));
        }
        let stands = state.condition.stands.min(u16::from(u8::MAX)) as u8;
        for (formation, files) in [
            (Formation::Line, stands),
            (Formation::Line, stands.div_ceil(2)),
            (Formation::Column, 2),
            (Formation::Square, stands.div_ceil(3)),
        ] {
            commands.push(Command::ChangeFormation { formation, files });
        }
        commands.extend([Command::Limber, Command::Unlimber, Command::MountUp, Command::Dismount]);
        commands.extend([Command::GoProne, Command::RecallSkirmishers]);
        // Whoever must still storm on cannot end his move, and no step of these may lead there.
        let must = battle.moving.and_then(|moving| self.storms_on_by(battle, &moving));
        commands.extend(must.filter(|must| !commands.contains(must)));
        commands.into_iter().all(|command| self.offer_if_legal(battle, command, listener))
    }
}

fn distinct(units: impl Iterator<Item = UnitId>) -> Vec<UnitId> {
    let mut found: Vec<UnitId> = Vec::new();
    for unit in units {
        if !found.contains(&unit) {
            found.push(unit);
        }
    }
    found
}

/// Whoever lies down stands up and then has the same dice.
fn get_up_first(command: &mut Command) {
    if let Command::Move { unit, column_die, road_die } = *command {
        *command = Command::StandUp { unit, column_die, road_die };
    }
}
