//! Where answers come from.

use std::convert::Infallible;

use super::{Fast, Waiting};
use crate::{Fault, Halt, Question};

/// A source of answers.
pub trait Answers {
    /// What it means to wait for one.
    type Pause;

    /// The number of the choice, counted from zero.
    fn answer(&mut self, question: &Question) -> Result<u32, Halt<Self::Pause>>;
}

impl<A: Answers + ?Sized> Answers for &mut A {
    type Pause = A::Pause;

    fn answer(&mut self, question: &Question) -> Result<u32, Halt<A::Pause>> {
        (**self).answer(question)
    }
}

/// Answers at once, by a function of the question.
#[derive(Clone, Debug)]
pub struct Policy<P>(pub P);

impl<P: FnMut(&Question) -> u32> Answers for Policy<P> {
    type Pause = Infallible;

    #[inline]
    fn answer(&mut self, question: &Question) -> Result<u32, Halt<Infallible>> {
        Ok((self.0)(question))
    }
}

/// Answers of rollouts, which nobody attends. One type for both ways, so that rules are compiled once for them.
#[derive(Clone, Debug)]
pub enum Unattended<'a> {
    /// As the orders say; a question without an order takes its first choice.
    Ordered(&'a GivenAnswers),
    /// At random.
    Drawn(Fast),
}

impl Answers for Unattended<'_> {
    type Pause = Infallible;

    fn answer(&mut self, question: &Question) -> Result<u32, Halt<Infallible>> {
        Ok(match self {
            Unattended::Ordered(orders) => orders.fitting(question).unwrap_or(0),
            Unattended::Drawn(dice) => dice.below(question.choices.count()),
        })
    }
}

/// Answers written down beforehand, no more and no fewer.
#[derive(Clone, Debug)]
pub struct ScriptedAnswers<'a> {
    answers: &'a [u32],
    used: usize,
}

impl<'a> ScriptedAnswers<'a> {
    /// These answers, one after another.
    pub fn new(answers: &'a [u32]) -> Self {
        ScriptedAnswers { answers, used: 0 }
    }

    /// Fine if every answer was used.
    pub fn finish(&self) -> Result<(), Fault> {
        if self.used == self.answers.len() {
            return Ok(());
        }
        let left = self.answers.len() - self.used;
        Err(Fault::at("answers", 0, self.used + 1, format!("{left} answers were never asked for")))
    }
}

impl Answers for ScriptedAnswers<'_> {
    type Pause = Infallible;

    #[inline]
    fn answer(&mut self, question: &Question) -> Result<u32, Halt<Infallible>> {
        let Some(answer) = self.answers.get(self.used) else {
            let name = question.kind.name;
            return Err(Fault::at("answers", 0, self.used + 1, format!("nobody has answered {name}")).into());
        };
        self.used += 1;
        Ok(*answer)
    }
}

/// Answers by the name of the question: standing orders, the `--answer` flags, the columns of side-by-side odds.
///
/// An order is `name` (for every such question) or `name@piece` (for one about that piece only), which comes first. A number
/// beyond what there is to choose from means as many, or as few, as possible: an order has to hold whenever it is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenAnswers {
    orders: Vec<(String, String)>,
}

impl GivenAnswers {
    /// No order yet.
    pub fn new() -> Self {
        GivenAnswers::default()
    }

    /// The same orders and one more; a later order of the same name replaces the earlier one.
    pub fn with(mut self, name: impl Into<String>, answer: impl Into<String>) -> Self {
        let name = name.into();
        self.orders.retain(|(known, _)| *known != name);
        self.orders.push((name, answer.into()));
        self
    }

    /// All orders, in the order they were given.
    pub fn orders(&self) -> impl Iterator<Item = (&str, &str)> {
        self.orders.iter().map(|(name, answer)| (name.as_str(), answer.as_str()))
    }

    /// What these orders say to a question if that can be chosen now. Whoever left them could not know what there would be to
    /// choose from: an order that does not fit is none, and its player is asked.
    pub fn fitting(&self, question: &Question) -> Option<u32> {
        self.find(question).ok().flatten()
    }

    /// What these orders say to a question: nothing, a choice, or something that is not a choice.
    pub fn find(&self, question: &Question) -> Result<Option<u32>, Fault> {
        let name = question.kind.name;
        let about_piece = |key: &str| {
            let piece = key.strip_prefix(name).and_then(|rest| rest.strip_prefix('@'));
            piece.is_some_and(|piece| question.about.is_some_and(|about| piece == about.to_string()))
        };
        let order = self
            .orders
            .iter()
            .find(|(key, _)| about_piece(key))
            .or_else(|| self.orders.iter().find(|(key, _)| key == name));
        let Some((key, answer)) = order else {
            return Ok(None);
        };
        match question.choices.parse_order(answer) {
            Some(choice) => Ok(Some(choice)),
            None => Err(Fault::of_file("answers", format!("{key} cannot be answered with {answer:?}"))
                .hint(format!("choose one of {}", question.choices.listing(20)))),
        }
    }
}

/// The answers so far, then standing orders, then the player, for whom the umpire waits.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Every answer so far; those that orders give are added at the end.
    pub answers: Vec<u32>,
    /// What is answered without asking anybody.
    pub orders: GivenAnswers,
    used: usize,
}

impl Asked {
    /// Starts again with the answers so far.
    pub fn new(answers: Vec<u32>, orders: GivenAnswers) -> Self {
        Asked { answers, orders, used: 0 }
    }

    /// How many answers have been used.
    pub fn used(&self) -> usize {
        self.used
    }
}

impl Answers for Asked {
    type Pause = Waiting;

    fn answer(&mut self, question: &Question) -> Result<u32, Halt<Waiting>> {
        let answer = match self.answers.get(self.used) {
            Some(answer) => *answer,
            None => match self.orders.find(question)? {
                Some(answer) => {
                    self.answers.push(answer);
                    answer
                }
                None => return Err(Halt::Pause(Waiting::Answer(*question))),
            },
        };
        self.used += 1;
        Ok(answer)
    }
}
