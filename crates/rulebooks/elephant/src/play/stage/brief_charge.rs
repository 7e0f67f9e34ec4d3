//! The announcement of charges for a general: the next unit that could charge somebody with a fair chance.

use arrayvec::ArrayVec;
use engine::Decimal;
use engine::stage::{Act, PieceId, Prospect};
use field::ground::YARD;

use super::super::state::{Battle, UnitId};
use super::super::{Command, Theatre};
use super::Listener;
use super::around::{Around, Bearing, Foe, NOTICED, faces, rough_between};
use super::board::{Board, Mark};
use crate::charts::{Distance, Grade, Limit, Mover};
use crate::fire::Stance;
use crate::unit::{Arm, Formation};

/// Targets that are held against the rules, and the chance below which a charge is not thought of.
pub(super) const LOOKED_AT: usize = 2;
const HOPELESS: i32 = 350;
/// The least, the average and the most of an average die, in tenths.
const AVERAGE_DIE: i32 = 35;
pub(super) const MOST_OF_DIE: i32 = 50;
/// How far apart the likely rolls of a few average dice lie, in tenths for each die.
const SPREAD: i32 = 6;

/// Nobody is more likely than this to be shaken before he arrives, in thousandths.
const SHAKEN_MOST: i32 = 900;

/// How near to an enemy somebody is thought to join a charge at him, in yards.
const JOINING_YARDS: i32 = 220;
/// An enemy so near to an objective holds it, in yards; and the part of its points that driving him off is worth, in stands.
const STAKE_YARDS: i32 = 200;
const STAKE_PART: i32 = 4;
/// What comes of a charge is less than the sum of its parts: quarters that are left in the end.
const BEATS_QUARTERS: i32 = 3;

impl Theatre {
    /// Tells the choices of the next unit that could charge; whether there was one.
    pub(super) fn tell_charges(&self, battle: &Battle, board: &Board, listener: Listener<'_>) -> bool {
        let charges = |id: UnitId| battle.announced.iter().any(|announced| announced.unit == id);
        let first = self.first_undecided(battle, charges);
        for id in self.undecided(battle) {
            if battle.unit(id).overenthusiastic {
                if let Some(target) = self.must_charge(battle, id) {
                    let piece = Some(PieceId(id.0));
                    let told = Prospect { piece, ..Prospect::of(Act::Duty) };
                    listener(Command::AnnounceCharge { unit: id, target, column_die: false, behind: None }, told);
                    return true;
                }
                continue;
            }
            if id.index() >= first && self.could_charge(battle, id) && self.tell_charge_of(battle, board, id, listener)
            {
                return true;
            }
        }
        false
    }

    pub(super) fn could_charge(&self, battle: &Battle, id: UnitId) -> bool {
        let (unit, arm) = (battle.unit(id), self.arm(battle, id));
        let formed = match arm {
            Arm::Infantry => unit.formation == Formation::Line,
            Arm::Cavalry => unit.mounted && unit.formation == Formation::Line,
            _ => false,
        };
        formed
            && unit.condition.panic == 0
            && !unit.prone
            && !unit.done.moved
            && !unit.done.stands_still
            && unit.done.fired != Some(Stance::Hold)
            && !unit.has_withdrawn(battle.turn)
            && !battle.is_in_contact(id)
            && !battle.announced.iter().any(|announced| announced.unit == id)
    }

    /// The dice of a charge.
    pub(super) fn charge_dice(&self, battle: &Battle, id: UnitId) -> i32 {
        let dice = |mover| i32::from(self.book.tables.movement_dice.at(mover).value);
        match self.arm(battle, id) {
            Arm::Cavalry if battle.unit(id).moved_last_turn => {
                dice(Mover::Cavalry) + i32::from(self.book.limit(Limit::CavalryChargeExtra))
            }
            Arm::Cavalry => i32::from(self.book.limit(Limit::CavalryFirstTurn)),
            _ => dice(Mover::Infantry),
        }
    }

    fn tell_charge_of(&self, battle: &Battle, board: &Board, id: UnitId, listener: Listener<'_>) -> bool {
        let (dice, far) = (self.charge_dice(battle, id), self.charge_yards(battle, id));
        // COST: whoever has nobody before him whom he might reach is spared the look around.
        let own = &board.marks[id.index()];
        let near = |(place, enemy): (usize, &Mark)| {
            enemy.side != own.side
                && rough_between(own.at.centre, enemy.at.centre) < far + own.span + enemy.span
                && faces(&own.at, own.ahead, &enemy.at)
                && {
                    let yards = self.foe(battle, UnitId::at(place), enemy, &own.at).yards;
                    yards < far && !self.is_hopeless(battle, id, yards, dice)
                }
        };
        if !board.on_field().any(near) {
            return false;
        }
        let around = self.look_around(battle, board, id, 0);
        let targets = self.best_charges(battle, board, &around, LOOKED_AT);
        let any = !targets.is_empty();
        for (told, target) in targets {
            listener(Command::AnnounceCharge { unit: id, target, column_die: false, behind: None }, told);
        }
        if any {
            let stay = self.weigh_place(&around, &around.start, Bearing::of(battle.unit(id).mounted, true));
            listener(Command::Pass { unit: id }, Prospect { act: Act::Pass, harm: 0, ..stay });
        }
        any
    }

    /// Yards that the dice of a charge carry at most.
    fn charge_yards(&self, battle: &Battle, id: UnitId) -> i32 {
        self.charge_dice(battle, id) * MOST_OF_DIE * self.inch / 10 / YARD
    }

    /// The charges with a fair chance that promise most, the best first, and no more than so many of them.
    ///
    /// COST: the way of a charge is dear to look for, so it is looked for last, and for nobody who comes too late.
    pub(super) fn best_charges(
        &self,
        battle: &Battle,
        board: &Board,
        around: &Around,
        wanted: usize,
    ) -> ArrayVec<(Prospect, UnitId), LOOKED_AT> {
        let (dice, far, ahead) =
            (self.charge_dice(battle, around.id), self.charge_yards(battle, around.id), around.start.ahead());
        let mut chances: ArrayVec<(Prospect, UnitId), NOTICED> = ArrayVec::new();
        for foe in around.foes.iter().filter(|foe| foe.yards < far && faces(&around.start, ahead, &foe.at)) {
            if self.is_hopeless(battle, around.id, foe.yards, dice) {
                continue;
            }
            let told = self.charge_prospect((battle, board), around, foe, dice);
            if told.chance >= HOPELESS {
                chances.push((told, foe.id));
            }
        }
        chances.sort_by_key(|(told, _)| told.risk - told.harm);
        let wanted = wanted.min(LOOKED_AT);
        chances.into_iter().filter(|(_, target)| self.has_way_to(battle, around.id, *target)).take(wanted).collect()
    }

    /// Whether a unit sees an enemy and has a way to charge him: whoever holds his fire for a charge must be able to make it.
    fn has_way_to(&self, battle: &Battle, id: UnitId, target: UnitId) -> bool {
        self.is_ahead_of(battle, target, id)
            && self.sees(battle, id, target)
            && self.charge_route(battle, id, target).is_ok()
    }

    /// How often the dice carry a charge to an enemy so far away, in thousandths.
    fn reaches(&self, battle: &Battle, id: UnitId, yards: i32, dice: i32) -> i32 {
        let halved = if battle.unit(id).done.fired.is_some() { 2 } else { 1 };
        // Tenths of inches.
        let need = yards * 10 * YARD / self.inch.max(1) * halved;
        let slack = dice * AVERAGE_DIE + dice * SPREAD - need;
        (1_000 * slack / (2 * dice * SPREAD).max(1)).clamp(0, 1_000)
    }

    /// What the nerve of whoever charges takes from his chances, in thousandths.
    fn daunted(&self, grade: Grade) -> i32 {
        120 * (9 - self.morale_value(grade)).max(0)
    }

    /// COST: whether a charge has no fair chance even if nobody fires at it and the enemy is beaten: most are too far away.
    fn is_hopeless(&self, battle: &Battle, id: UnitId, yards: i32, dice: i32) -> bool {
        let shaken = self.daunted(battle.unit(id).grade).min(SHAKEN_MOST);
        let arrives = self.reaches(battle, id, yards, dice) * (1_000 - shaken) / 1_000;
        arrives * (1_000 * BEATS_QUARTERS / 4) / 1_000 < HOPELESS
    }

    /// What a charge promises, roughly.
    fn charge_prospect(&self, (battle, board): (&Battle, &Board), around: &Around, foe: &Foe, dice: i32) -> Prospect {
        let (own, theirs) = (battle.unit(around.id), battle.unit(foe.id));
        let reaches = self.reaches(battle, around.id, foe.yards, dice);
        let (_, before_it) = foe.to(around.start.centre);
        let fires = foe.weapon.filter(|_| before_it && theirs.formation != Formation::Limbered);
        let shift = self.estimates.stationary() + around.exposed;
        let close = fires.map_or(0, |weapon| foe.stands * self.estimates.factor(weapon, 100));
        // One fire at the mark for certain unless it begins within it, and mostly another close up; one of all who come on.
        let (others, joined) = self.joined_by(battle, board, around, foe);
        let volleys = if foe.yards > self.distance(Distance::FirstFire) / YARD { 5 } else { 3 };
        let fire = self.estimates.men_hit(close, shift) * volleys / 3 * 2 / (2 + joined);
        let men = self.men_in(battle, around.id).max(1);
        let shaken = (1_500 * fire / men + self.daunted(own.grade)).min(SHAKEN_MOST);
        let arm = self.arm(battle, foe.id);
        let counts = if arm.is_artillery() { 500 } else { 1_000 };
        let strength = |stands: i32, each: i32| Decimal::from_thousandths(stands * each);
        let nerve =
            self.morale_value(theirs.grade) - i32::from(theirs.condition.panic) - i32::from(theirs.condition.lost / 2);
        let stands_for = ((nerve + 1) * 100).clamp(200, 1_000);
        let cover = self.shelter(&foe.at, theirs.mounted, Some(around.start.centre)) as i32;
        let better = (self.morale_value(own.grade) - self.morale_value(theirs.grade)).clamp(-2, 2);
        let columns = better - cover + if before_it && !theirs.prone { 0 } else { 2 } - i32::from(around.exposed > 0);
        let odds = self.estimates.combat(
            &self.book,
            strength(around.stands as i32 + others, 1_000),
            strength(i32::from(theirs.condition.stands), counts),
            columns,
        );
        let arrives = reaches * (1_000 - shaken) / 1_000;
        let beats = (1_000 - stands_for + stands_for * odds.won / 1_000) * BEATS_QUARTERS / 4;
        let their_men = self.men_in(battle, foe.id);
        let per = self.men_per_stand(battle, foe.id);
        // Whoever is driven off is no use for a while.
        let harm = odds.harm * per / 1_000 + their_men * beats / 3_000;
        let repulsed = men * odds.lost / 4_000 * stands_for / 1_000;
        Prospect {
            harm: harm * arrives / 1_000,
            risk: fire + odds.cost * self.men_per_stand(battle, around.id) / 1_000 + repulsed,
            chance: arrives * beats / 1_000,
            flanking: !before_it,
            mass: self.mass(board, around, foe, 500),
            nearer: (rough_between(around.start.centre, around.goal) - rough_between(foe.at.centre, around.goal))
                .max(0),
            enemy: 0,
            worn: around.worn,
            piece: Some(PieceId(around.id.0)),
            merit: self.stake(battle, around, foe) * arrives / 1_000 * beats / 1_000,
            ..Prospect::of(Act::Charge)
        }
    }

    /// The stands that charge the same enemy or could do so, and twice the units they belong to.
    fn joined_by(&self, battle: &Battle, board: &Board, around: &Around, foe: &Foe) -> (i32, i32) {
        let (mut stands, mut units) = (0, 0);
        for id in self.active(battle).filter(|id| *id != around.id) {
            let unit = battle.unit(id);
            let mut announced = battle.announced.iter().filter(|announced| announced.unit == id);
            // Who may join is half of who has said so.
            let (joins, part) = match announced.next() {
                Some(announced) => (announced.target == foe.id, 1),
                None => {
                    let mark = &board.marks[id.index()];
                    let joins = rough_between(unit.centre, foe.at.centre) < mark.span + JOINING_YARDS
                        && self.could_charge(battle, id)
                        && faces(&mark.at, mark.ahead, &foe.at);
                    (joins, 2)
                }
            };
            if joins {
                (stands, units) = (stands + i32::from(unit.condition.stands) / part, units + 2 / part);
            }
        }
        (stands, units)
    }

    /// What it is worth, in men, to drive an enemy from where he stands: the objectives near him.
    fn stake(&self, battle: &Battle, around: &Around, foe: &Foe) -> i32 {
        let side = self.side(battle, around.id);
        let mut worth = 0;
        for (objective, held) in self.objectives.iter().zip(&battle.objectives) {
            let disputed = held.by != Some(side) || battle.turn + 1 >= self.turns;
            if disputed && rough_between(foe.at.centre, objective.at) < STAKE_YARDS {
                worth += i32::from(objective.worth[side as usize].max(objective.worth[side.enemy() as usize]));
            }
        }
        worth * self.estimates.men_in_stand(Arm::Infantry) / STAKE_PART
    }

    fn morale_value(&self, grade: Grade) -> i32 {
        let known = self.book.tables.morale_value.at(grade).value.0;
        known.or(self.book.tables.morale_value.at(Grade::Poor).value.0).map_or(0, i32::from)
    }

    /// Men in a stand of a unit.
    pub(super) fn men_per_stand(&self, battle: &Battle, id: UnitId) -> i32 {
        self.estimates.men_in_stand(self.arm(battle, id))
    }

    /// Men left in a unit.
    pub(super) fn men_in(&self, battle: &Battle, id: UnitId) -> i32 {
        i32::from(battle.unit(id).condition.stands) * self.men_per_stand(battle, id)
    }
}
