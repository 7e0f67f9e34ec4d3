//! Going back: at once where nobody has learnt anything by it, else when everybody agrees.

use engine::Refusal;

use crate::journal::Note;
use crate::message::{Answered, Tell};
use crate::news::UndoLine;
use crate::seat::{Player, SeatId};
use crate::table::{Table, senseless};

/// A request to go back.
#[derive(Clone, Debug)]
pub(crate) struct UndoAsked {
    to: u32,
    by: SeatId,
    agreed: Vec<SeatId>,
}

impl Table {
    pub(crate) fn ask_undo(&mut self, seat: SeatId, to: u32) -> Answered {
        let mut refusal = Refusal::new();
        refusal.unless_senseless(self.role(seat).plays(), "undo", || {
            "only those who command a side ask to go back".to_owned()
        });
        refusal.unless_senseless(self.undo.is_none(), "undo", || {
            "somebody has asked already: agree to it or not first".to_owned()
        });
        refusal.verdict()?;
        if self.is_own_affair(seat, to) && self.game.undo(to, &[]).is_ok() {
            self.note(seat, Note::Undone { to });
            return Ok(Tell::Done);
        }
        let counts = self.game.save().lineage().counts(to) || to == 0;
        if !counts || to >= self.game.turn() || self.game.pending().is_some() {
            // The game itself says best why this cannot be.
            let everybody: Vec<String> = self.setup.seats.iter().map(|seat| seat.name.clone()).collect();
            let names: Vec<&str> = everybody.iter().map(String::as_str).collect();
            self.game.undo(to, &names)?;
            return Ok(Tell::Done);
        }
        if self.setup.seats.iter().any(|seat| seat.role.plays() && seat.player != Player::Person) {
            self.game.save().general_agrees(to)?;
        }
        self.undo = Some(UndoAsked { to, by: seat, agreed: vec![seat] });
        self.note(seat, Note::UndoAsked { to });
        self.settle_undo(seat)
    }

    pub(crate) fn consent(&mut self, seat: SeatId, yes: bool) -> Answered {
        let wanted = self.wanted();
        let Some(asked) = &mut self.undo else {
            return Err(senseless("consent", "nobody has asked to go back").into());
        };
        if !yes && (wanted.contains(&seat) || asked.by == seat) {
            self.undo = None;
            self.note(seat, Note::UndoDenied);
            return Ok(Tell::Done);
        }
        if !wanted.contains(&seat) {
            return Err(senseless("consent", "your consent is not wanted, or given already").into());
        }
        asked.agreed.push(seat);
        self.settle_undo(seat)
    }

    /// Goes back once nobody's consent is wanted any more.
    fn settle_undo(&mut self, seat: SeatId) -> Answered {
        if !self.wanted().is_empty() {
            return Ok(Tell::Done);
        }
        let Some(asked) = self.undo.take() else { return Ok(Tell::Done) };
        // Programs agree to whatever people may ask of them.
        let names: Vec<String> = self.setup.seats.iter().map(|seat| seat.name.clone()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.game.undo(asked.to, &names)?;
        self.note(seat, Note::Undone { to: asked.to });
        Ok(Tell::Done)
    }

    /// The people who command a side and have not agreed yet.
    fn wanted(&self) -> Vec<SeatId> {
        let Some(asked) = &self.undo else { return Vec::new() };
        let seats = self.setup.seats.iter().enumerate();
        let people = seats.filter(|(_, seat)| seat.role.plays() && seat.player == Player::Person);
        people.map(|(number, _)| SeatId(number as u8)).filter(|seat| !asked.agreed.contains(seat)).collect()
    }

    /// Whether all orders after a turn were this seat's own.
    fn is_own_affair(&self, seat: SeatId, to: u32) -> bool {
        let role = self.role(seat);
        let after = self.orders_by.iter().filter(|(turn, _)| *turn > to && self.game.save().lineage().counts(*turn));
        let mut after = after.peekable();
        after.peek().is_some() && after.all(|(_, by)| self.role(*by) == role)
    }

    pub(crate) fn undo_line(&self) -> Option<UndoLine> {
        self.undo.as_ref().map(|asked| UndoLine { to: asked.to, by: asked.by, wanted: self.wanted() })
    }
}
