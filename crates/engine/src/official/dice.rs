//! Where dice come from.

use std::convert::Infallible;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Waiting;
use crate::{Die, Fault, Halt, Rule, Throw};

/// A source of dice.
pub trait Dice {
    /// What it means to wait for them.
    type Pause;

    /// Fills `faces` (as many as the throw has dice) with what the dice show.
    fn throw(&mut self, throw: Throw, rule: Rule, faces: &mut [u8]) -> Result<(), Halt<Self::Pause>>;
}

impl<D: Dice + ?Sized> Dice for &mut D {
    type Pause = D::Pause;

    fn throw(&mut self, throw: Throw, rule: Rule, faces: &mut [u8]) -> Result<(), Halt<D::Pause>> {
        (**self).throw(throw, rule, faces)
    }
}

/// Fast dice for rollouts: good for statistics, not for secrets. One seed, one sequence, on every machine.
#[derive(Clone, Debug)]
pub struct Fast(Xoshiro256PlusPlus);

impl Fast {
    /// Dice that follow from `seed`.
    pub fn seeded(seed: u64) -> Self {
        Fast(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Always the same dice, for whoever looks ahead and throws none. COST: spreading a seed takes longer than most looks.
    pub fn idle() -> Self {
        Fast(Xoshiro256PlusPlus::from_seed([1; 32]))
    }

    /// A number below `bound`, each equally likely.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        unbiased_below(bound, || self.0.next_u32())
    }
}

impl Dice for Fast {
    type Pause = Infallible;

    // COST: always inlined, so that the kind and number of dice, which a rule mostly gives as constants, are settled.
    #[inline(always)]
    fn throw(&mut self, throw: Throw, _: Rule, faces: &mut [u8]) -> Result<(), Halt<Infallible>> {
        let die = throw.die();
        for face in faces {
            *face = die.face(self.below(u32::from(die.sides())) as u8);
        }
        Ok(())
    }
}

/// A number below `bound` out of 32 random bits at a time, without bias: one multiplication, and another word only when
/// the first falls into the short remainder that would favour some numbers.
#[inline]
pub(crate) fn unbiased_below(bound: u32, mut bits: impl FnMut() -> u32) -> u32 {
    let mut product = u64::from(bits()) * u64::from(bound);
    if (product as u32) < bound {
        let remainder = bound.wrapping_neg() % bound.max(1);
        while (product as u32) < remainder {
            product = u64::from(bits()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Dice written down beforehand, no more and no fewer: replays and scripted tests.
#[derive(Clone, Debug)]
pub struct Scripted<'a> {
    faces: &'a [u8],
    used: usize,
}

impl<'a> Scripted<'a> {
    /// Dice that show these faces, one after another.
    pub fn new(faces: &'a [u8]) -> Self {
        Scripted { faces, used: 0 }
    }

    /// Fine if every die was used.
    pub fn finish(&self) -> Result<(), Fault> {
        match self.faces.get(self.used..) {
            None | Some([]) => Ok(()),
            Some(left) => Err(Fault::at("dice", 0, self.used + 1, format!("{} dice were never thrown", left.len()))
                .hint(format!("leave out {left:?}, or look for the rule that should have asked for them"))),
        }
    }
}

impl Dice for Scripted<'_> {
    type Pause = Infallible;

    // COST: always inlined, so that one die is one step along the list.
    #[inline(always)]
    fn throw(&mut self, throw: Throw, rule: Rule, faces: &mut [u8]) -> Result<(), Halt<Infallible>> {
        let die = throw.die();
        for face in faces {
            let Some(given) = self.faces.get(self.used) else {
                return Err(missing(throw, rule, self.used).into());
            };
            if !die.shows(*given) {
                return Err(out_of_range(die, rule, *given, self.used).into());
            }
            *face = *given;
            self.used += 1;
        }
        Ok(())
    }
}

/// The dice thrown so far, and then more from somewhere else: how a paused command runs again.
#[derive(Clone, Debug)]
pub struct Continued<N> {
    /// Every face so far; fresh ones are added at the end.
    pub faces: Vec<u8>,
    /// Where the next ones come from.
    pub next: N,
    used: usize,
}

impl<N> Continued<N> {
    /// Starts again with the dice thrown so far.
    pub fn new(faces: Vec<u8>, next: N) -> Self {
        Continued { faces, next, used: 0 }
    }

    /// How many dice have been used.
    pub fn used(&self) -> usize {
        self.used
    }
}

impl<N: Dice<Pause = Waiting>> Dice for Continued<N> {
    type Pause = Waiting;

    fn throw(&mut self, throw: Throw, rule: Rule, faces: &mut [u8]) -> Result<(), Halt<Waiting>> {
        if let Some(given) = self.faces.get(self.used..self.used + faces.len()) {
            check_faces(throw, rule, given, self.used)?;
            faces.copy_from_slice(given);
        } else if self.used < self.faces.len() {
            return Err(missing(throw, rule, self.faces.len()).into());
        } else {
            self.next.throw(throw, rule, faces)?;
            self.faces.extend_from_slice(faces);
        }
        self.used += faces.len();
        Ok(())
    }
}

/// Dice that people throw on a real table: the umpire waits for them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Typed;

impl Dice for Typed {
    type Pause = Waiting;

    fn throw(&mut self, throw: Throw, rule: Rule, _: &mut [u8]) -> Result<(), Halt<Waiting>> {
        Err(Halt::Pause(Waiting::Dice { throw, rule }))
    }
}

#[inline]
fn check_faces(throw: Throw, rule: Rule, faces: &[u8], used: usize) -> Result<(), Fault> {
    let die = throw.die();
    match faces.iter().position(|face| !die.shows(*face)) {
        None => Ok(()),
        Some(place) => Err(out_of_range(die, rule, faces[place], used + place)),
    }
}

#[cold]
fn out_of_range(die: Die, rule: Rule, face: u8, place: usize) -> Fault {
    let (low, high) = die.span();
    Fault::at("dice", 0, place + 1, format!("a die ({die}) cannot show {face} ({rule} asked for it)"))
        .hint(format!("type a number from {low} to {high}"))
}

#[cold]
fn missing(throw: Throw, rule: Rule, used: usize) -> Fault {
    Fault::at("dice", 0, used + 1, format!("{rule} asks for {throw}, and no die is left"))
        .hint("add the missing dice at the end")
}
