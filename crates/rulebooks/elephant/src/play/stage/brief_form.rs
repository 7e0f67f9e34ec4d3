//! Another formation for the unit that moves: where the enemy is near or far enough for it, and there is room.

use engine::stage::Act;
use field::ground::YARD;

use super::super::Command;
use super::super::movement::{bit, nobody};
use super::super::state::Unit;
use super::Listener;
use super::around::{faces, rough_between};
use super::brief_march::{FIGHTING_YARDS, MARCHING_YARDS, THERE_YARDS};
use super::brief_steps::{BATTERY_QUARTERS, FALL_BACK_YARDS, FORMING_HITS, March};
use crate::charts::Penalty;
use crate::unit::{Arm, Formation};

/// From so many stands on a unit forms in two ranks, and no line is deeper than this many.
const LARGE: u16 = 6;
const RANKS_MAX: u16 = 3;

impl March<'_> {
    pub(super) fn limber(&self, listener: Listener<'_>) {
        if self.moving.penalties & bit(Penalty::Limber) == 0 {
            self.reshape(Command::Limber, Penalty::Limber, listener);
        }
    }

    /// Another formation where the enemy is near or far enough for it.
    pub(super) fn change(&self, enemy: i32, listener: Listener<'_>) {
        let formed = bit(Penalty::LineToColumn) | bit(Penalty::ColumnToLine) | bit(Penalty::Mount);
        let changed = self.moving.penalties & formed != 0;
        let goal = rough_between(self.around.start.centre, self.around.goal);
        match (self.arm, self.unit.formation) {
            (Arm::Infantry | Arm::Cavalry, Formation::Column) if enemy < MARCHING_YARDS && !changed => {
                self.form_line(listener);
            }
            // Where there is no room to turn a line, a column has it.
            (Arm::Infantry, Formation::Line) if !changed && self.moving.gone == 0 && self.is_hemmed_in() => {
                self.form(Formation::Column, 2, listener);
            }
            (Arm::Infantry | Arm::Cavalry, Formation::Line)
                if enemy > MARCHING_YARDS + 200 && goal > FIGHTING_YARDS && !changed =>
            {
                self.form(Formation::Column, 2, listener);
            }
            (Arm::FieldArtillery | Arm::HorseArtillery, Formation::Limbered) => {
                let Some(weapon) = self.around.weapon else { return };
                let (ahead, reach) = (self.around.start.ahead(), self.theatre.estimates.reach(weapon));
                let near = self.theatre.estimates.effective(weapon) * BATTERY_QUARTERS / 4;
                let reach = if goal > THERE_YARDS { reach.min(near) } else { reach };
                let fires = |foe: &super::around::Foe| {
                    foe.yards < reach && !foe.hidden && !foe.picket && faces(&self.around.start, ahead, &foe.at)
                };
                if self.around.foes.iter().any(fires) {
                    self.reshape(Command::Unlimber, Penalty::Limber, listener);
                }
            }
            _ => {}
        }
        if self.arm == Arm::Cavalry && self.unit.mounted && enemy < FALL_BACK_YARDS && !changed {
            self.reshape(Command::Dismount, Penalty::Mount, listener);
        }
    }

    /// A line: in two ranks where the unit is large, as every stand fires whatever its rank and a brigade has only so much room;
    /// else in one, or as deep as the room asks for.
    pub(super) fn form_line(&self, listener: Listener<'_>) {
        let stands = self.unit.condition.stands;
        let widest = if stands >= LARGE { 2 } else { 1 };
        for ranks in widest..=RANKS_MAX {
            let files = u8::try_from(stands.div_ceil(ranks)).unwrap_or(u8::MAX);
            if self.form(Formation::Line, files, listener) {
                return;
            }
        }
    }

    pub(super) fn form(&self, formation: Formation, files: u8, listener: Listener<'_>) -> bool {
        let mut changed = Unit { formation, ..*self.unit };
        changed.files = self.theatre.most_files(self.arm, &changed, files);
        let penalty = if changed.files < self.unit.files { Penalty::LineToColumn } else { Penalty::ColumnToLine };
        self.reshape_to(Command::ChangeFormation { formation, files: changed.files }, changed, penalty, listener)
    }

    pub(super) fn reshape(&self, command: Command, penalty: Penalty, listener: Listener<'_>) {
        let mut changed = Unit { files: u8::MAX, ..*self.unit };
        (changed.formation, changed.mounted) = match command {
            Command::Limber => (Formation::Limbered, false),
            Command::Unlimber => (Formation::Unlimbered, false),
            Command::MountUp => (Formation::Line, true),
            _ => (Formation::Skirmish, false),
        };
        if self.unit.parent.is_some() && penalty == Penalty::Mount || self.theatre.book.switches.horse_holders {
            return;
        }
        changed.files = self.theatre.most_files(self.arm, &changed, u8::MAX);
        self.reshape_to(command, changed, penalty, listener);
    }

    /// Offers another shape if there is room for it and the dice can pay for it; whether it did.
    fn reshape_to(&self, command: Command, changed: Unit, penalty: Penalty, listener: Listener<'_>) -> bool {
        let unit = self.unit;
        let same =
            changed.formation == unit.formation && changed.files == unit.files && changed.mounted == unit.mounted;
        let line = changed.formation == Formation::Line;
        let deep = line && u16::from(changed.files) < unit.condition.stands.div_ceil(3).max(1);
        if same || deep || unit.overenthusiastic && !line {
            return false;
        }
        if let Some(found) = self.probe {
            found.set(true);
            return true;
        }
        let Ok(there) = self.theatre.weigh_shape(self.battle, self.moving, changed, penalty, &mut nobody()) else {
            return false;
        };
        let block = self.theatre.footprint_of(self.arm, &there.0);
        let mut told = self.place(&block, changed.formation);
        told.act = Act::Form;
        // What a formation is worth by itself: a column goes farther, a line fires and is a poorer target.
        let enemy = self.around.enemy_yards();
        let men = self.theatre.estimates.men_per_hit;
        if let Command::Limber = command {
            // Guns limber to go somewhere.
            told.act = Act::Advance;
            told.nearer = rough_between(self.around.start.centre, self.around.goal).min(self.left / YARD / 2);
        }
        told.merit += match changed.formation {
            Formation::Line if enemy < FIGHTING_YARDS && self.looks_at_enemy(&block) => FORMING_HITS * men,
            Formation::Line if enemy < FIGHTING_YARDS => 0,
            Formation::Column if enemy < FIGHTING_YARDS => 6 * men,
            Formation::Line | Formation::Column => men,
            Formation::Unlimbered => told.harm,
            _ => 0,
        };
        listener(command, told);
        true
    }
}
