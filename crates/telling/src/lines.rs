//! What happened, line by line, as a page shows it: words, and the cells of the cards to light up.

use engine::book::ColumnLine;
use engine::chart::ChartSet;
use engine::{Cell, Rule, Side};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Shown;
use crate::working::{LookUps, dice_name, noted, row_name, total_after};

/// A cell of a card to light up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Lit {
    /// The chart's id.
    pub chart: String,
    /// The row, counted from nought.
    pub row: usize,
    /// The column of the card; the first where only programs read the cell.
    pub column: usize,
}

impl Lit {
    /// Where the card shows a cell.
    pub fn of(cell: Cell, charts: &ChartSet) -> Self {
        let chart = charts.get(cell.chart);
        Lit {
            chart: chart.map(|chart| chart.id().to_owned()).unwrap_or_default(),
            row: usize::from(cell.row),
            // A cell that only programs read is seen in the name of its row.
            column: chart.and_then(|chart| Shown::of(chart).place(usize::from(cell.column))).unwrap_or(0),
        }
    }
}

/// One line of the working.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "line", rename_all = "kebab-case")]
pub enum WorkingLine {
    /// Dice were thrown.
    Rolled {
        /// Which dice, as a player calls them.
        throw: String,
        /// What they showed.
        faces: Vec<u8>,
        /// How the rule reads them.
        reading: i16,
        /// Which of them a person typed.
        typed: Vec<bool>,
        /// The rule that wanted them.
        rule: Rule,
    },
    /// Before an order is given: dice that are still to fall.
    Awaited {
        /// Which dice.
        throw: String,
        /// The rule that wants them.
        rule: Rule,
        /// The column they will be read in.
        column: Option<ColumnLine>,
    },
    /// Before an order is given: a player is supposed to decide so.
    Supposed {
        /// Who decides.
        side: Side,
        /// What he will be asked.
        prompt: String,
        /// What is usually said.
        answer: String,
        /// The rule that gives the choice.
        rule: Rule,
    },
    /// A modifier was added.
    Modified {
        /// How much.
        amount: i16,
        /// What for, as the card says it.
        name: String,
        /// The rule that gives it.
        rule: Rule,
        /// Where it stands.
        lit: Lit,
    },
    /// The modifiers above came to this.
    Total {
        /// How much.
        amount: i32,
    },
    /// A chart was read.
    Looked {
        /// What it says.
        text: String,
        /// Where.
        lit: Lit,
    },
    /// A player decided.
    Asked {
        /// Who.
        side: Side,
        /// What he was asked.
        prompt: String,
        /// What he said.
        answer: String,
        /// The rule that gives the choice.
        rule: Rule,
    },
    /// Working, as somebody with a pencil would note it.
    Noted {
        /// What it is about.
        name: String,
        /// The working.
        text: String,
        /// The rules that led to it.
        rules: Vec<Rule>,
    },
}

impl WorkingLine {
    /// What happened, in words.
    pub fn of(told: &[engine::book::Line], charts: &ChartSet) -> Vec<Self> {
        use engine::book::Line as Told;
        let mut lines = Vec::new();
        let mut looks = LookUps::default();
        for (index, line) in told.iter().enumerate() {
            match line {
                Told::Rolled { throw, faces, reading, typed, rule } => lines.push(WorkingLine::Rolled {
                    throw: dice_name(throw),
                    faces: faces.clone(),
                    reading: *reading,
                    typed: typed.clone(),
                    rule: *rule,
                }),
                Told::Awaited { throw, rule, column } => {
                    lines.push(WorkingLine::Awaited { throw: dice_name(throw), rule: *rule, column: column.clone() });
                }
                Told::Supposed { side, prompt, answer, rule } => lines.push(WorkingLine::Supposed {
                    side: *side,
                    prompt: (*prompt).to_owned(),
                    answer: answer.clone(),
                    rule: *rule,
                }),
                Told::Modified { rule, amount, cell } => {
                    // As the card says it; a row without a name there is known by the wording of its rule.
                    let spelt = if cell.row == rule.id() { rule.statement() } else { cell.row.as_str() };
                    let name = row_name(cell.at, charts).unwrap_or_else(|| spelt.to_owned());
                    let lit = Lit::of(cell.at, charts);
                    lines.push(WorkingLine::Modified { amount: *amount, name, rule: *rule, lit });
                    lines.extend(total_after(told, index).map(|amount| WorkingLine::Total { amount }));
                }
                Told::Looked { cell } => {
                    let text = looks.tell(cell.at, charts);
                    lines.extend(text.map(|text| WorkingLine::Looked { text, lit: Lit::of(cell.at, charts) }));
                }
                Told::Asked { side, prompt, answer, rule, .. } => lines.push(WorkingLine::Asked {
                    side: *side,
                    prompt: (*prompt).to_owned(),
                    answer: answer.clone(),
                    rule: *rule,
                }),
                Told::Told { event, rules } => {
                    let noted = noted(event, told, charts);
                    lines.extend(noted.map(|(name, text)| WorkingLine::Noted { name, text, rules: rules.clone() }));
                }
                Told::Cited { .. } => {}
            }
        }
        lines
    }
}
