//! The pad: what was kept last, one sheet a commit.
//!
//! The entries of many tables lie far apart in the store, and a commit that touches all those places pays for each of them. So
//! a commit writes one sheet with everything that was kept, and nothing else; whoever waits for it is told. Later the entries of
//! a table are filed under its name, many at once, and sheets of which everything is filed are thrown away. A server that was
//! killed files what it finds on the pad before anybody is let in.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::sync::Arc;

use super::keep::{Keeping, KeptRow, Waits};

/// LIMIT: entries that wait to be filed while people are busy.
const UNFILED_MAX: usize = 6_000;
/// LIMIT: entries after which no further table is filed with a commit that people wait for.
const FILED_AT_ONCE: usize = 96;

/// Bytes set aside for a sheet: some thirty entries.
const SHEET_BYTES: usize = 8 << 10;

/// What a table has kept and is not filed yet.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unfiled {
    /// The oldest sheet that holds something of it.
    pub since: i64,
    pub rows: Vec<KeptRow>,
    /// Whom it waits for, where the store does not say so yet.
    pub waits: Option<Waits>,
}

/// What is to be filed now.
#[derive(Debug, Default)]
pub(super) struct Filing {
    pub tables: Vec<(Arc<str>, Unfiled)>,
    /// Every sheet before this one has been filed, once this is.
    pub sheets_before: i64,
}

impl Filing {
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }
}

/// Which tables are to be filed.
#[derive(Clone, Debug)]
pub(super) enum Which {
    All,
    Table(Arc<str>),
}

/// What is on disk, and not yet where it belongs.
#[derive(Debug, Default)]
pub(super) struct Pad {
    last_sheet: i64,
    unfiled: BTreeMap<Arc<str>, Unfiled>,
    /// Tables with the oldest sheet of each, the oldest first; a table that was filed since is passed over.
    queue: VecDeque<(i64, Arc<str>)>,
    rows: usize,
}

impl Pad {
    /// The number of the next sheet.
    pub(super) fn next_sheet(&self) -> i64 {
        self.last_sheet + 1
    }

    /// How many entries wait to be filed.
    pub(super) fn len(&self) -> usize {
        self.rows
    }

    pub(super) fn is_empty(&self) -> bool {
        self.unfiled.is_empty()
    }

    /// A sheet was committed; what stood on it follows.
    pub(super) fn turn_over(&mut self) {
        self.last_sheet += 1;
    }

    /// Something stands on the last sheet.
    pub(super) fn add(&mut self, keeping: Keeping) {
        let Keeping { table, rows, waits } = keeping;
        self.rows += rows.len();
        let since = self.last_sheet;
        if let Some(unfiled) = self.unfiled.get_mut(&table) {
            unfiled.rows.extend(rows);
            unfiled.waits = waits.or(unfiled.waits.take());
        } else {
            self.queue.push_back((since, Arc::clone(&table)));
            self.unfiled.insert(table, Unfiled { since, rows, waits });
        }
    }

    /// What should be filed with the next commit: nothing, unless too much has gathered.
    pub(super) fn some(&mut self) -> Filing {
        if self.rows <= UNFILED_MAX { Filing::default() } else { self.oldest(FILED_AT_ONCE) }
    }

    /// Takes out what is asked for.
    pub(super) fn take(&mut self, which: &Which) -> Filing {
        match which {
            Which::All => self.oldest(usize::MAX),
            Which::Table(table) => {
                let found = self.unfiled.remove_entry(table);
                self.filing(found.into_iter().collect())
            }
        }
    }

    fn oldest(&mut self, enough: usize) -> Filing {
        let (mut tables, mut rows) = (Vec::new(), 0);
        while rows < enough {
            let Some((since, table)) = self.queue.pop_front() else { break };
            if self.unfiled.get(&table).is_some_and(|unfiled| unfiled.since == since)
                && let Some(unfiled) = self.unfiled.remove(&table)
            {
                rows += unfiled.rows.len();
                tables.push((table, unfiled));
            }
        }
        self.filing(tables)
    }

    fn filing(&mut self, tables: Vec<(Arc<str>, Unfiled)>) -> Filing {
        self.rows -= tables.iter().map(|(_, unfiled)| unfiled.rows.len()).sum::<usize>();
        let waits =
            |(since, table): &&(i64, Arc<str>)| self.unfiled.get(table).is_some_and(|left| left.since == *since);
        let oldest = self.queue.iter().find(waits).map(|(since, _)| *since);
        Filing { tables, sheets_before: oldest.unwrap_or(self.last_sheet + 1) }
    }

    /// It could not be filed, and waits again.
    pub(super) fn put_back(&mut self, filing: Filing) {
        for (table, mut unfiled) in filing.tables.into_iter().rev() {
            self.rows += unfiled.rows.len();
            if let Some(newer) = self.unfiled.remove(&table) {
                unfiled.rows.extend(newer.rows);
                unfiled.waits = newer.waits.or(unfiled.waits);
            }
            self.queue.push_front((unfiled.since, Arc::clone(&table)));
            self.unfiled.insert(table, unfiled);
        }
        self.queue.make_contiguous().sort_by_key(|(since, _)| *since);
    }

    /// The tables of which something is not filed.
    pub(super) fn tables(&self) -> Vec<Arc<str>> {
        self.unfiled.keys().cloned().collect()
    }

    /// Leaves of a table what `sort` says, and gives the rest that it names.
    pub(super) fn sort_out(
        &mut self,
        table: &Arc<str>,
        sort: impl FnOnce(Unfiled) -> (Unfiled, Vec<KeptRow>),
    ) -> Vec<KeptRow> {
        let Some(unfiled) = self.unfiled.remove(table) else { return Vec::new() };
        self.rows -= unfiled.rows.len();
        let (left, rest) = sort(unfiled);
        self.rows += left.rows.len();
        if !left.rows.is_empty() || left.waits.is_some() {
            self.unfiled.insert(Arc::clone(table), left);
        }
        rest
    }

    /// Reads a sheet that a server left behind.
    pub(super) fn read(&mut self, number: i64, lines: &str) -> Result<(), String> {
        self.last_sheet = number;
        for line in lines.lines() {
            let keeping = read_line(line).ok_or_else(|| format!("sheet {number} does not read: {line}"))?;
            self.add(keeping);
        }
        Ok(())
    }
}

/// A sheet: a line for each entry, and one for each table that waits for somebody else now. JSON has neither tabs nor line ends
/// in it, nor has the name of a table.
pub(super) fn write_sheet<'a>(keepings: impl Iterator<Item = &'a Keeping>) -> String {
    let mut lines = String::with_capacity(SHEET_BYTES);
    add_lines(&mut lines, keepings);
    lines
}

/// The same, into memory that is there already.
pub(super) fn add_lines<'a>(lines: &mut String, keepings: impl Iterator<Item = &'a Keeping>) {
    for Keeping { table, rows, waits } in keepings {
        for KeptRow { number, entry, chain } in rows {
            // COST: every command passes here; what is text already is not put through the formatter.
            lines.extend(["kept\t", &**table, "\t"]);
            let _ = write!(lines, "{number}");
            lines.extend(["\t", chain.as_str(), "\t", entry.as_str(), "\n"]);
        }
        if let Some(Waits { seats, notice_at, since }) = waits {
            let seats: Vec<String> = seats.iter().map(u8::to_string).collect();
            let _ = writeln!(lines, "waits\t{table}\t{notice_at}\t{since}\t{}", seats.join(","));
        }
    }
}

fn read_line(line: &str) -> Option<Keeping> {
    let mut words = line.splitn(5, '\t');
    let (kind, table, third, fourth, last) =
        (words.next()?, words.next()?, words.next()?, words.next()?, words.next()?);
    let table = Arc::from(table);
    match kind {
        "kept" => {
            let row = KeptRow { number: third.parse().ok()?, chain: fourth.into(), entry: last.to_owned() };
            Some(Keeping { table, rows: vec![row], waits: None })
        }
        "waits" => {
            let seats = last.split(',').filter(|seat| !seat.is_empty()).map(str::parse);
            let seats = seats.collect::<Result<_, _>>().ok()?;
            let waits = Waits { seats, notice_at: third.parse().ok()?, since: fourth.parse().ok()? };
            Some(Keeping { table, rows: Vec::new(), waits: Some(waits) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u32) -> KeptRow {
        KeptRow {
            number,
            entry: format!("{{\"ask\":\"roll\",\"at\":{number}}}"),
            chain: format!("{number:064}").into(),
        }
    }

    fn keeping(table: &str, numbers: std::ops::Range<u32>, seats: Option<&[u8]>) -> Keeping {
        let waits = seats.map(|seats| Waits { seats: seats.to_vec(), notice_at: 7, since: 3 });
        Keeping { table: table.into(), rows: numbers.map(row).collect(), waits }
    }

    #[test]
    fn a_sheet_is_read_as_it_was_written() {
        let sheet =
            [keeping("one", 0..3, Some(&[0, 2])), keeping("two", 5..6, None), keeping("three", 0..0, Some(&[]))];
        let text = write_sheet(sheet.iter());
        let (mut read, mut known) = (Pad::default(), Pad::default());
        read.read(1, &text).expect("it reads");
        known.turn_over();
        sheet.into_iter().for_each(|keeping| known.add(keeping));
        assert_eq!(read.unfiled, known.unfiled);
        assert_eq!(read.len(), 4);
        assert!(read.read(2, "kept\tone\tnothing").is_err());
    }

    #[test]
    fn a_sheet_is_thrown_away_when_everything_on_it_is_filed() {
        let mut pad = Pad::default();
        for (table, numbers) in [("one", 0..1), ("two", 0..1), ("one", 1..2), ("three", 0..1)] {
            pad.turn_over();
            pad.add(keeping(table, numbers, None));
        }
        // The first sheet holds something of the first table, the second something of the second.
        let filing = pad.take(&Which::Table("two".into()));
        assert_eq!((filing.tables.len(), filing.sheets_before), (1, 1));
        let filing = pad.take(&Which::Table("one".into()));
        assert_eq!((filing.tables[0].1.rows.len(), filing.sheets_before), (2, 4));
        pad.put_back(filing);
        assert_eq!(pad.len(), 3);
        let filing = pad.take(&Which::All);
        assert_eq!((filing.tables.len(), filing.sheets_before, pad.len()), (2, 5, 0));
        assert!(pad.is_empty() && pad.take(&Which::All).is_empty());
    }

    #[test]
    fn little_is_filed_while_people_wait() {
        let mut pad = Pad::default();
        for number in 0..UNFILED_MAX as u32 {
            pad.turn_over();
            pad.add(keeping(&format!("table {}", number % 500), number..number + 1, None));
        }
        assert!(pad.some().is_empty());
        pad.turn_over();
        pad.add(keeping("table 0", 9_999..10_000, Some(&[1])));
        let filing = pad.some();
        let rows: usize = filing.tables.iter().map(|(_, unfiled)| unfiled.rows.len()).sum();
        assert!((FILED_AT_ONCE..2 * FILED_AT_ONCE).contains(&rows), "{rows}");
        assert_eq!(filing.tables[0].1.rows.len(), UNFILED_MAX.div_ceil(500) + 1);
        assert_eq!(filing.tables[0].1.waits.as_ref().map(|waits| waits.seats.clone()), Some(vec![1]));
    }
}
