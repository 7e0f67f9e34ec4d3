//! What is asked of a table, and what it answers.

use std::collections::BTreeMap;

use engine::book::Line;
use engine::chart::ChartSet;
use engine::game::{Change, Forecast, Offer, Story};
use engine::stage::{FireZone, Intent, PieceId, Proposal, Scene};
use engine::{Fault, Halt, Refusal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use telling::WorkingLine;

use crate::journal::Audience;

/// What somebody at a seat wants of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// Give an order.
    Order {
        /// As the command schema of the rulebook describes it.
        command: Value,
        /// The last turn that counted when it was thought of: if the game has gone on since, it is refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// Answer the question that waits.
    Answer {
        /// One of its choices.
        choice: String,
    },
    /// Type what the dice showed.
    Throw {
        /// All of them.
        faces: Vec<u8>,
    },
    /// Have the program throw the dice that are asked for.
    Roll,
    /// Take back the order that waits.
    Withdraw,
    /// Ask to go back.
    Undo {
        /// The last turn that should still count.
        to: u32,
    },
    /// Agree to go back, or not.
    Consent {
        /// Whether.
        yes: bool,
    },
    /// Leave answers to questions that may come.
    Standing {
        /// The answers, by the names of the questions.
        orders: BTreeMap<String, String>,
    },
    /// Say something.
    Say {
        /// What.
        text: String,
        /// For whom.
        #[serde(default)]
        to: Audience,
    },
    /// Correct the battle by hand.
    Correct {
        /// What is different from now on.
        changes: Vec<Change>,
        /// Why.
        why: String,
    },
    /// End the game and show the secret of its dice.
    Close,
    /// What may be ordered.
    Offers {
        /// Only to this piece.
        #[serde(default)]
        piece: Option<PieceId>,
    },
    /// What an order may lead to.
    Preview {
        /// The order.
        command: Value,
        /// Answers to the questions on its way.
        #[serde(default)]
        answers: BTreeMap<String, String>,
    },
    /// The orders that would do what somebody points at.
    Propose {
        /// The piece.
        piece: PieceId,
        /// What is wanted of it.
        intent: Intent,
    },
    /// What the weapons of a piece bear upon, and what it sees.
    Zone {
        /// The piece.
        piece: PieceId,
    },
    /// What happened in a turn, with its working.
    Story {
        /// Which.
        turn: u32,
    },
    /// The map after a turn.
    Scene {
        /// Which; nought is the start.
        turn: u32,
    },
    /// The side's own view of the battle, as the rulebook has it.
    View,
}

impl Ask {
    /// Whether it changes something, so that it has to be kept.
    pub fn changes(&self) -> bool {
        !matches!(
            self,
            Ask::Offers { .. }
                | Ask::Preview { .. }
                | Ask::Propose { .. }
                | Ask::Zone { .. }
                | Ask::Story { .. }
                | Ask::Scene { .. }
                | Ask::View
        )
    }
}

/// What the table answers to whoever asked.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "tell", rename_all = "kebab-case")]
pub enum Tell {
    /// It is done; the news say what came of it.
    Done,
    /// What may be ordered.
    Offers {
        /// The orders.
        offers: Vec<Offer>,
        /// Whether there are more than are listed.
        more: bool,
    },
    /// What an order may lead to.
    Forecast {
        /// One for each set of answers.
        forecasts: Vec<Forecast>,
        /// What it spends of what the piece has, where it spends something.
        cost: Option<String>,
        /// What the first throw hangs on: look-ups and modifiers.
        working: Vec<WorkingLine>,
    },
    /// The orders that would do it.
    Proposal {
        /// The orders, the way and the cost.
        proposal: Proposal<Value>,
    },
    /// What a piece can fire at.
    Zone {
        /// As far as the seat may know it.
        zone: Box<FireZone>,
    },
    /// A turn.
    Story(Box<TurnStory>),
    /// The map after a turn.
    Scene {
        /// Which turn.
        turn: u32,
        /// The map.
        scene: Box<Scene>,
    },
    /// The side's own view.
    View {
        /// As the rulebook has it.
        view: Value,
    },
    /// The rules, or the table, say no.
    Refused {
        /// Every reason.
        refusal: Refusal,
    },
    /// What was asked does not make sense.
    Fault {
        /// Where, and what to do about it.
        fault: Fault,
    },
}

/// A turn as a seat may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TurnStory {
    /// The number of the turn.
    pub turn: u32,
    /// Who gave the order.
    pub side: Option<Side>,
    /// The order in words; nothing where the seat may not know it.
    pub order: Option<String>,
    /// What happened, in words.
    pub words: Vec<String>,
    /// How it was worked out: dice, look-ups and modifiers; nothing where the seat may not know it.
    pub working: Vec<WorkingLine>,
}

impl TurnStory {
    pub(crate) fn of(story: Story, charts: Option<&ChartSet>) -> Self {
        let Story { turn, side, order, words, lines } = story;
        TurnStory { turn, side, order, words, working: worked_out(&lines, charts) }
    }
}

/// Lines as people read them.
pub(crate) fn worked_out(lines: &[Line], charts: Option<&ChartSet>) -> Vec<WorkingLine> {
    charts.map(|charts| WorkingLine::of(lines, charts)).unwrap_or_default()
}

/// An answer, or why there is none.
pub type Answered = Result<Tell, Tell>;

impl From<Refusal> for Tell {
    fn from(refusal: Refusal) -> Self {
        Tell::Refused { refusal }
    }
}

impl From<Fault> for Tell {
    fn from(fault: Fault) -> Self {
        Tell::Fault { fault }
    }
}

impl From<Halt<std::convert::Infallible>> for Tell {
    fn from(halt: Halt<std::convert::Infallible>) -> Self {
        match halt {
            Halt::Pause(never) => match never {},
            Halt::Refused(refusal) => (*refusal).into(),
            Halt::Fault(fault) => (*fault).into(),
        }
    }
}
