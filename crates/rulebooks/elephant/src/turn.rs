//! The order of play, as far as a table needs help with it: the deck of headquarters cards, and who takes over.
//!
//! Not here: what the activated units then do; each phase has its own chapter.

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Scale;
use crate::rules::*;
use crate::{Book, Referee};

/// LIMIT: cards in a deck, and colonels to choose from.
pub const CARDS_MAX: usize = 60;

/// The cards that are still in the deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckSituation {
    /// Cards of the Union still in the deck.
    pub union_cards: u8,
    /// Cards of the Confederates still in the deck.
    pub confederate_cards: u8,
}

/// The card that came up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct DeckOutcome {
    /// Whose it is.
    pub side: Side,
    /// Which of that side's cards, counted from 1 in the order the table keeps them.
    pub card: u8,
}

/// Drawing a headquarters card as a procedure of its own.
pub struct DrawCard;

impl Procedure for DrawCard {
    type Book = Book;
    type Situation = DeckSituation;
    type Outcome = DeckOutcome;

    const NAME: &'static str = "draw-card";
    const CHAPTER: &'static str = "Order of play";
    const SUMMARY: &'static str = "The next headquarters card from the common deck.";

    fn examples() -> Vec<(&'static str, DeckSituation)> {
        vec![
            ("three cards against two", DeckSituation { union_cards: 3, confederate_cards: 2 }),
            ("the last card", DeckSituation { union_cards: 0, confederate_cards: 1 }),
        ]
    }

    fn check(_: &Book, situation: &DeckSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let (union, confederate) = (usize::from(situation.union_cards), usize::from(situation.confederate_cards));
        let size = || format!("a deck has 1 to {CARDS_MAX} cards; with none the turn is over");
        let fits = (1..=CARDS_MAX).contains(&(union + confederate));
        refusal.unless(
            fits,
            if confederate > CARDS_MAX { "confederate_cards" } else { "union_cards" },
            SE_ORDER_DRAW,
            size,
        );
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &DeckSituation, umpire: &mut U) -> Ruling<DeckOutcome, U> {
        umpire.cite(match book.switches.scale {
            Scale::RegimentalOne | Scale::RegimentalTwo => SE_ORDER_CARDS_REG,
            Scale::Brigade => SE_ORDER_CARDS_BDE,
        });
        umpire.cite(SE_ORDER_ACTIVATE);
        umpire.cite(SE_ORDER_STEPS);
        let card = umpire.draw(situation.union_cards + situation.confederate_cards, SE_ORDER_DRAW)? as u8;
        Ok(match card.checked_sub(situation.union_cards) {
            None => DeckOutcome { side: Side::Union, card: card + 1 },
            Some(card) => DeckOutcome { side: Side::Confederate, card: card + 1 },
        })
    }

    fn line(outcome: &DeckOutcome) -> String {
        format!("{} card {}", outcome.side.name(), outcome.card)
    }
}

/// A command has lost its commander.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuccessionSituation {
    /// Whether a brigade has lost its commander; otherwise a division or corps.
    pub brigade: bool,
    /// How many colonels, or commanders below, could take over.
    pub candidates: u8,
    /// Whether their seniority was fixed in advance: then the first on the list takes over.
    #[serde(default)]
    pub seniority_fixed: bool,
}

/// Who takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct SuccessionOutcome {
    /// Which candidate, counted from 1; he starts with the regiment he came from, in the next Morale Phase.
    pub candidate: u8,
}

/// Succession as a procedure of its own.
pub struct Succession;

impl Procedure for Succession {
    type Book = Book;
    type Situation = SuccessionSituation;
    type Outcome = SuccessionOutcome;

    const NAME: &'static str = "succession";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "Who takes over a command that has lost its commander.";

    fn examples() -> Vec<(&'static str, SuccessionSituation)> {
        let plain = SuccessionSituation { brigade: true, candidates: 4, seniority_fixed: false };
        vec![
            ("a brigade of four regiments, seniority unknown", plain.clone()),
            (
                "a division whose brigadiers are ranked",
                SuccessionSituation { brigade: false, seniority_fixed: true, ..plain },
            ),
        ]
    }

    fn check(_: &Book, situation: &SuccessionSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let some = (1..=CARDS_MAX).contains(&usize::from(situation.candidates));
        refusal.unless(some, "candidates", SE_SUCC_BRIGADE, || format!("1 to {CARDS_MAX} can take over"));
        refusal.verdict()
    }

    fn run<U: Referee>(_: &Book, situation: &SuccessionSituation, umpire: &mut U) -> Ruling<SuccessionOutcome, U> {
        umpire.cite(if situation.brigade { SE_SUCC_BRIGADE } else { SE_SUCC_HIGHER });
        umpire.cite(SE_SUCC_FIGURE);
        if situation.seniority_fixed || situation.candidates == 1 {
            umpire.cite(SE_SUCC_SENIORITY);
            return Ok(SuccessionOutcome { candidate: 1 });
        }
        let candidate = umpire.draw(situation.candidates, SE_SUCC_SENIORITY)? as u8 + 1;
        Ok(SuccessionOutcome { candidate })
    }

    fn line(outcome: &SuccessionOutcome) -> String {
        format!("candidate {} takes over", outcome.candidate)
    }
}
