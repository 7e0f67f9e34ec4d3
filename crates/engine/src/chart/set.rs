//! All charts and switches of a rulebook, as a table plays it.

use super::overlay::lay;
use super::switches::CHART as SWITCHES;
use super::{Change, Chart, Overlay, Source, Switches};
use crate::Fault;

/// All charts and switches of a rulebook, as a table plays it.
#[derive(Clone, Debug)]
pub struct ChartSet {
    slug: String,
    charts: Vec<Chart>,
    switches: Switches,
    changes: Vec<Change>,
    digest: [u8; 32],
}

impl ChartSet {
    /// Reads the printed charts and lays the house rules over them. Every mistake is reported at once.
    pub fn open(slug: &str, sources: &'static [Source], overlay: Option<&Overlay>) -> Result<ChartSet, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut charts: Vec<Chart> = Vec::with_capacity(sources.len());
        for (number, source) in sources.iter().enumerate() {
            if sources[..number].iter().any(|known| known.id == source.id) {
                faults.push(Fault::of_file(slug, format!("a second chart `{}`", source.id)));
            }
            match u16::try_from(number).map(|number| Chart::read(slug, number, source)) {
                Ok(Ok(chart)) => charts.push(chart),
                Ok(Err(more)) => faults.extend(more),
                Err(_) => faults.push(Fault::of_file(slug, format!("more than {} charts", u16::MAX))),
            }
        }
        let mut switches = match charts.iter().find(|chart| chart.id() == SWITCHES) {
            Some(chart) => Switches::read(chart).unwrap_or_else(|more| {
                faults.extend(more);
                Switches::default()
            }),
            None => Switches::default(),
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        let changes = match overlay {
            Some(overlay) => lay(overlay, slug, &mut charts, &mut switches)?,
            None => Vec::new(),
        };
        let digest = digest(&charts, &switches);
        Ok(ChartSet { slug: slug.to_owned(), charts, switches, changes, digest })
    }

    /// Takes back what a typed table could not read: the cell that the fault names, or, where it names none, every change of its
    /// chart. Gives the fault with its place, or gives it back where the house rules have no part in it.
    pub(crate) fn take_back(&mut self, mut fault: Fault) -> Result<Fault, Fault> {
        let Some(chart) = self.charts.iter_mut().find(|chart| chart.file == fault.file) else {
            return Err(fault);
        };
        let number = chart.number();
        let of_chart = |change: &Change| change.cell.chart == number;
        let named = |change: &Change| {
            fault.line == 0
                || (usize::from(change.cell.row) + 2, usize::from(change.cell.column) + 1) == (fault.line, fault.column)
        };
        let Some(first) = self.changes.iter().find(|change| of_chart(change) && named(change)).cloned() else {
            return Err(fault);
        };
        let mut kept = Vec::new();
        for change in std::mem::take(&mut self.changes) {
            if of_chart(&change) && named(&change) {
                chart.replace(change.cell.row.into(), change.cell.column.into(), &change.printed);
            } else {
                kept.push(change);
            }
        }
        self.changes = kept;
        if fault.line == 0 {
            (fault.line, fault.column) = (usize::from(first.cell.row) + 2, usize::from(first.cell.column) + 1);
        }
        Ok(fault)
    }

    /// The chart with this number, as citations name it.
    pub fn get(&self, number: u16) -> Option<&Chart> {
        self.charts.get(usize::from(number))
    }

    /// The chart with this id.
    pub fn chart(&self, id: &str) -> Result<&Chart, Fault> {
        self.charts.iter().find(|chart| chart.id() == id).ok_or_else(|| {
            Fault::of_file(&self.slug, format!("no chart `{id}`"))
                .hint(format!("longroll charts {} lists them", self.slug))
        })
    }

    /// All charts, in the rulebook's order.
    pub fn charts(&self) -> &[Chart] {
        &self.charts
    }

    /// The switches as they are set.
    pub fn switches(&self) -> &Switches {
        &self.switches
    }

    /// A digest of everything a rule can read: the ids, headings and cells of all charts and the settings of all
    /// switches, in order. Two tables with the same digest play by the same charts.
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// What the house rules changed, in the order of the charts; the switches last.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }
}

fn digest(charts: &[Chart], switches: &Switches) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    // Every list and every text goes in behind its length, so that no two sets read alike.
    let count = |hasher: &mut blake3::Hasher, length: usize| {
        hasher.update(&(length as u64).to_le_bytes());
    };
    let text = |hasher: &mut blake3::Hasher, text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    count(&mut hasher, charts.len());
    for chart in charts {
        text(&mut hasher, chart.id());
        count(&mut hasher, chart.columns().len());
        chart.columns().iter().for_each(|heading| text(&mut hasher, heading));
        count(&mut hasher, chart.rows());
        for row in 0..chart.rows() {
            (0..chart.columns().len()).for_each(|column| text(&mut hasher, chart.text(row, column)));
        }
    }
    count(&mut hasher, switches.list.len());
    for switch in &switches.list {
        text(&mut hasher, &switch.id);
        text(&mut hasher, &switch.value);
    }
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn source(id: &'static str, text: &'static str) -> Source {
        Source { id, chapter: "fire", title: "Fire", note: "as printed", card: &[], bounds: &[], text }
    }

    static SOURCES: &[Source] =
        &[source("fire", "die\t0+\n0\t1\n"), source("switches", "id\tdefault\tchoices\teffect\nwar\toff\ton off\tx\n")];

    #[test]
    fn charts_are_found_by_id_and_by_number() {
        let set = ChartSet::open("elephant", SOURCES, None).unwrap();
        assert_eq!(set.charts().len(), 2);
        let fire = set.chart("fire").unwrap();
        assert_eq!((fire.id(), fire.number(), fire.chapter(), fire.title()), ("fire", 0, "fire", "Fire"));
        assert_eq!((fire.note(), fire.file()), ("as printed", "elephant/fire.tsv"));
        assert_eq!(set.get(1).map(Chart::id), Some("switches"));
        assert!(set.get(2).is_none());
        assert_eq!(set.switches().on("war"), Ok(false));
        assert_eq!(set.changes(), []);
        let fault = set.chart("smoke").unwrap_err();
        assert_eq!(fault.to_string(), "elephant: no chart `smoke` (longroll charts elephant lists them)");
    }

    #[test]
    fn a_digest_tells_apart_what_rules_can_tell_apart() {
        static OTHER_CELL: &[Source] = &[source("fire", "die\t0+\n0\t2\n")];
        static OTHER_LINE_ENDS: &[Source] = &[source("fire", "die\t0+\r\n0\t2\r\n")];
        static MOVED_TAB: &[Source] = &[source("fire", "die\t0\n+0\t2\n")];
        let digest = |sources| ChartSet::open("elephant", sources, None).unwrap().digest();
        assert_eq!(digest(OTHER_CELL), digest(OTHER_LINE_ENDS));
        assert_ne!(digest(OTHER_CELL), digest(&SOURCES[..1]));
        assert_ne!(digest(OTHER_CELL), digest(MOVED_TAB));
        assert_ne!(digest(SOURCES), digest(&SOURCES[..1]));
    }

    #[test]
    fn every_broken_chart_is_reported() {
        static BROKEN: &[Source] = &[source("a", "x\n\n"), source("b", "x\ty\n1\n"), source("b", "x\n")];
        let faults = ChartSet::open("elephant", BROKEN, None).unwrap_err();
        let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 3);
        assert_eq!(texts[0], "elephant/a.tsv:2: a blank line (take it out)");
        assert!(texts[1].starts_with("elephant/b.tsv:2:1: 1 fields where the heading has 2"));
        assert_eq!(texts[2], "elephant: a second chart `b`");
    }
}
