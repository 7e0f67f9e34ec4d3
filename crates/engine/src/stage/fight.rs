//! Players that are programs, and a whole battle between two of them.

use std::convert::Infallible;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Outlook, Prospect};
use crate::{Answers, Dice, Fault, Halt, Official, Play, Question, Record, Side};

/// LIMIT: orders of one battle; far more than any needs.
const ORDERS_MAX: u32 = 200_000;

/// What a general wants to hear before he chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// Every order there is, and nothing about them.
    Everything,
    /// The few that are worth weighing, each with what it promises.
    Briefing,
}

/// A player that is a program. He knows no rulebook: he chooses by number.
pub trait General: Send {
    /// What he is called.
    fn name(&self) -> &'static str;

    /// What he wants to hear.
    fn wants(&self) -> Wants;

    /// Whether it matters to him on this turn of so many how the battle stands. Otherwise he is told that neither side is ahead.
    fn minds_standing(&self, turn: u16, turns: u16) -> bool {
        let _ = (turn, turns);
        true
    }

    /// A new battle begins. The same seed, the same decisions.
    fn begin(&mut self, seed: u64);

    /// The number of the order he gives. Who wants everything is told nothing about it but how much there is.
    fn choose(&mut self, outlook: &Outlook, prospects: &[Prospect]) -> usize;

    /// The number of the choice he takes.
    fn answer(&mut self, question: &Question) -> u32;
}

/// How a battle stands, in numbers only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tally {
    /// The turn, counted from one.
    pub turn: u16,
    /// The last turn there is.
    pub turns: u16,
    /// The points of either side, in the order of [`Side::ALL`].
    pub points: [i32; 2],
    /// Men either side has lost.
    pub lost: [u32; 2],
}

impl Tally {
    /// The same for whoever has to choose.
    pub fn outlook(&self, side: Side) -> Outlook {
        let ahead = self.points[side as usize] - self.points[side.enemy() as usize];
        Outlook { side, turn: self.turn, turns: self.turns, ahead }
    }
}

/// A battle that was fought to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fought {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// How, in words that stand for many battles.
    pub ending: String,
    /// How it stood at the end.
    pub tally: Tally,
    /// Men lost by the end of each turn.
    pub losses: Vec<[u32; 2]>,
    /// Orders that were carried out.
    pub orders: u32,
}

/// Two generals before a battle, and what they need for it; the same for one battle after another.
pub struct Bout<'a, 'g, P: Play> {
    play: &'a P,
    generals: [&'g mut dyn General; 2],
    offers: Vec<P::Command>,
    prospects: Vec<Prospect>,
    /// What whoever wants everything is told about it: nothing, as often as there are orders.
    ///
    /// COST: it is the same for every list, so it is not written again.
    blanks: Vec<Prospect>,
    aide: P::Aide,
    /// The battle before an order that may be refused; its room is used again.
    before: Option<P::Battle>,
    /// Whether the laws are looked at after each order.
    pub keeps_laws: bool,
}

/// The seed of a side's general in a battle with this seed: each his own, and neither that of the dice.
pub const fn seed_of(seed: u64, side: Side) -> u64 {
    seed ^ ((side as u64 + 1) << 56)
}

/// Hands each question to the general of its side.
struct Councils<'a, 'b>(&'a mut [&'b mut dyn General; 2]);

impl Answers for Councils<'_, '_> {
    type Pause = Infallible;

    fn answer(&mut self, question: &Question) -> Result<u32, Halt<Infallible>> {
        Ok(self.0[question.side as usize].answer(question))
    }
}

impl<'a, 'g, P: Play> Bout<'a, 'g, P> {
    /// The generals in the order of [`Side::ALL`].
    pub fn new(play: &'a P, generals: [&'g mut dyn General; 2]) -> Self {
        let (offers, prospects, blanks) = (Vec::new(), Vec::new(), Vec::new());
        Bout { play, generals, offers, prospects, blanks, aide: P::Aide::default(), before: None, keeps_laws: false }
    }

    /// Fights to the end. The same seed gives the same battle as long as the dice do.
    pub fn fight<D, R>(
        &mut self,
        start: &P::Battle,
        seed: u64,
        dice: &mut D,
        record: &mut R,
    ) -> Result<(P::Battle, Fought), Fault>
    where
        D: Dice<Pause = Infallible>,
        R: Record<Event = P::Event>,
    {
        for (general, side) in self.generals.iter_mut().zip(Side::ALL) {
            general.begin(seed_of(seed, side));
        }
        let mut battle = start.clone();
        let (mut orders, mut losses) = (0, Vec::new());
        let (mut turn, turns) = (self.play.turn_of(&battle), self.play.tally(&battle).turns);
        while let Some(side) = self.play.side_to_act(&battle) {
            if orders == ORDERS_MAX {
                return Err(Fault::of_file("battle", format!("no end after {ORDERS_MAX} orders")));
            }
            self.hear(&battle, side);
            // COST: whoever has one thing to do, or does not mind, need not know how the battle stands.
            let told = self.offers.len() > 1 && self.generals[side as usize].minds_standing(turn, turns);
            let none = || Outlook { side, turn, turns, ahead: 0 };
            let outlook = if told { self.play.tally(&battle).outlook(side) } else { none() };
            self.give_order(&mut battle, &outlook, dice, record)
                .map_err(|fault| fault.during(&format!("turn {turn}, order {}", orders + 1)))?;
            orders += 1;
            let now = self.play.turn_of(&battle);
            if now > turn {
                let lost = self.play.tally(&battle).lost;
                losses.extend((turn..now).map(|_| lost));
                turn = now;
            }
        }
        let tally = self.play.tally(&battle);
        losses.push(tally.lost);
        let ending = self.play.ending(&battle);
        let (winner, ending) = ending.map_or((None, String::new()), |ending| (ending.winner, ending.kind.to_owned()));
        Ok((battle, Fought { winner, ending, tally, losses, orders }))
    }

    /// Fills in what the general of a side wants to hear.
    fn hear(&mut self, battle: &P::Battle, side: Side) {
        self.offers.clear();
        self.prospects.clear();
        let (offers, prospects) = (&mut self.offers, &mut self.prospects);
        match self.generals[side as usize].wants() {
            Wants::Everything => self.play.candidates(battle, side, &mut |command| {
                offers.push(command);
                true
            }),
            Wants::Briefing => self.play.brief(battle, side, &mut self.aide, &mut |command, prospect| {
                offers.push(command);
                prospects.push(prospect);
                true
            }),
        }
        if self.blanks.len() < self.offers.len() {
            self.blanks.resize(self.offers.len(), Prospect::default());
        }
    }

    /// Has the general choose until an order stands.
    fn give_order<D, R>(
        &mut self,
        battle: &mut P::Battle,
        outlook: &Outlook,
        dice: &mut D,
        record: &mut R,
    ) -> Result<(), Fault>
    where
        D: Dice<Pause = Infallible>,
        R: Record<Event = P::Event>,
    {
        loop {
            if self.offers.is_empty() {
                return Err(Fault::of_file("battle", "nothing can be ordered"));
            }
            let general = &mut self.generals[outlook.side as usize];
            let briefed = general.wants() == Wants::Briefing;
            let told = if briefed { &self.prospects } else { &self.blanks[..self.offers.len()] };
            let place = general.choose(outlook, told).min(self.offers.len() - 1);
            let command = self.offers.swap_remove(place);
            if briefed {
                self.prospects.swap_remove(place);
            }
            // COST: what a briefing offers needs no copy to fall back upon: whatever is refused of it is refused at once.
            let wary = !briefed || self.keeps_laws;
            if wary {
                match &mut self.before {
                    Some(before) => before.clone_from(battle),
                    none => *none = Some(battle.clone()),
                }
            }
            let mut umpire = Official { dice: &mut *dice, answers: Councils(&mut self.generals), record: &mut *record };
            let stopped = match (self.play.obey(battle, &command, &mut umpire), &self.before) {
                (Ok(()), _) => return self.look_at_laws(battle, &command),
                (Err(Halt::Pause(never)), _) => match never {},
                (Err(Halt::Refused(refusal)), Some(before)) if briefed && wary && *battle != *before => {
                    format!("refused only after something had changed: {refusal}")
                }
                (Err(Halt::Refused(_)), Some(before)) if !briefed => {
                    battle.clone_from(before);
                    continue;
                }
                (Err(Halt::Refused(_)), _) if !self.offers.is_empty() => continue,
                (Err(Halt::Refused(refusal)), _) => refusal.to_string(),
                (Err(Halt::Fault(fault)), _) => fault.to_string(),
            };
            return Err(Fault::of_file("battle", format!("{command:?}: {stopped}")));
        }
    }

    fn look_at_laws(&self, battle: &P::Battle, command: &P::Command) -> Result<(), Fault> {
        let broken = if self.keeps_laws { self.play.broken_laws(battle) } else { Vec::new() };
        if broken.is_empty() {
            return Ok(());
        }
        Err(Fault::of_file("battle", format!("{command:?} breaks a law: {}", broken.join("; "))))
    }
}
