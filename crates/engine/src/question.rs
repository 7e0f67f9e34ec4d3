//! Questions: the decisions a player makes inside a procedure.
//!
//! A rulebook declares each kind of question once, as a constant. Asking one names who decides and what there is to choose
//! from; the answer is the number of the choice. Every umpire can therefore list, count, check and write down answers
//! without knowing any rulebook.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Rule;

/// The two sides of the war.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The United States, or whoever the battle puts in its place.
    Union,
    /// The Confederate States, or whoever the battle puts in their place.
    Confederate,
}

impl Side {
    /// Both sides.
    pub const ALL: [Side; 2] = [Side::Union, Side::Confederate];

    /// The other side.
    pub const fn enemy(self) -> Side {
        match self {
            Side::Union => Side::Confederate,
            Side::Confederate => Side::Union,
        }
    }

    /// Its name as files and flags spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Union => "union",
            Side::Confederate => "confederate",
        }
    }
}

/// A kind of question, declared once by a rulebook.
#[derive(Debug)]
pub struct QuestionKind {
    /// Its name in files, flags and standing orders: `second-fire`.
    pub name: &'static str,
    /// The rule that gives the choice.
    pub rule: Rule,
    /// The question as a player reads it.
    pub prompt: &'static str,
    /// What depends on the answer.
    pub about: &'static str,
    /// What may be answered, whenever it is asked.
    pub answers: AnswerKind,
}

/// What may be answered to a kind of question. Which of it there is to choose from this time, [`Choices`] say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// Yes or no.
    YesNo,
    /// A whole number: how many, or which in a list.
    Number,
    /// One of these, by name.
    Named(&'static [&'static str]),
}

impl AnswerKind {
    /// Whether these choices are some of the answers.
    pub fn include(self, choices: Choices) -> bool {
        match (self, choices) {
            (AnswerKind::YesNo, Choices::YesNo) | (AnswerKind::Number, Choices::Number { .. }) => true,
            (AnswerKind::Named(known), Choices::Named(names)) => names.iter().all(|name| known.contains(name)),
            _ => false,
        }
    }

    /// All of them in words, as a standing order gives them; nothing where they are numbers.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            AnswerKind::YesNo => &["yes", "no"],
            AnswerKind::Number => &[],
            AnswerKind::Named(names) => names,
        }
    }
}

impl PartialEq for QuestionKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.rule == other.rule
    }
}

impl Eq for QuestionKind {}

/// What there is to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Yes (the first answer) or no.
    YesNo,
    /// A whole number in this span.
    Number {
        /// The lowest answer.
        least: u16,
        /// The highest answer.
        most: u16,
    },
    /// One of these, by name.
    Named(&'static [&'static str]),
}

impl Choices {
    /// How many answers there are.
    pub const fn count(self) -> u32 {
        match self {
            Choices::YesNo => 2,
            Choices::Number { least, most } => (most as u32 + 1).saturating_sub(least as u32),
            Choices::Named(names) => names.len() as u32,
        }
    }

    /// Answer number `index` as text.
    pub fn text(self, index: u32) -> String {
        match self {
            Choices::YesNo => if index == 0 { "yes" } else { "no" }.to_owned(),
            Choices::Number { least, .. } => (u32::from(least) + index).to_string(),
            Choices::Named(names) => names.get(index as usize).copied().unwrap_or("?").to_owned(),
        }
    }

    /// The number of the answer that this text gives, if it gives one.
    pub fn parse(self, text: &str) -> Option<u32> {
        match self {
            Choices::YesNo => match text {
                "yes" | "y" | "true" => Some(0),
                "no" | "n" | "false" => Some(1),
                _ => None,
            },
            Choices::Number { least, most } => {
                let number = text.parse::<u16>().ok()?;
                (least..=most).contains(&number).then(|| u32::from(number - least))
            }
            Choices::Named(names) => names.iter().position(|name| *name == text).map(|index| index as u32),
        }
    }

    /// As [`Choices::parse`], but a number beyond the span means its nearest end, and `first` whatever there is to choose
    /// first: an order for questions whose choices nobody knows beforehand, such as the way of a retreat.
    pub fn parse_order(self, text: &str) -> Option<u32> {
        let answer = match self {
            Choices::Number { least, most } if least <= most => {
                text.parse::<u16>().ok().map(|number| u32::from(number.clamp(least, most) - least))
            }
            _ => self.parse(text),
        };
        answer.or_else(|| (text == "first" && self.count() > 0).then_some(0))
    }

    /// All answers as text, in their order, for people: at most `limit` of them.
    pub fn listing(self, limit: u32) -> String {
        match self {
            Choices::Number { least, most } => format!("{least} to {most}"),
            _ => (0..self.count().min(limit)).map(|index| self.text(index)).collect::<Vec<_>>().join(", "),
        }
    }
}

/// A question put to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Which kind of question.
    pub kind: &'static QuestionKind,
    /// Who decides.
    pub side: Side,
    /// The piece it is about, where several could be meant: its number in the situation or battle.
    pub about: Option<u16>,
    /// What there is to choose from.
    pub choices: Choices,
}
