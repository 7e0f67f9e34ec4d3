//! Checking a save: that it is whole, and that the program threw the dice it says it threw.

use std::sync::Arc;

use serde::Serialize;

use super::hex::to_hex;
use super::save::{Save, Source};
use super::{Game, Rules};
use crate::fair::WrongDie;
use crate::{Fault, Play, Secret};

/// What the revealed secret says of the commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommitmentCheck {
    /// It is the secret that was committed to.
    Matches,
    /// The game is not closed: the secret is still hidden, and no die can be checked.
    NotRevealed,
    /// It is another secret.
    Differs,
}

/// What is known of a save whose chain holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    /// The version of the engine that started the game.
    pub engine: String,
    /// The rulebook.
    pub rulebook: String,
    /// What the players call the game.
    pub title: String,
    /// The chain at the end. Compare it with the copies of the others: equal chains are equal games.
    pub chain: String,
    /// Whether the game was closed. A save that was cut off after a whole turn is not.
    pub finished: bool,
    /// How many turns were played, undone ones included.
    pub turns: u32,
    /// How many of them no longer count.
    pub undone: u32,
    /// How many dice the program threw.
    pub program_dice: u64,
    /// How many dice people typed. They prove nothing.
    pub typed_dice: u64,
    /// Whether the secret is the one committed to.
    pub commitment: CommitmentCheck,
    /// Every program die that should have shown something else.
    pub wrong_dice: Vec<WrongDie>,
    /// Whether the rules were played again too, and what came of it: nothing where no rulebook was at hand, an empty text
    /// where every state is as recorded, else what differs.
    pub replay: Option<String>,
}

impl VerifyReport {
    /// Everything that is wrong, for people: lower case, no full stop.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if self.commitment == CommitmentCheck::Differs {
            problems.push("the secret shown at the end is not the one committed to at the start".to_owned());
        }
        for WrongDie { number, shown, expected } in &self.wrong_dice {
            problems.push(format!("die #{number} shows {shown} and must show {expected}"));
        }
        problems.extend(self.replay.iter().filter(|difference| !difference.is_empty()).cloned());
        problems
    }

    /// Whether every program die is proved: the secret is shown, is the right one, and no die differs.
    pub fn dice_are_proved(&self) -> bool {
        self.commitment == CommitmentCheck::Matches && self.wrong_dice.is_empty()
    }
}

/// Checks a save in either form: chain, commitment and dice. Needs no rulebook and no network.
pub fn verify(bytes: &[u8]) -> Result<VerifyReport, Fault> {
    Ok(verify_save(&Save::from_bytes(bytes)?))
}

/// Checks a save that has been read.
pub fn verify_save(save: &Save) -> VerifyReport {
    let header = &save.header;
    let lineage = save.lineage();
    let (commitment, wrong_dice) = match save.secret.map(Secret::new) {
        None => (CommitmentCheck::NotRevealed, Vec::new()),
        Some(secret) => match save.fair_dice(&secret) {
            Err(_) => (CommitmentCheck::Differs, Vec::new()),
            Ok(dice) => {
                let wrong = save.throws().flat_map(|thrown| match thrown.source {
                    Source::Program(first) => dice.verify(first, thrown.die, &thrown.faces),
                    Source::Typed => Vec::new(),
                });
                (CommitmentCheck::Matches, wrong.collect())
            }
        },
    };
    let typed = save.throws().filter(|thrown| thrown.source == Source::Typed);
    VerifyReport {
        engine: header.engine.clone(),
        rulebook: header.rulebook.clone(),
        title: header.title.clone(),
        chain: to_hex(&save.write().end),
        finished: save.is_finished(),
        turns: lineage.turns(),
        undone: lineage.turns() - lineage.present().len() as u32,
        program_dice: save.program_dice(),
        typed_dice: typed.map(|thrown| thrown.faces.len() as u64).sum(),
        commitment,
        wrong_dice,
        replay: None,
    }
}

/// Checks a save in either form, and plays it again under its rulebook.
pub fn verify_with<P: Play>(play: Arc<P>, rules: &Rules, bytes: &[u8]) -> Result<VerifyReport, Fault> {
    let save = Save::from_bytes(bytes)?;
    let mut report = verify_save(&save);
    // The dice have been judged above; here only the rules are, so the secret is left out.
    let replayed = Game::open(play, rules, Save { secret: None, ..save }, None);
    report.replay = Some(replayed.err().map(|fault| fault.to_string()).unwrap_or_default());
    Ok(report)
}
