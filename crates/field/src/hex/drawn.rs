//! Maps of hexes drawn by hand, as a text.
//!
//! ```text
//! map 4 x 3                    columns and rows
//! pushed odd                   odd: the second, fourth, … column lies half a hex lower; even: the others
//! first 0101                   the number of the hex in the upper left corner
//! key . clear
//! key w woods                  a letter or a word, and what it stands for: one name or more, or - for nothing
//! key W woods crest
//! hexes                        a line for each row, a key for each hex
//!   . . w W
//!   . w w .
//!   . . . .
//! levels                       the same with numbers; left out, all is level
//!   0 0 1 2
//!   0 0 1 1
//!   0 0 0 0
//! path road 0101 0201 0302     a road, trail or railway from hex to hex: it crosses the sides between them
//! side stream 0102 n ne        something along or across these sides of a hex: n ne se s sw nw
//! place 0302 Widow Tapp        what people call a hex
//! ```
//!
//! A `#` and whatever follows it is a remark. The order of the lines matters only in that `map` comes first and keys before
//! the hexes. Every mistake is reported, each with its line and column.

use super::map::{Feature, HexMap};
use super::{Cell, Grid, Numbering, Pushed, Side};

/// A mistake in a drawn map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, counted from one.
    pub line: usize,
    /// The column, counted from one.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "line {}, column {}: {}; {}", self.line, self.column, self.message, self.hint)
    }
}

impl std::error::Error for Mistake {}

/// Reads a drawn map, or says everything that is wrong with it.
pub fn read(text: &str) -> Result<HexMap, Vec<Mistake>> {
    let lines: Vec<Words<'_>> = text
        .lines()
        .enumerate()
        .map(|(number, line)| Words::new(number + 1, line))
        .filter(|line| !line.words.is_empty())
        .collect();
    let mut mistakes = Vec::new();
    let Some(grid) = grid(&lines, &mut mistakes) else {
        return Err(mistakes);
    };
    let mut reader = Reader { map: HexMap::new(grid), keys: Vec::new(), mistakes };
    let mut rest = lines.iter();
    while let Some(line) = rest.next() {
        match line.words[0].1 {
            "map" | "pushed" | "first" => {}
            "key" => reader.key(line),
            "hexes" => reader.rows(line, &mut rest, Reader::hex),
            "levels" => reader.rows(line, &mut rest, Reader::level),
            "path" => reader.path(line),
            "side" => reader.side(line),
            "place" => reader.place(line),
            other => {
                let known = "map, pushed, first, key, hexes, levels, path, side, place";
                reader.wrong(line, 0, format!("{other:?} begins no line of a map"), format!("take one of {known}"));
            }
        }
    }
    if reader.mistakes.is_empty() { Ok(reader.map) } else { Err(reader.mistakes) }
}

/// A line cut into words, each with its column.
struct Words<'a> {
    line: usize,
    words: Vec<(usize, &'a str)>,
}

impl<'a> Words<'a> {
    fn new(line: usize, text: &'a str) -> Words<'a> {
        let text = text.split('#').next().unwrap_or_default();
        let column = |word: &str| text[..word.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1;
        Words { line, words: text.split_whitespace().map(|word| (column(word), word)).collect() }
    }

    fn after(&self, first: &str) -> Option<&[(usize, &'a str)]> {
        (self.words[0].1 == first).then_some(&self.words[1..])
    }

    fn mistake(&self, word: usize, message: String, hint: String) -> Mistake {
        let column = self.words.get(word).map_or(1, |(column, _)| *column);
        Mistake { line: self.line, column, message, hint }
    }
}

/// The shape of the map, from the lines that tell it.
fn grid(lines: &[Words<'_>], mistakes: &mut Vec<Mistake>) -> Option<Grid> {
    let (mut size, mut pushed, mut numbering) = (None, Pushed::Odd, Numbering::default());
    for line in lines {
        let hint = |hint: &str| hint.to_owned();
        if let Some(words) = line.after("map") {
            let number = |place: usize| words.get(place).and_then(|(_, word)| word.parse::<u16>().ok());
            match (number(0), number(2)) {
                (Some(columns), Some(rows)) => size = Some((columns, rows)),
                _ => mistakes.push(line.mistake(0, "the size does not read".into(), hint("write `map 24 x 20`"))),
            }
        } else if let Some(words) = line.after("pushed") {
            match words.first().map(|(_, word)| *word) {
                Some("odd") => pushed = Pushed::Odd,
                Some("even") => pushed = Pushed::Even,
                _ => mistakes.push(line.mistake(1, "which columns are pushed".into(), hint("write `odd` or `even`"))),
            }
        } else if let Some(words) = line.after("first") {
            let number = words.first().map_or("", |(_, word)| *word);
            let halves = number.split_at_checked(number.len() / 2);
            match halves.and_then(|(column, row)| Some((column.parse().ok()?, row.parse().ok()?))) {
                Some((first_column, first_row)) => numbering = Numbering { first_column, first_row, ..numbering },
                None => mistakes.push(line.mistake(1, "no number of a hex".into(), hint("write `first 0101`"))),
            }
        }
    }
    let Some((columns, rows)) = size else {
        if mistakes.is_empty() {
            let (message, hint) = ("the map has no size".to_owned(), "begin with `map 24 x 20`".to_owned());
            mistakes.push(Mistake { line: 1, column: 1, message, hint });
        }
        return None;
    };
    let grid = Grid::new(columns, rows, pushed, numbering);
    if grid.is_none() {
        let message = format!("a map cannot have {columns} x {rows} hexes");
        let hint = format!("from 1 to {} either way", super::GREATEST);
        mistakes.push(Mistake { line: lines.first().map_or(1, |line| line.line), column: 1, message, hint });
    }
    grid
}

struct Reader {
    map: HexMap,
    keys: Vec<(String, Vec<Feature>)>,
    mistakes: Vec<Mistake>,
}

impl Reader {
    fn wrong(&mut self, line: &Words<'_>, word: usize, message: String, hint: String) {
        self.mistakes.push(line.mistake(word, message, hint));
    }

    /// The feature of this name, or a mistake because there are too many.
    fn feature(&mut self, line: &Words<'_>, word: usize) -> Option<Feature> {
        let name = line.words.get(word).map_or("", |(_, word)| *word);
        let feature = if name.is_empty() { None } else { self.map.name(name) };
        if feature.is_none() {
            let hint = format!("a map knows {} names at most", super::NAMES_MAX);
            self.wrong(line, word, format!("{name:?} cannot be a name here"), hint);
        }
        feature
    }

    fn cell(&mut self, line: &Words<'_>, word: usize) -> Option<Cell> {
        let number = line.words.get(word).map_or("", |(_, word)| *word);
        let cell = self.map.grid().numbered(number);
        if cell.is_none() {
            let last = self.map.grid().cells().last().map_or_else(String::new, |cell| self.map.grid().number(cell));
            self.wrong(line, word, format!("{number:?} is no hex of this map"), format!("the last one is {last}"));
        }
        cell
    }

    fn key(&mut self, line: &Words<'_>) {
        let Some((_, key)) = line.words.get(1) else {
            return self.wrong(line, 0, "a key without a letter".into(), "write `key w woods`".into());
        };
        if self.keys.iter().any(|(known, _)| known == key) {
            self.wrong(line, 1, format!("the key {key:?} stands for something already"), "take another letter".into());
        }
        let names = (2..line.words.len()).filter(|word| line.words[*word].1 != "-");
        let features: Vec<Feature> = names.filter_map(|word| self.feature(line, word)).collect();
        self.keys.push(((*key).to_owned(), features));
    }

    /// A line for each row of the map, each with a word for each hex.
    fn rows<'a>(
        &mut self,
        heading: &Words<'_>,
        rest: &mut std::slice::Iter<'_, Words<'a>>,
        mut one: impl FnMut(&mut Reader, &Words<'a>, usize, Cell),
    ) {
        let (columns, rows) = (self.map.grid().columns(), self.map.grid().rows());
        for row in 0..rows {
            let Some(line) = rest.next() else {
                let message = format!("{row} rows are drawn, and the map has {rows}");
                return self.wrong(heading, 0, message, "add the rest".into());
            };
            if line.words.len() != usize::from(columns) {
                let message = format!("{} hexes are drawn, and a row has {columns}", line.words.len());
                self.wrong(line, 0, message, "add or remove some".into());
            }
            for column in 0..columns {
                if let Some(cell) = self.map.grid().in_column(column, row)
                    && usize::from(column) < line.words.len()
                {
                    one(self, line, usize::from(column), cell);
                }
            }
        }
    }

    fn hex(&mut self, line: &Words<'_>, word: usize, cell: Cell) {
        let key = line.words[word].1;
        match self.keys.iter().find(|(known, _)| known == key) {
            Some((_, features)) => features.clone().into_iter().for_each(|feature| self.map.add(cell, feature)),
            None => self.wrong(line, word, format!("there is no key {key:?}"), "declare it with `key` above".into()),
        }
    }

    fn level(&mut self, line: &Words<'_>, word: usize, cell: Cell) {
        match line.words[word].1.parse() {
            Ok(level) => self.map.set_level(cell, level),
            Err(_) => self.wrong(line, word, "this is no level".into(), "write a whole number".into()),
        }
    }

    fn path(&mut self, line: &Words<'_>) {
        let Some(feature) = self.feature(line, 1) else { return };
        let cells: Vec<(usize, Cell)> =
            (2..line.words.len()).filter_map(|word| Some((word, self.cell(line, word)?))).collect();
        for pair in cells.windows(2) {
            let ((_, from), (word, to)) = (pair[0], pair[1]);
            match self.map.grid().side_to(from, to) {
                Some(side) => self.map.add_to_side(from, side, feature),
                None => self.wrong(line, word, "the hex before it is no neighbour".into(), "name every hex".into()),
            }
        }
    }

    fn side(&mut self, line: &Words<'_>) {
        let (Some(feature), Some(cell)) = (self.feature(line, 1), self.cell(line, 2)) else { return };
        for word in 3..line.words.len() {
            match Side::named(line.words[word].1) {
                Some(side) => self.map.add_to_side(cell, side, feature),
                None => self.wrong(line, word, "this is no side".into(), "take n, ne, se, s, sw or nw".into()),
            }
        }
    }

    fn place(&mut self, line: &Words<'_>) {
        let Some(cell) = self.cell(line, 1) else { return };
        let name: Vec<&str> = line.words.iter().skip(2).map(|(_, word)| *word).collect();
        self.map.set_place(cell, &name.join(" "));
    }
}
