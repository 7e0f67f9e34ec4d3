//! Tables: boxed in a terminal, plain where output is read by something else. Never wider than there is room, as long as
//! wrapping can help.

use anstyle::Style;

use crate::ink;
use crate::terminal::Look;
use crate::text::{pad, pad_left, widest_piece, width, wrap};

/// A cell: a text in one style.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// How it looks.
    pub style: Style,
    /// Whether it stands at the left even in a column that stands at the right.
    left: bool,
}

impl Cell {
    /// A cell in a style.
    pub fn new(text: impl Into<String>, style: Style) -> Self {
        Cell { text: text.into(), style, left: false }
    }

    /// The same cell at the left, whatever its column does.
    pub fn left(mut self) -> Self {
        self.left = true;
        self
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Cell::new(text, ink::PLAIN)
    }
}

/// For a table that needs no headings.
pub const NO_HEADINGS: [&str; 0] = [];

/// What may stand around the text of a cell without making it another kind of cell.
const MARKS: [char; 4] = ['[', ']', '*', '%'];

/// How a table is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Lines around everything: charts.
    Boxed,
    /// Columns and a rule under the headings: lists.
    Open,
}

/// A table of cells.
#[derive(Clone, Debug)]
pub struct Table {
    headings: Vec<Cell>,
    rows: Vec<Vec<Cell>>,
    frame: Frame,
    /// A rule is drawn above these rows.
    ruled: Vec<usize>,
    /// A line of its own stands above these rows; only open tables have them.
    spans: Vec<(usize, Cell)>,
    /// Columns left free before every row.
    indent: usize,
    /// So many columns stand at the right; the others only if they hold numbers and short codes.
    right: usize,
}

impl Table {
    /// A table with these headings.
    pub fn new(frame: Frame, headings: impl IntoIterator<Item = impl Into<Cell>>) -> Self {
        let headings = headings
            .into_iter()
            .map(|heading| {
                let cell: Cell = heading.into();
                if cell.style == ink::PLAIN { Cell { style: ink::HEADING, ..cell } } else { cell }
            })
            .collect();
        Table { headings, rows: Vec::new(), frame, ruled: Vec::new(), spans: Vec::new(), indent: 0, right: 0 }
    }

    /// The same table with this many columns left free before every row.
    pub fn indented(mut self, indent: usize) -> Self {
        self.indent = indent;
        self
    }

    /// The same table with its first so many columns at the right.
    pub fn aligned_right(mut self, columns: usize) -> Self {
        self.right = columns;
        self
    }

    /// Adds a line of its own across all columns, with a gap above it unless it is the first.
    pub fn span(&mut self, cell: impl Into<Cell>) {
        self.spans.push((self.rows.len(), cell.into()));
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Draws a rule between the rows so far and those that follow.
    pub fn rule(&mut self) {
        self.ruled.push(self.rows.len());
    }

    /// The table as lines, each ended: one below the other in parts, where words would break beside each other.
    pub fn draw(&self, look: &Look) -> String {
        match self.parts(look).as_slice() {
            [] | [_] => self.draw_whole(look),
            parts => parts.iter().map(|columns| self.only(columns).draw_whole(look)).collect::<Vec<_>>().join("\n"),
        }
    }

    /// The columns of each part, the first column in all of them; nothing if all of them have room beside each other.
    fn parts(&self, look: &Look) -> Vec<Vec<usize>> {
        let columns = self.headings.len();
        if self.frame != Frame::Boxed || columns < 3 {
            return Vec::new();
        }
        let least = |column: usize| {
            let body = self.rows.iter().filter_map(|row| row.get(column));
            body.chain(self.headings.get(column)).map(|cell| widest_piece(&cell.text)).max().unwrap_or(0)
        };
        let room = look.width.saturating_sub(self.indent);
        if (0..columns).map(least).sum::<usize>() + columns - 1 <= room {
            return Vec::new();
        }
        let mut parts = vec![vec![0]];
        let mut taken = least(0);
        for column in 1..columns {
            let wanted = 2 + least(column);
            match parts.last_mut() {
                Some(part) if taken + wanted <= room || part.len() == 1 => part.push(column),
                _ => {
                    parts.push(vec![0, column]);
                    taken = least(0);
                }
            }
            taken += wanted;
        }
        parts
    }

    /// The same table with only these columns.
    fn only(&self, columns: &[usize]) -> Table {
        let chosen = |row: &Vec<Cell>| columns.iter().filter_map(|column| row.get(*column).cloned()).collect();
        let rows = self.rows.iter().map(chosen).collect();
        Table { headings: chosen(&self.headings), rows, ..self.clone() }
    }

    fn draw_whole(&self, look: &Look) -> String {
        let columns = self.rows.iter().map(Vec::len).chain([self.headings.len()]).max().unwrap_or(0);
        if columns == 0 {
            return String::new();
        }
        let mut lines = Lines {
            look,
            boxed: self.frame == Frame::Boxed && look.boxes,
            indent: self.indent,
            padding: 1,
            widths: Vec::new(),
            aligned: Vec::new(),
            text: String::new(),
        };
        lines.fit(self, columns);
        lines.aligned = (0..columns).map(|column| column < self.right || self.is_short(column)).collect();

        lines.edge(['┌', '─', '┬', '┐']);
        if !self.headings.is_empty() {
            lines.cells(&self.headings);
            if lines.boxed {
                lines.edge(['├', '─', '┼', '┤']);
            } else {
                lines.underline();
            }
        }
        let tall = self.rows.iter().any(|row| lines.height(row) > 1);
        for (index, row) in self.rows.iter().enumerate() {
            if index > 0 && (self.ruled.contains(&index) || (lines.boxed && tall)) {
                if lines.boxed {
                    lines.edge(['├', '─', '┼', '┤']);
                } else {
                    lines.underline();
                }
            }
            for (_, span) in self.spans.iter().filter(|(above, _)| *above == index) {
                lines.span(span);
            }
            lines.cells(row);
        }
        lines.edge(['└', '─', '┴', '┘']);
        lines.text
    }

    /// Whether all cells of a column are numbers or codes of two letters, which line up at the right.
    fn is_short(&self, column: usize) -> bool {
        let cells = || self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.as_str());
        let short = |text: &str| {
            let text = text.trim_matches(MARKS);
            width(text) <= 2 || text.parse::<f64>().is_ok()
        };
        cells().all(short) && cells().any(|text| !text.is_empty())
    }
}

struct Lines<'a> {
    look: &'a Look,
    boxed: bool,
    indent: usize,
    padding: usize,
    widths: Vec<usize>,
    aligned: Vec<bool>,
    text: String,
}

impl Lines<'_> {
    /// Finds the widths of all columns: as wide as they want to be, or narrowed, the widest first, until they fit.
    fn fit(&mut self, table: &Table, columns: usize) {
        let body =
            |column: usize| table.rows.iter().filter_map(move |row| row.get(column)).map(|cell| cell.text.as_str());
        let heading = |column: usize| table.headings.get(column).map(|cell| cell.text.as_str()).unwrap_or_default();
        let longest = |text: &str| text.split('\n').map(width).max().unwrap_or(0);
        let of_body = |measure: &dyn Fn(&str) -> usize, column: usize| body(column).map(measure).max().unwrap_or(0);
        let widths = |of: &dyn Fn(usize) -> usize| (0..columns).map(of).collect::<Vec<usize>>();
        let wanted = widths(&|column| of_body(&longest, column).max(longest(heading(column))));
        // A broken heading costs one line; a broken cell breaks the eye's line as well, so it comes later.
        let cells_whole = widths(&|column| of_body(&longest, column).max(widest_piece(heading(column))));
        let words_whole = widths(&|column| of_body(&widest_piece, column).max(widest_piece(heading(column))));
        // A box takes more room than a gap: a table that does not fit one is set without.
        let cut = vec![1; columns];
        let attempts = [
            (true, 1, &cells_whole),
            (true, 1, &words_whole),
            (false, 1, &cells_whole),
            (false, 1, &words_whole),
            (false, 0, &words_whole),
            (false, 0, &cut),
        ];
        for (boxed, padding, floor) in attempts {
            if boxed && !self.boxed {
                continue;
            }
            (self.boxed, self.padding) = (boxed, padding);
            let room = self.look.width.saturating_sub(self.overhead(columns)).max(columns);
            let start = if *floor == cells_whole { wanted.clone() } else { narrowed(&wanted, &cells_whole, room) };
            self.widths = narrowed(&start, floor, room);
            if self.widths.iter().sum::<usize>() <= room {
                return;
            }
        }
    }

    /// What the frame takes of every line.
    fn overhead(&self, columns: usize) -> usize {
        let frame =
            if self.boxed { columns + 1 + 2 * self.padding * columns } else { (1 + self.padding) * (columns - 1) };
        self.indent + frame
    }

    fn edge(&mut self, [left, dash, cross, right]: [char; 4]) {
        if !self.boxed {
            return;
        }
        let mut line = " ".repeat(self.indent);
        line.push(left);
        for (column, width) in self.widths.iter().enumerate() {
            if column > 0 {
                line.push(cross);
            }
            line.extend(std::iter::repeat_n(dash, width + 2 * self.padding));
        }
        line.push(right);
        self.text += &self.look.paint(ink::FAINT, &line);
        self.text.push('\n');
    }

    fn underline(&mut self) {
        let dash = if self.look.boxes { "─" } else { "-" };
        let gap = " ".repeat(1 + self.padding);
        let line = self.widths.iter().map(|width| dash.repeat(*width)).collect::<Vec<_>>().join(&gap);
        self.text += &" ".repeat(self.indent);
        self.text += &self.look.paint(ink::FAINT, line.trim_end());
        self.text.push('\n');
    }

    fn span(&mut self, span: &Cell) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text += &self.look.paint(span.style, &span.text);
        self.text.push('\n');
    }

    fn height(&self, row: &[Cell]) -> usize {
        row.iter().zip(&self.widths).map(|(cell, room)| wrap(&cell.text, *room).len()).max().unwrap_or(0)
    }

    fn cells(&mut self, row: &[Cell]) {
        let empty = Cell::from("");
        let cells = || (0..self.widths.len()).map(|column| row.get(column).unwrap_or(&empty));
        let wrapped: Vec<Vec<String>> = cells().zip(&self.widths).map(|(cell, room)| wrap(&cell.text, *room)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        let padding = " ".repeat(self.padding);
        let bar = self.look.paint(ink::FAINT, "│");
        for index in 0..height {
            let mut line = " ".repeat(self.indent);
            for (column, cell) in cells().enumerate() {
                let text = wrapped[column].get(index).map(String::as_str).unwrap_or_default();
                let room = self.widths[column];
                let aligned = if self.aligned[column] && !cell.left { pad_left(text, room) } else { pad(text, room) };
                // A lit cell is lit over its whole width; elsewhere only the text is painted.
                let painted = if text.is_empty() {
                    aligned
                } else if cell.style == ink::LIT {
                    self.look.paint(cell.style, &aligned)
                } else {
                    aligned.replacen(text, &self.look.paint(cell.style, text), 1)
                };
                if self.boxed {
                    line += &format!("{bar}{padding}{painted}{padding}");
                } else {
                    if column > 0 {
                        line += &format!(" {padding}");
                    }
                    line += &painted;
                }
            }
            if self.boxed {
                line += &bar;
            }
            self.text += line.trim_end();
            self.text.push('\n');
        }
    }
}

/// The widths narrowed to `room`, always the widest first, but none below its floor.
fn narrowed(wanted: &[usize], floor: &[usize], room: usize) -> Vec<usize> {
    let mut widths = wanted.to_vec();
    let mut over = widths.iter().sum::<usize>().saturating_sub(room);
    while over > 0 {
        let widest = widths.iter_mut().zip(floor).filter(|(width, floor)| **width > **floor);
        let Some((width, _)) = widest.max_by_key(|(width, _)| **width) else {
            break;
        };
        *width -= 1;
        over -= 1;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(width: usize, boxes: bool) -> Look {
        Look { width, colour: false, boxes }
    }

    fn table() -> Table {
        let mut table = Table::new(Frame::Boxed, ["die", "result"]);
        table.row(["7", "one hit and one Panic Marker"]);
        table.row(["10", "nothing"]);
        table
    }

    #[test]
    fn a_boxed_table_wraps_into_its_room() {
        let drawn = table().draw(&look(28, true));
        assert!(drawn.lines().all(|line| width(line) <= 28), "{drawn}");
        assert!(drawn.starts_with("┌─"), "{drawn}");
        assert!(drawn.contains("│   7 │"), "{drawn}");
    }

    #[test]
    fn a_plain_table_has_no_box_drawing() {
        let drawn = table().draw(&look(80, false));
        assert_eq!(drawn.lines().next(), Some("die  result"));
        assert!(drawn.is_ascii(), "{drawn}");
        assert!(drawn.lines().all(|line| !line.ends_with(' ')));
    }

    #[test]
    fn words_stay_whole_in_a_table_of_parts() {
        let mut table = Table::new(Frame::Boxed, ["type", "smoothbore", "stationary", "disordered"]);
        table.row(["infantry", "everything", "considered", "nothing"]);
        for boxes in [true, false] {
            let drawn = table.draw(&look(32, boxes));
            assert!(drawn.lines().all(|line| width(line) <= 32), "{drawn}");
            for word in ["smoothbore", "stationary", "disordered", "everything", "considered", "nothing"] {
                assert!(drawn.contains(word), "{word}:\n{drawn}");
            }
            assert_eq!(drawn.matches("infantry").count(), 2, "{drawn}");
        }
    }

    #[test]
    fn no_room_at_all_is_no_panic() {
        for width in 0..20 {
            assert!(!table().draw(&look(width, true)).is_empty());
        }
    }
}
