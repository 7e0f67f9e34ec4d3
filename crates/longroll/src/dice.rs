//! Dice for people at the command line: fair ones out of a fresh seed, and faces given beforehand.
//!
//! The only place that knows how fair dice are made here.

use engine::{Dice, Fault, Halt, Rule, Throw, Waiting};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::failure::Failure;

/// A seed: 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed that nobody could know before.
    pub fn fresh() -> Result<Self, Failure> {
        let mut bytes = [0; 32];
        match getrandom::fill(&mut bytes) {
            Ok(()) => Ok(Seed(bytes)),
            Err(error) => Err(Failure::bad(
                "dice",
                format!("the system gives no random numbers: {error}"),
                "throw real dice and give them with --dice",
            )),
        }
    }

    /// Reads up to 64 hexadecimal digits; fewer are filled up with zeros at the front.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() || text.len() > 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err("a seed is 1 to 64 hexadecimal digits".to_owned());
        }
        let digits = format!("{text:0>64}");
        let mut bytes = [0; 32];
        for (byte, place) in bytes.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&digits[place..place + 2], 16).map_err(|error| error.to_string())?;
        }
        Ok(Seed(bytes))
    }

    /// Its 64 digits.
    pub fn digits(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Fair dice: every face of a die equally likely, whatever fell before.
pub struct Fair(ChaCha20Rng);

impl Fair {
    /// Dice that follow from a seed.
    pub fn of(seed: &Seed) -> Self {
        Fair(ChaCha20Rng::from_seed(seed.0))
    }

    /// A number below `bound`, each equally likely: what would favour some numbers is thrown again.
    fn below(&mut self, bound: u8) -> u8 {
        let bound = u32::from(bound.max(1));
        let fair = u32::MAX - u32::MAX % bound;
        loop {
            let bits = self.0.next_u32();
            if bits < fair {
                return (bits % bound) as u8;
            }
        }
    }
}

impl Dice for Fair {
    type Pause = Waiting;

    fn throw(&mut self, throw: Throw, _: Rule, faces: &mut [u8]) -> Result<(), Halt<Waiting>> {
        let die = throw.die();
        for face in faces {
            *face = die.face(self.below(die.sides()));
        }
        Ok(())
    }
}

/// The faces of `--dice`, no more and no fewer.
pub struct Given {
    faces: Vec<u8>,
    used: usize,
}

impl Given {
    /// These faces, one after another.
    pub fn new(faces: Vec<u8>) -> Self {
        Given { faces, used: 0 }
    }

    /// Fine if every die was thrown; the others are named.
    pub fn finish(&self) -> Result<(), Failure> {
        let left = &self.faces[self.used..];
        if left.is_empty() {
            return Ok(());
        }
        let faces = left.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let why = match left.len() {
            1 => format!(
                "die {} (the {faces}) was never thrown: {} of {} settle it",
                self.used + 1,
                self.used,
                self.faces.len()
            ),
            _ => format!(
                "dice {} to {} ({faces}) were never thrown: {} of {} settle it",
                self.used + 1,
                self.faces.len(),
                self.used,
                self.faces.len()
            ),
        };
        Err(Failure::bad("--dice", why, "leave out what is too many"))
    }
}

impl Dice for Given {
    type Pause = Waiting;

    fn throw(&mut self, throw: Throw, rule: Rule, faces: &mut [u8]) -> Result<(), Halt<Waiting>> {
        let left = &self.faces[self.used..];
        let Some(given) = left.get(..faces.len()) else {
            let missing = self.faces.len() + 1;
            let reason = format!("die {missing} is missing: {rule} asks for {throw}, and {} left", were(left.len()));
            return Err(Fault::of_file("--dice", reason).hint(advice(throw)).into());
        };
        if let Some(place) = given.iter().position(|face| !throw.die().shows(*face)) {
            let (number, face) = (self.used + place + 1, given[place]);
            let reason = format!("die {number} shows {face}, but {rule} asks for {throw}");
            let (low, high) = throw.die().span();
            return Err(Fault::of_file("--dice", reason)
                .hint(format!("a {} shows {low} to {high}", throw.die()))
                .into());
        }
        faces.copy_from_slice(given);
        self.used += faces.len();
        Ok(())
    }
}

fn were(left: usize) -> String {
    match left {
        0 => "none is".to_owned(),
        1 => "one is".to_owned(),
        _ => format!("{left} are"),
    }
}

fn advice(throw: Throw) -> String {
    let (low, high) = throw.die().span();
    match throw.count() {
        1 => format!("add one number from {low} to {high}"),
        dice => format!("add {dice} numbers from {low} to {high}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_reads_back() {
        let seed = Seed::parse("c0ffee").unwrap();
        assert_eq!(Seed::parse(&seed.digits()), Ok(seed));
        assert!(seed.digits().ends_with("c0ffee"));
        for bad in ["", "xyz", &"0".repeat(65)] {
            assert!(Seed::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn fair_dice_show_every_face_about_equally_often() {
        let mut dice = Fair::of(&Seed::parse("1862").unwrap());
        let mut counts = [0_u32; 10];
        (0..100_000).for_each(|_| counts[usize::from(dice.below(10))] += 1);
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }
}
