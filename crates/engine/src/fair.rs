//! Fair dice: thrown by the program, provable afterwards.
//!
//! 1. Whoever starts the game draws a [`Secret`] and publishes its [`Commitment`].
//! 2. Then each seat adds a word of its own ([`Seat`]).
//! 3. Secret and words together make the key. Die number `n` follows from the key and from `n` alone, so no die depends
//!    on how many were thrown before it in one run, and no undo ever brings a number back.
//! 4. At the end the secret is shown, and anybody can throw every die again.
//!
//! Nobody who fixed the secret first could foresee the words, and nobody who chose a word knew the secret. The scheme and
//! its limits are described in `docs/fair-dice.md`; a change here changes every die of every saved game.

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::official::unbiased_below;
use crate::{Dice, Die, Fault, Halt, Rule, Throw, Waiting};

/// The context under which a secret is committed to. Part of the format: it also stands in `docs/fair-dice.md`.
pub const COMMITMENT_CONTEXT: &str = "longroll dice commitment v1";
/// The context under which the key is made. Part of the format: it also stands in `docs/fair-dice.md`.
pub const KEY_CONTEXT: &str = "longroll dice key v1";

/// Mixed into the key of marks, which so is neither that of the dice nor a commitment.
const MARK_CONTEXT: &str = "longroll mark key v1";

/// Thirty-two random bytes that nobody but the thrower knows until the game is closed.
///
/// The engine has no random source: the caller draws them, from the operating system.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Wraps bytes that were drawn at random.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Secret(bytes)
    }

    /// The bytes themselves: to keep them somewhere safe, or to show them when the game is over.
    pub const fn reveal(&self) -> [u8; 32] {
        self.0
    }

    /// What is published before the first word is given: it binds to the secret and tells nothing about it.
    pub fn commitment(&self) -> Commitment {
        Commitment(blake3::derive_key(COMMITMENT_CONTEXT, &self.0))
    }

    /// A mark for bytes that not everybody may know: the same bytes have the same mark, and who has not the secret cannot find
    /// out by trying which bytes they were.
    pub fn mark(&self, bytes: &[u8]) -> [u8; 32] {
        *blake3::keyed_hash(&blake3::derive_key(MARK_CONTEXT, &self.0), bytes).as_bytes()
    }
}

/// Says nothing: a secret must not get into a log by accident.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The fingerprint of a secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commitment(pub [u8; 32]);

impl Commitment {
    /// Fine if this is the secret that was committed to.
    pub fn check(&self, secret: &Secret) -> Result<(), Fault> {
        if secret.commitment() == *self {
            return Ok(());
        }
        Err(Fault::of_file("dice", "this is not the secret that the game was started with")
            .hint(format!("its commitment would be {}, and the game has {self}", secret.commitment())))
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

/// A player's place in a game, and the word he added to its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Who sits there.
    pub name: String,
    /// The word, chosen after the commitment was published.
    pub word: String,
}

impl Seat {
    /// A seat and its word.
    pub fn new(name: impl Into<String>, word: impl Into<String>) -> Self {
        Seat { name: name.into(), word: word.into() }
    }
}

/// The game's own dice. Die number `n` is the same whenever it is thrown.
#[derive(Clone)]
pub struct FairDice {
    key: [u8; 32],
    thrown: u64,
}

impl FairDice {
    /// The dice of a secret and the words of all seats, none of them thrown yet.
    pub fn new(secret: &Secret, seats: &[Seat]) -> Self {
        // Every length is written before its bytes, so that no two lists of seats can look alike.
        let mut material = blake3::Hasher::new_derive_key(KEY_CONTEXT);
        material.update(&secret.0);
        material.update(&(seats.len() as u64).to_le_bytes());
        for text in seats.iter().flat_map(|seat| [&seat.name, &seat.word]) {
            material.update(&(text.len() as u64).to_le_bytes());
            material.update(text.as_bytes());
        }
        FairDice { key: *material.finalize().as_bytes(), thrown: 0 }
    }

    /// The same dice after so many have been thrown.
    pub fn after(mut self, thrown: u64) -> Self {
        self.thrown = thrown;
        self
    }

    /// How many dice have been thrown; the next one has this number plus one. Never goes back.
    pub fn thrown(&self) -> u64 {
        self.thrown
    }

    /// What die number `number` (the first is 1) shows if it is a `die`.
    pub fn show(&self, number: u64, die: Die) -> u8 {
        let mut stream = ChaCha20Rng::from_seed(self.key);
        stream.set_stream(number);
        die.face(unbiased_below(u32::from(die.sides()), || stream.next_u32()) as u8)
    }

    /// Recomputes the dice from number `first` on, and reports each that should have shown something else.
    pub fn verify(&self, first: u64, die: Die, faces: &[u8]) -> Vec<WrongDie> {
        faces
            .iter()
            .enumerate()
            .filter_map(|(place, shown)| {
                let number = first.wrapping_add(place as u64);
                let expected = self.show(number, die);
                (expected != *shown).then_some(WrongDie { number, shown: *shown, expected })
            })
            .collect()
    }
}

/// Says how far the dice have come and never how they will fall.
impl fmt::Debug for FairDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FairDice {{ thrown: {}, .. }}", self.thrown)
    }
}

impl Dice for FairDice {
    type Pause = Waiting;

    fn throw(&mut self, throw: Throw, _: Rule, faces: &mut [u8]) -> Result<(), Halt<Waiting>> {
        for face in faces {
            self.thrown += 1;
            *face = self.show(self.thrown, throw.die());
        }
        Ok(())
    }
}

/// A die that the program cannot have thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WrongDie {
    /// Its number.
    pub number: u64,
    /// What the record says it showed.
    pub shown: u8,
    /// What it must have shown.
    pub expected: u8,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LedgerEntry, Official, RuleKind};

    static ENTRY: LedgerEntry =
        LedgerEntry { id: "T-1", kind: RuleKind::Rule, chart: "Test", statement: "a test", index: 0 };
    const RULE: Rule = Rule::from_ledger(&ENTRY);

    fn secret() -> Secret {
        Secret::new(std::array::from_fn(|place| place as u8))
    }

    fn seats() -> Vec<Seat> {
        vec![Seat::new("Anna", "magnolia"), Seat::new("Ben", "43")]
    }

    fn first(dice: &FairDice, die: Die, count: u64) -> Vec<u8> {
        (1..=count).map(|number| dice.show(number, die)).collect()
    }

    /// Known outputs, found by the Python program in `docs/fair-dice.md`, which shares no code with this. They must never
    /// change.
    #[test]
    fn known_secret_gives_known_commitment_and_dice() {
        assert_eq!(
            secret().commitment().to_string(),
            "788258423cdf36d9d7f575ade48b9a14f3ad6bc9b1a0829478362630b86ae277"
        );
        let dice = FairDice::new(&secret(), &seats());
        assert_eq!(first(&dice, Die::D6, 12), [5, 6, 3, 5, 4, 2, 4, 5, 3, 1, 4, 6]);
        assert_eq!(first(&dice, Die::D10, 12), [6, 8, 4, 8, 5, 2, 6, 7, 3, 1, 6, 9]);
        assert_eq!(first(&dice, Die::Average, 12), [4, 5, 3, 4, 4, 3, 4, 4, 3, 2, 4, 5]);
        assert_eq!(first(&dice, Die::Card(52), 12), [35, 44, 25, 42, 31, 13, 32, 38, 19, 6, 34, 48]);
    }

    #[test]
    fn another_secret_does_not_match_the_commitment() {
        let fault = secret().commitment().check(&Secret::new([7; 32])).unwrap_err();
        assert!(fault.reason.contains("not the secret"), "{fault}");
        assert_eq!(secret().commitment().check(&secret()), Ok(()));
    }

    #[test]
    fn every_part_of_every_seat_changes_the_dice() {
        let known = first(&FairDice::new(&secret(), &seats()), Die::Card(255), 16);
        let others = [
            vec![],
            vec![Seat::new("Anna", "magnolia")],
            vec![Seat::new("Ben", "43"), Seat::new("Anna", "magnolia")],
            vec![Seat::new("Anna", "magnolia"), Seat::new("Ben", "44")],
            vec![Seat::new("Annam", "agnolia"), Seat::new("Ben", "43")],
            vec![Seat::new("Anna", "magnoliaBen"), Seat::new("", "43")],
        ];
        for seats in others {
            assert_ne!(first(&FairDice::new(&secret(), &seats), Die::Card(255), 16), known, "{seats:?}");
        }
    }

    #[test]
    fn thrown_dice_are_the_numbered_ones_and_verify() {
        let mut dice = FairDice::new(&secret(), &seats()).after(5);
        let mut faces = [0; 3];
        dice.throw(Throw::Sum(3, Die::D6), RULE, &mut faces).unwrap();
        assert_eq!(dice.thrown(), 8);
        assert_eq!(faces.to_vec(), (6..=8).map(|number| dice.show(number, Die::D6)).collect::<Vec<_>>());
        assert_eq!(dice.verify(6, Die::D6, &faces), []);
        let expected = faces[1];
        faces[1] = expected % 6 + 1;
        assert_eq!(dice.verify(6, Die::D6, &faces), [WrongDie { number: 7, shown: faces[1], expected }]);
    }

    #[test]
    fn fair_dice_serve_the_live_umpire() {
        use crate::official::Asked;
        use crate::{Asks, Continued, Kept, Live};
        let mut umpire: Live<FairDice, ()> = Official {
            dice: Continued::new(Vec::new(), FairDice::new(&secret(), &seats())),
            answers: Asked::default(),
            record: Kept::new(),
        };
        let sum = umpire.sum(4, Die::D6, RULE).unwrap();
        assert_eq!(umpire.dice.next.thrown(), 4);
        assert_eq!(i16::from(umpire.dice.faces.iter().sum::<u8>()), sum);
    }

    /// Chi-square against equal faces, and of each die with its neighbour. The bounds are the values that fair
    /// dice pass 999,999 times in a million; seeds are fixed, so the test cannot fail by chance.
    #[test]
    fn faces_and_neighbours_are_even() {
        for (die, bound, pair_bound) in [(Die::D6, 35.9, 89.9), (Die::D10, 44.8, 180.8), (Die::D3, 27.6, 42.7)] {
            for seed in 0..3 {
                let dice = FairDice::new(&Secret::new([seed; 32]), &seats());
                let sides = usize::from(die.sides());
                let low = usize::from(die.span().0);
                let faces: Vec<usize> =
                    first(&dice, die, 20_000).into_iter().map(|face| usize::from(face) - low).collect();
                let mut counts = vec![0_u32; sides];
                let mut pairs = vec![0_u32; sides * sides];
                faces.iter().for_each(|face| counts[*face] += 1);
                faces.chunks_exact(2).for_each(|pair| pairs[pair[0] * sides + pair[1]] += 1);
                assert!(chi_square(&counts) < bound, "{die} {seed}: {counts:?}");
                assert!(chi_square(&pairs) < pair_bound, "{die} {seed}: {pairs:?}");
            }
        }
    }

    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum()
    }
}
