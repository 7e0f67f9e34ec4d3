//! The last look around, kept for the unit that begins to move: its dice do not change what it has around it.
//!
//! COST: whether it has a step to make is asked before the dice, and which one after them, with one look for both.

use super::super::Theatre;
use super::super::state::{Battle, Held, UnitId};
use super::around::Around;
use super::board::Board;

/// A look around, and when and how far it was taken.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    around: Around,
    go: i32,
    stamp: u64,
    turn: u8,
    objectives: Vec<Held>,
}

impl Board {
    /// Keeps a look around that was taken for whoever may go so many yards.
    pub(super) fn keep(&self, battle: &Battle, around: Around, go: i32) {
        let mut kept = self.kept.borrow_mut();
        if let Some(kept) = kept.as_deref_mut() {
            (kept.around, kept.go, kept.stamp, kept.turn) = (around, go, self.stamp, battle.turn);
            kept.objectives.clone_from(&battle.objectives);
        } else {
            let (stamp, turn, objectives) = (self.stamp, battle.turn, battle.objectives.clone());
            *kept = Some(Box::new(Kept { around, go, stamp, turn, objectives }));
        }
    }
}

impl Kept {
    /// Whether it is what a unit would see now that may go so many yards, but for what others have done.
    fn is_of(&self, battle: &Battle, board: &Board, (id, go): (UnitId, i32)) -> bool {
        self.around.id == id
            && self.go == go
            && self.stamp == board.stamp
            && self.turn == battle.turn
            && self.objectives == battle.objectives
    }
}

impl Theatre {
    /// Looks around for a unit that may go so many yards, and lets somebody see what it saw; the look that was kept where it
    /// would be the same.
    pub(super) fn with_look<T>(
        &self,
        battle: &Battle,
        board: &Board,
        (id, go): (UnitId, i32),
        see: impl FnOnce(&Around) -> T,
    ) -> T {
        let mut kept = board.kept.borrow_mut();
        if let Some(kept) = kept.as_deref_mut().filter(|kept| kept.is_of(battle, board, (id, go))) {
            self.renew_look(battle, board, &mut kept.around);
            return see(&kept.around);
        }
        see(&self.look_around(battle, board, id, go))
    }
}
