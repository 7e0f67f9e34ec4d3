//! Dice for people at the command line: fair ones out of a fresh seed, and faces given beforehand.
//!
//! Fair dice are those of a game, with the seed for their secret and nobody's word in them; only the seed is drawn here.

use engine::{Commitment, Dice, FairDice, Fault, Halt, Rule, Secret, Throw, Waiting};

use crate::failure::Failure;
use crate::settle::describe;
use crate::text::counted;

/// A seed: 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed that nobody could know before.
    pub fn fresh() -> Result<Self, Failure> {
        fresh_bytes("throw real dice and give them with --dice").map(Seed)
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

    /// The fair dice that follow from it.
    pub fn dice(&self) -> FairDice {
        FairDice::new(&Secret::new(self.0), &[])
    }

    /// What would be published of it if it were the secret of a game.
    pub fn commitment(&self) -> Commitment {
        Secret::new(self.0).commitment()
    }

    /// Its 64 digits.
    pub fn digits(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A number that nobody could know before, short enough to be copied by hand.
pub fn fresh_number() -> Result<u64, Failure> {
    let bytes = fresh_bytes("give a number of your own with --seed")?;
    Ok(u32::from_le_bytes(bytes).into())
}

fn fresh_bytes<const COUNT: usize>(hint: &str) -> Result<[u8; COUNT], Failure> {
    let mut bytes = [0; COUNT];
    match getrandom::fill(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) => Err(Failure::bad("dice", format!("the system gives no random numbers: {error}"), hint)),
    }
}

/// Reads one face of `--dice`.
pub fn face(text: &str) -> Result<u8, String> {
    text.trim().parse().map_err(|_| "a die shows a whole number; give them as 7,3,5".to_owned())
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
        let (first, last) = (self.used + 1, self.faces.len());
        let settle = counted(self.used, "die settles it", "dice settle it");
        let why = match left.len() {
            1 => format!("die {first} (the {faces}) was never thrown: {settle}"),
            _ => format!("dice {first} to {last} ({faces}) were never thrown: {settle}"),
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
            let reason =
                format!("die {missing} is missing: {rule} asks for {}, and {} left", describe(throw), were(left.len()));
            return Err(Fault::of_file("--dice", reason).hint(advice(throw)).into());
        };
        if let Some(place) = given.iter().position(|face| !throw.die().shows(*face)) {
            let (number, face) = (self.used + place + 1, given[place]);
            let reason = format!("die {number} shows {face}, but {rule} asks for {}", describe(throw));
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
}
