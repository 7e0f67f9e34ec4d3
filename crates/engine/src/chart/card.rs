//! What people see of a chart on a card: not the columns that only programs read, and words where a file has spellings.
//!
//! A rulebook declares it in `charts/card.tsv`; whatever is not declared stands on the card as it is.

use super::Chart;

/// What a rulebook declares about a chart on a card. Of two declarations about one column the later counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardWord {
    /// The chart says to a program what another says to people: it stands on no card.
    Off,
    /// A column that only programs read.
    Hidden {
        /// Its heading in the file.
        column: &'static str,
    },
    /// A column under another heading.
    Heading {
        /// Its heading in the file.
        column: &'static str,
        /// Its heading on the card.
        heading: &'static str,
    },
    /// A column that is the first on the card.
    First {
        /// Its heading in the file.
        column: &'static str,
        /// Its heading on the card.
        heading: &'static str,
    },
    /// A column of remarks, each of which stands below its row where the card is printed.
    Below {
        /// Its heading in the file.
        column: &'static str,
        /// Its heading on the card.
        heading: &'static str,
    },
    /// Two columns that hold the ends of a span, shown as one.
    Span {
        /// The column in which spans begin.
        low: &'static str,
        /// The column in which they end.
        high: &'static str,
        /// The heading of both on the card.
        heading: &'static str,
    },
    /// A cell in other words.
    Cell {
        /// The heading of its column in the file; `*` for any.
        column: &'static str,
        /// What the file says.
        cell: &'static str,
        /// What the card says.
        words: &'static str,
    },
}

/// A column of a chart on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardColumn {
    /// What stands above it.
    pub heading: String,
    /// Its place in the chart.
    pub place: usize,
    /// The place of the column in which its spans end.
    pub until: Option<usize>,
    /// Whether each cell stands below its row.
    pub below: bool,
}

impl Chart {
    /// Whether the chart stands on the card.
    pub fn is_on_card(&self) -> bool {
        !self.source.card.contains(&CardWord::Off)
    }

    /// The columns that people see, in their order.
    pub fn card_columns(&self) -> Vec<CardColumn> {
        let mut columns: Vec<CardColumn> = Vec::new();
        for (place, name) in self.columns().iter().enumerate() {
            let mut column = CardColumn { heading: name.replace('_', " "), place, until: None, below: false };
            match self.declared(name) {
                Some(CardWord::Hidden { .. }) => continue,
                Some(CardWord::Span { low, .. }) if low != name => continue,
                Some(CardWord::Span { high, heading, .. }) => {
                    column.until = self.columns().iter().position(|other| other == high);
                    heading.clone_into(&mut column.heading);
                }
                Some(CardWord::Below { heading, .. }) => {
                    column.below = true;
                    heading.clone_into(&mut column.heading);
                }
                Some(CardWord::First { heading, .. }) => {
                    heading.clone_into(&mut column.heading);
                    columns.insert(0, column);
                    continue;
                }
                Some(CardWord::Heading { heading, .. }) => heading.clone_into(&mut column.heading),
                _ => {}
            }
            columns.push(column);
        }
        columns
    }

    /// What a column of the card says in a row.
    pub fn card_text(&self, row: usize, column: &CardColumn) -> String {
        let low = self.words(row, column.place);
        let Some(high) = column.until.map(|until| self.words(row, until)) else {
            return low.to_owned();
        };
        let is_open = |end: &str| matches!(end, "" | "-");
        match (is_open(low), is_open(high)) {
            (true, true) => "-".to_owned(),
            (true, false) => format!("{high} or less"),
            (false, true) => format!("{low} or more"),
            (false, false) if low == high => low.to_owned(),
            (false, false) if low.starts_with('-') || high.starts_with('-') => format!("{low} to {high}"),
            (false, false) => format!("{low}-{high}"),
        }
    }

    /// What a cell says in words.
    pub fn words(&self, row: usize, place: usize) -> &str {
        let name = self.columns().get(place).map(String::as_str).unwrap_or_default();
        let text = self.text(row, place);
        let words = self.source.card.iter().rev().find_map(|word| match word {
            CardWord::Cell { column, cell, words } if (*column == name || *column == "*") && *cell == text => {
                Some(*words)
            }
            _ => None,
        });
        words.unwrap_or(text)
    }

    /// The last declaration about a column.
    fn declared(&self, name: &str) -> Option<CardWord> {
        let is_about = |word: &&CardWord| match word {
            CardWord::Hidden { column }
            | CardWord::Heading { column, .. }
            | CardWord::First { column, .. }
            | CardWord::Below { column, .. } => *column == name,
            CardWord::Span { low, high, .. } => *low == name || *high == name,
            CardWord::Off | CardWord::Cell { .. } => false,
        };
        self.source.card.iter().rev().find(is_about).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::*;

    static SOURCE: Source = Source {
        id: "chart",
        chapter: "",
        title: "",
        note: "",
        card: &[
            CardWord::Hidden { column: "id" },
            CardWord::Hidden { column: "low" },
            CardWord::Span { low: "low", high: "high", heading: "die" },
            CardWord::Cell { column: "high", cell: "99", words: "" },
            CardWord::Cell { column: "*", cell: "half_move", words: "half a move" },
            CardWord::First { column: "what_for", heading: "effect" },
            CardWord::Below { column: "note", heading: "remark" },
        ],
        bounds: &[],
        text: "id\tlow\thigh\twhat_for\tnote\na\t\t-2\thalf_move\tx\nb\t-1\t2\tnone\t\nc\t3\t3\tnone\t\nd\t4\t6\tn\t\ne\t7\t99\tn\t\n",
    };

    #[test]
    fn a_card_shows_what_is_declared_for_people() {
        let chart = Chart::read("test", 0, &SOURCE).unwrap();
        let columns = chart.card_columns();
        let headings: Vec<&str> = columns.iter().map(|column| column.heading.as_str()).collect();
        assert_eq!(headings, ["effect", "die", "remark"]);
        assert_eq!(columns.iter().map(|column| column.below).collect::<Vec<_>>(), [false, false, true]);
        let dice: Vec<String> = (0..5).map(|row| chart.card_text(row, &columns[1])).collect();
        assert_eq!(dice, ["-2 or less", "-1 to 2", "3", "4-6", "7 or more"]);
        assert_eq!(chart.card_text(0, &columns[0]), "half a move");
        assert!(chart.is_on_card());
    }

    #[test]
    fn what_is_not_declared_stands_as_it_is() {
        let chart = super::super::testing::chart("id\tfor_whom\n1\ta\n");
        let columns = chart.card_columns();
        assert_eq!((columns[0].heading.as_str(), columns[1].heading.as_str()), ("id", "for whom"));
        assert_eq!(chart.card_text(0, &columns[1]), "a");
    }
}
