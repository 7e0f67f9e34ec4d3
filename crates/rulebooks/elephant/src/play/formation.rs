//! Formations on the march: changing them, limbering, mounting, lying down and standing up.

use engine::book::Procedure;
use engine::{Refusal, Rule, Ruling};
use field::ground::Length;
use field::plane::{Footprint, moved};

use super::condition::tell;
use super::course::Course;
use super::geometry::is_far;
use super::morale::{Cause, Occasion};
use super::movement::bit;
use super::passage::size_of;
use super::state::{Battle, Moving, Phase, Unit, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::Penalty;
use crate::fire::Stance;
use crate::morale::MoraleOutcome;
use crate::movement::{Mount, MountSituation, StandUp, StandUpSituation};
use crate::rules::*;
use crate::unit::{Arm, Formation, check_formation};

impl Theatre {
    /// Whether a unit moves and charges with the extra die of a column: foot only, never riders.
    pub(super) fn has_column_die(&self, battle: &Battle, id: UnitId) -> bool {
        battle.unit(id).formation == Formation::Column && self.arm(battle, id) == Arm::Infantry
    }

    /// The unit that a detachment came from, as long as it is on the map.
    ///
    /// RULING: whoever has nobody left to rejoin is a unit of its own, and forms and mounts like any other.
    fn parent(&self, battle: &Battle, id: UnitId) -> Option<UnitId> {
        battle.unit(id).parent.filter(|parent| battle.unit(*parent).is_on_field())
    }

    /// The command `change-formation`.
    pub(super) fn change_formation<U: Referee>(
        &self,
        battle: &mut Course,
        formation: Formation,
        files: u8,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let moving = self.moving(battle)?;
        let (id, arm, unit) = (moving.unit, self.arm(battle, moving.unit), *battle.unit(moving.unit));
        let mut refusal = Refusal::new();
        check_formation(&mut refusal, "formation", arm, formation, unit.mounted);
        let may = matches!(arm, Arm::Infantry | Arm::Cavalry) && (arm == Arm::Infantry || unit.mounted);
        refusal.unless(may, "formation", SE_PEN_LINE_COLUMN, || {
            "only infantry and mounted cavalry change formation: guns limber, troopers mount".to_owned()
        });
        refusal.unless(formation != Formation::Skirmish, "formation", SE_SKIRM_1, || {
            "skirmishers are deployed, not formed: deploy them".to_owned()
        });
        refusal.unless(self.parent(battle, id).is_none(), "formation", SE_SKIRM_8_REJOIN, || {
            "a detachment does not form by itself: recall it to its parent".to_owned()
        });
        let storms = self.is_storming(battle, id);
        refusal.unless(!storms || formation == Formation::Line, "formation", SE_MORALE_RES_OVER, || {
            "an Overenthusiastic unit only forms line".to_owned()
        });
        refusal.verdict()?;
        let mut changed = Unit { formation, ..unit };
        changed.files = match formation {
            Formation::Square => self.forming_files(arm, &changed),
            _ => self.most_files(arm, &changed, files),
        };
        let stands = unit.condition.stands;
        let deepest = stands.div_ceil(3).max(1);
        refusal = Refusal::new();
        let deep = formation != Formation::Line || u16::from(changed.files) >= deepest;
        refusal.unless(deep, "files", SE_MOVE_LINE, || format!("a line has 1 to 3 ranks: give {deepest} to {stands}"));
        let same = changed.formation == unit.formation && changed.files == unit.files;
        refusal.unless_senseless(!same, "formation", || "it stands so already".to_owned());
        refusal.verdict()?;
        let penalty = if unit.formation == Formation::Skirmish {
            Penalty::Rejoin
        } else if changed.files < unit.files {
            Penalty::LineToColumn
        } else {
            Penalty::ColumnToLine
        };
        self.reform(battle, id, changed, penalty, umpire)
    }

    /// The commands `limber` and `unlimber`.
    pub(super) fn limber<U: Referee>(&self, battle: &mut Course, limber: bool, umpire: &mut U) -> Ruling<(), U> {
        let moving = self.moving(battle)?;
        let (id, unit) = (moving.unit, *battle.unit(moving.unit));
        let (from, to) = match limber {
            true => (Formation::Unlimbered, Formation::Limbered),
            false => (Formation::Limbered, Formation::Unlimbered),
        };
        let mut refusal = Refusal::new();
        let fits = self.arm(battle, id).is_artillery() && unit.formation == from && !moving.prolongs;
        refusal.unless(fits, "do", SE_PEN_LIMBER, || {
            format!(
                "only {from} guns that do not prolong can do that, and {} is in {}",
                self.name(battle, id),
                unit.formation
            )
        });
        refusal.verdict()?;
        let mut changed = Unit { formation: to, files: u8::MAX, ..unit };
        changed.files = self.most_files(self.arm(battle, id), &changed, u8::MAX);
        self.reform(battle, id, changed, Penalty::Limber, umpire)
    }

    /// The commands `mount-up` and `dismount`.
    pub(super) fn mount<U: Referee>(&self, battle: &mut Course, mount: bool, umpire: &mut U) -> Ruling<(), U> {
        let moving = self.moving(battle)?;
        let (id, unit) = (moving.unit, *battle.unit(moving.unit));
        let mut refusal = Refusal::new();
        let fits = self.arm(battle, id) == Arm::Cavalry && unit.mounted != mount && self.parent(battle, id).is_none();
        refusal.unless(fits, "do", SE_PEN_MOUNT, || {
            let who = if mount { "dismounted" } else { "mounted" };
            format!("only {who} cavalry can do that, and no detachment")
        });
        // Whoever dismounts skirmishes, and it may form nothing but line.
        refusal.unless(mount || !self.is_storming(battle, id), "do", SE_MORALE_RES_OVER, || {
            "Overenthusiastic cavalry stays in the saddle: advance at the nearest enemy".to_owned()
        });
        refusal.verdict()?;
        // Whoever is out as a detachment has his horses with him.
        let parts = battle.on_field().filter(|other| *other != id).map(|other| battle.unit(other));
        let out: u16 = parts.filter(|part| part.muster == unit.muster).map(|part| part.condition.stands).sum();
        let horses = self.regiment(battle, id).stands.saturating_sub(unit.condition.lost + out).max(1);
        let stands = unit.condition.stands;
        let situation = MountSituation { mounted: unit.mounted, stands, horses: mount.then_some(horses) };
        let outcome = Mount::run(&self.book, &situation, umpire)?;
        let mut changed = Unit { mounted: outcome.mounted, prone: false, files: u8::MAX, ..unit };
        changed.condition.stands = outcome.stands;
        changed.formation = if mount { Formation::Line } else { Formation::Skirmish };
        changed.files = self.most_files(Arm::Cavalry, &changed, u8::MAX);
        self.reform(battle, id, changed, Penalty::Mount, umpire)
    }

    /// Another shape for the moving unit, the middle of its front kept, and what then makes its move shorter.
    pub(super) fn weigh_shape<U: Referee>(
        &self,
        battle: &Battle,
        moving: &Moving,
        mut changed: Unit,
        penalty: Penalty,
        umpire: &mut U,
    ) -> Result<(Unit, u32), Refusal> {
        let id = moving.unit;
        let arm = self.arm(battle, id);
        let front = self.footprint(battle, id).front_centre();
        let half = self.footprint_of(arm, &changed).half_depth;
        changed.centre = moved(front, changed.heading.direction().back(), half);
        let there = self.footprint_of(arm, &changed);
        let formation_bits = bit(Penalty::LineToColumn) | bit(Penalty::ColumnToLine);
        // S 8: a change of formation counts once, whichever way it goes.
        let again = formation_bits & bit(penalty) != 0 && moving.penalties & formation_bits != 0;
        let penalties = if again { moving.penalties } else { moving.penalties | bit(penalty) };
        let mut refusal = Refusal::new();
        let rule = penalty_cited(penalty);
        if let Some(other) = self.lies_over(battle, id, &there) {
            refusal.unless(false, "formation", rule, || {
                format!("there is no room: {} stands in the way", self.name(battle, other))
            });
        }
        refusal
            .unless_senseless(self.is_on_map(&there), "formation", || "it would reach over the map's edge".to_owned());
        let (keep, rule_of_distance) = self.keeps_from_enemies(changed.formation);
        // Whoever begins to skirmish keeps a greater distance than he did.
        let extends = changed.formation == Formation::Skirmish && battle.unit(id).is_formed();
        if let Some((apart, enemy)) = self.comes_too_near(battle, id, &there, (keep, extends)) {
            refusal.unless(false, "formation", rule_of_distance, || {
                let (near, keep) = (apart / field::ground::YARD, keep / field::ground::YARD);
                format!(
                    "it would stand {near} yards from {}: keep {keep}, or move back first",
                    self.name(battle, enemy)
                )
            });
        }
        let allowed = self.allowed(battle, moving, penalties, umpire);
        refusal.unless(moving.gone <= allowed, "do", rule, || {
            let (gone, may) = (self.in_inches(moving.gone), self.in_inches(allowed));
            format!("it has gone {gone} inches, and with this it may go {may} in all: do it earlier in a move")
        });
        refusal.verdict()?;
        Ok((changed, penalties))
    }

    /// An enemy to whom a unit of another shape comes too near: nearer than it was, or than it may be if it did not have to keep
    /// this distance before.
    fn comes_too_near(
        &self,
        battle: &Battle,
        id: UnitId,
        there: &Footprint,
        (keep, newly): (Length, bool),
    ) -> Option<(Length, UnitId)> {
        let (here, reach) = (self.footprint(battle, id), size_of(there) + i64::from(keep));
        let enemies = self.of_side(battle, self.side(battle, id).enemy());
        let near = enemies.filter(|enemy| !self.is_beyond(battle.unit(*enemy), there.centre, reach));
        let near = near.map(|enemy| (enemy, self.footprint(battle, enemy))).filter(|(_, at)| !is_far(there, at, keep));
        near.map(|(enemy, at)| (there.distance(&at), enemy, here.distance(&at)))
            .filter(|(after, _, before)| *after < keep && (newly || after < before))
            .map(|(after, enemy, _)| (after, enemy))
            .min()
    }

    /// The moving unit takes another shape, if there is room and its dice can pay for it.
    fn reform<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        changed: Unit,
        penalty: Penalty,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let moving = self.moving(battle)?;
        let (changed, penalties) = self.weigh_shape(battle, &moving, changed, penalty, umpire)?;
        *battle.unit_mut(id) = changed;
        battle.unit_mut(id).done.marched = true;
        battle.moving = Some(Moving { penalties, ..moving });
        tell(umpire, || Deed::Stands { unit: id, centre: changed.centre, heading: changed.heading });
        Ok(())
    }

    /// The command `go-prone`: free, and the end of the move.
    pub(super) fn go_prone<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        let moving = self.moving(battle)?;
        let unit = *battle.unit(moving.unit);
        let arm = self.arm(battle, moving.unit);
        let lies = arm == Arm::Infantry || arm == Arm::Cavalry && !unit.mounted;
        let mut refusal = Refusal::new();
        refusal.unless(lies && unit.formation != Formation::Square, "do", SE_PEN_GOPRONE, || {
            format!(
                "only infantry and dismounted cavalry lie down, and no square: {} cannot",
                self.name(battle, moving.unit)
            )
        });
        refusal.unless(!self.is_storming(battle, moving.unit), "do", SE_MORALE_RES_OVER, || {
            "an Overenthusiastic unit does not lie down".to_owned()
        });
        refusal.verdict()?;
        umpire.cite(SE_PEN_GOPRONE);
        battle.unit_mut(moving.unit).prone = true;
        self.end_move(battle, umpire)
    }

    /// The command `stand-up`: a prone unit tests, and if it passes begins its move, with the dice of any other.
    pub(super) fn stand_up<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        dice: (bool, bool),
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Movement);
        self.check_active(battle, &mut refusal, "unit", id);
        refusal.verdict()?;
        let unit = *battle.unit(id);
        let mut refusal = Refusal::new();
        let idle = !unit.done.moved && battle.moving.is_none();
        refusal.unless(unit.prone, "unit", SE_PRONE_STAND_TEST, || {
            format!("{} does not lie down: move it", self.name(battle, id))
        });
        self.check_hold(battle, &mut refusal, id);
        refusal.unless(!battle.is_in_contact(id), "unit", SE_COMBAT_RES_ENGD, || {
            "a unit in a fight only breaks off: fight it out, or break off".to_owned()
        });
        refusal.unless(idle, "unit", SE_PRONE_STAND_TEST, || {
            "a unit stands up at the start of its move, when no other moves".to_owned()
        });
        self.check_not_passed(battle, &mut refusal, id);
        let stays = unit.done.fired == Some(Stance::Hold) || unit.has_withdrawn(battle.turn);
        refusal.unless(!stays, "unit", SE_FIRE_OPT_FULL, || {
            "it fired in place, or has withdrawn this turn: stand it up next turn".to_owned()
        });
        let penalties = self.check_dice(battle, id, dice, (bit(Penalty::RecoverProne), refusal))?;
        tell(umpire, || Deed::Acts { unit: id });
        let situation = StandUpSituation { unit: self.morale_situation(battle, id, Occasion::Plain) };
        let grade = crate::unit::settle_grade(&self.book, unit.grade, umpire)?;
        self.learn_grade(battle, id, grade);
        let situation = StandUpSituation { unit: crate::morale::MoraleSituation { grade, ..situation.unit } };
        self.spend_commander(battle, id);
        let outcome = StandUp::run(&self.book, &situation, umpire)?;
        battle.unit_mut(id).prone = !outcome.stands;
        let test = MoraleOutcome { result: outcome.result, grade, condition: outcome.condition };
        self.take_test(battle, id, &test, Cause::NOBODY, umpire);
        if !outcome.stands {
            battle.unit_mut(id).done.moved = true;
            return Ok(());
        }
        self.roll_move(battle, id, dice, penalties, umpire)
    }
}

fn penalty_cited(penalty: Penalty) -> Rule {
    match penalty {
        Penalty::Limber => SE_PEN_LIMBER,
        Penalty::Mount => SE_PEN_MOUNT,
        Penalty::Rejoin => SE_PEN_REJOIN,
        Penalty::LineToColumn => SE_PEN_LINE_COLUMN,
        _ => SE_PEN_COLUMN_LINE,
    }
}
