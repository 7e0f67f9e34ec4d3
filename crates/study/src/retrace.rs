//! A battle of two generals played again as a game, so that it can be saved, read and replayed.
//!
//! A study keeps only the figures of a battle. The same seed gives the same dice and the same decisions, so any battle of it can
//! be had in full afterwards: its dice come from the same stream, and stand in the save as typed.

use std::convert::Infallible;

use engine::book::AnyField;
use engine::game::{AnyGame, DiceMode};
use engine::stage::General;
use engine::{Fast, Fault, Halt, Seat, Secret, Side, Waiting};

use crate::bouts::enlist;

/// A battle that is being played again.
pub struct Retrace {
    /// The game so far.
    pub game: Box<dyn AnyGame>,
    generals: [Box<dyn General>; 2],
    dice: Fast,
}

impl Retrace {
    /// The battle that these generals, union first, fight with this seed.
    pub fn begin(field: &dyn AnyField, names: [&str; 2], seed: u64) -> Result<Self, Fault> {
        let mut generals = [enlist(names[0])?, enlist(names[1])?];
        for (general, side) in generals.iter_mut().zip(Side::ALL) {
            general.begin(engine::stage::seed_of(seed, side));
        }
        let title = format!("{}, {} against {}, seed {seed}", field.folder().name, names[0], names[1]);
        let seats = Side::ALL.map(|side| Seat::new(side.name(), names[side as usize])).to_vec();
        // Nobody throws the program's dice here, so the secret hides nothing.
        let game = field.begin(&title, seats, Secret::new([0; 32]))?;
        Ok(Retrace { game, generals, dice: Fast::seeded(seed) })
    }

    /// One decision or one throw more; `false` once the battle is over.
    pub fn step(&mut self) -> Result<bool, Halt<Infallible>> {
        let side = match self.game.waiting() {
            Some(Waiting::Dice { .. }) => return self.game.throw_with(&mut self.dice).map(|_| true),
            Some(Waiting::Answer(question)) => question.side,
            None => match self.game.side_to_act() {
                Some(side) => side,
                None => return Ok(false),
            },
        };
        let general = self.generals[side as usize].as_mut();
        self.game.consult(side, general, DiceMode::Typed).map(|_| true)
    }

    /// The whole battle.
    pub fn to_the_end(mut self) -> Result<Box<dyn AnyGame>, Halt<Infallible>> {
        while self.step()? {}
        Ok(self.game)
    }
}
