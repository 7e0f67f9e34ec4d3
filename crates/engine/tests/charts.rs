//! Laws of charts and house rules: whatever a table writes into its files, the answer is a chart or a fault with a place.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use engine::chart::{
    Bands, ChartSet, Grid, Key, Ladder, Lines, OddsLadder, Overlay, OverlayFile, Source, Spans, Table,
};
use engine::{Decimal, Fault};
use proptest::prelude::*;

/// Real charts: fire factors and fire results of Elephant, musketry points, fire effects and charge effects of Fire and
/// Fury, and a chart of switches.
static SOURCES: &[Source] = &[
    source(
        "fire-factors",
        "id\tweapon\tclass\tmax_range\t100\t200\t300\tover-300\n\
         pistol\tPISTOL\tsmall-arms\t50\t2\t0\t0\t0\n\
         musket\tMUSKET\tsmall-arms\t300\t3\t1\t0.5\t0\n\
         12lb-napoleon\t12lb NAPOLEON\tartillery\t1700\t12\t9\t6\t3\n",
    ),
    source(
        "fire-results",
        "die\t0+\t3+\t6+\t10+\n0\t0\t0\t0\t0\n1\t0\t0\t0\t1\n2\t0\t0\t1\t1\n3\t0\t1\t1\t2\n4\t1\t1\t2\t2\n",
    ),
    source("combat-results", "die\t1:2+\t1:1+\t3:2+\t2:1+\n0\tK1/-\t-/K1\t-/C1\t-/C1\n1\tRPLS\tENGD\t-/K1\t-/K1\n"),
    source(
        "musketry-fire-points",
        "id\tcode\tr3\tr6\tr30\tfrench_only_in\nFF-MUSK-MG\tMG\t3\t2\t0.5\t60\nFF-MUSK-RM\tRM\t1\t1\t-\t\n",
    ),
    source(
        "fire-effects-by-rating",
        "id\teffect\tcrack\traw\nWITHERING\twithering\t13+\t13+\nTELLING-A\ttelling\t-\t10-12\n\
         TELLING-B\ttelling\t11-12\t9\nTELLING-C\ttelling\t8-10\t8\nGALLING\tgalling\t7\t6-7\nLIVELY\tlively\t-\t4-5\n\
         DESULTORY\tdesultory\t<=6\t<=3\n",
    ),
    source(
        "charge-effects",
        "id\tmin\tmax\tname\nSWEPT\t6\t\tSwept\nDRIVEN\t3\t5\tDriven Back\nHARD\t1\t2\tHard Pressed\n\
         DESPERATE\t0\t0\tDesperate\nFALTER\t-2\t-1\tFalter\nRECOIL\t-5\t-3\tRecoil\nREPULSED\t\t-6\tRepulsed\n",
    ),
    source("switches", "id\tdefault\tchoices\teffect\nfront-rank-fire\toff\ton off\tx\nwar\tmid\tearly mid late\ty\n"),
];

const fn source(id: &'static str, text: &'static str) -> Source {
    Source { id, chapter: "fire", title: id, note: "", card: &[], bounds: &[], text }
}

engine::keys! {
    enum Weapon {
        Pistol = "pistol",
        Musket = "musket",
        Napoleon = "12lb-napoleon",
    }
}

engine::keys! {
    enum Arm {
        Mitrailleuse = "MG",
        RifledMusket = "RM",
    }
}

fn laid(name: &str, text: &str) -> Result<ChartSet, Vec<Fault>> {
    let file = OverlayFile {
        path: format!("club/book/{name}"),
        slug: "book".to_owned(),
        name: name.to_owned(),
        text: text.to_owned(),
    };
    ChartSet::open("book", SOURCES, Some(&Overlay { files: vec![file] }))
}

fn printed() -> ChartSet {
    ChartSet::open("book", SOURCES, None).unwrap()
}

/// Opens every typed table as a rulebook would.
fn read_all(set: &ChartSet) -> Result<(), Fault> {
    let factors = set.chart("fire-factors")?;
    Table::<Weapon, Decimal>::open(factors, "id", &["100", "200", "300", "over-300"])?;
    Lines::<Weapon, u16>::open(factors, "id", "max_range")?;
    Bands::from_headings(factors, 4, 7)?;
    let results = set.chart("fire-results")?;
    Grid::<u8>::open(results, 1)?;
    Ladder::from_headings(results, 1)?;
    OddsLadder::from_headings(set.chart("combat-results")?, 1)?;
    let points = set.chart("musketry-fire-points")?;
    Table::<Arm, Option<Decimal>>::open(points, "code", &["r3", "r6", "r30", "french_only_in"])?;
    Ladder::from_column(factors, "max_range")?;
    let effects = set.chart("fire-effects-by-rating")?;
    Spans::from_cells(effects, "crack")?;
    Spans::from_cells(effects, "raw")?;
    Spans::from_min_max(set.chart("charge-effects")?, "min", "max", |_| true)?;
    set.switches().on("front-rank-fire")?;
    set.switches().choice("war")?;
    Ok(())
}

/// The faults are of this file, and those of a line are of a line it has.
fn well_placed(faults: &[Fault], path: &str, text: &str) -> Result<(), TestCaseError> {
    prop_assert!(!faults.is_empty());
    for fault in faults {
        prop_assert_eq!(&fault.file, path);
        prop_assert!(!fault.reason.is_empty());
        prop_assert!(fault.line <= text.lines().count().max(1), "{}", fault);
        prop_assert!(fault.column == 0 || fault.line > 0, "{}", fault);
    }
    Ok(())
}

/// A chart with letters torn out, put in or written over: mostly digits, so that many a chart survives it.
fn damaged() -> impl Strategy<Value = (usize, String)> {
    let put = prop_oneof![3 => "[0-9]", 1 => "[0-9a-z+:<=.\t\r\n \u{feff}é-]{0,4}"];
    let edit = (any::<prop::sample::Index>(), 0..=2_usize, put);
    (0..SOURCES.len() - 1, prop::collection::vec(edit, 1..4)).prop_map(|(chart, edits)| {
        let mut letters: Vec<char> = SOURCES[chart].text.chars().collect();
        for (at, cut, put) in edits {
            let at = at.index(letters.len());
            letters.splice(at..(at + cut).min(letters.len()), put.chars());
        }
        (chart, letters.into_iter().collect())
    })
}

#[test]
fn the_printed_charts_can_be_read() {
    read_all(&printed()).unwrap();
}

proptest! {
    #[test]
    fn any_text_is_a_chart_or_a_fault_with_a_place(chart in 0..SOURCES.len() - 1, text in any::<String>()) {
        let name = format!("{}.tsv", SOURCES[chart].id);
        if let Err(faults) = laid(&name, &text) {
            well_placed(&faults, &format!("club/book/{name}"), &text)?;
        }
    }

    #[test]
    fn a_damaged_chart_is_a_chart_or_a_fault_with_a_place((chart, text) in damaged()) {
        let name = format!("{}.tsv", SOURCES[chart].id);
        let path = format!("club/book/{name}");
        match laid(&name, &text) {
            Err(faults) => well_placed(&faults, &path, &text)?,
            Ok(set) => {
                prop_assert_eq!(set.changes().is_empty(), set.digest() == printed().digest());
                if let Err(fault) = read_all(&set) {
                    well_placed(&[fault], &path, &text)?;
                }
            }
        }
    }

    #[test]
    fn any_settings_are_set_or_a_fault_with_a_place(text in "([a-z-]{0,16} ?=? ?[\"']?[a-z0-9]{0,6}[\"']?#?\n?|\\PC*){0,4}") {
        match laid("switches.toml", &text) {
            Err(faults) => well_placed(&faults, "club/book/switches.toml", &text)?,
            Ok(set) => read_all(&set).unwrap(),
        }
    }

    #[test]
    fn any_bytes_are_text_or_a_fault_with_a_place(bytes in any::<Vec<u8>>(), name in "a\\.tsv|switches\\.toml") {
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
        if let Err(fault) = OverlayFile::from_bytes("club/file", "book", name, bytes) {
            prop_assert!(fault.line >= 1 && fault.line <= lines && fault.column >= 1);
        }
    }

    #[test]
    fn the_printed_chart_over_itself_changes_nothing(chart in 0..SOURCES.len() - 1, crlf: bool, newline: bool) {
        let mut text = SOURCES[chart].text.to_owned();
        if !newline {
            text.pop();
        }
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        let set = laid(&format!("{}.tsv", SOURCES[chart].id), &text).unwrap();
        prop_assert_eq!(set.changes(), &[]);
        prop_assert_eq!(set.digest(), printed().digest());
        read_all(&set).unwrap();
    }

    #[test]
    fn one_changed_number_is_looked_up_and_listed(
        weapon in prop::sample::select(Weapon::ALL),
        column in 0..4_usize,
        thousandths in 0..=20_000_i32,
    ) {
        let columns = ["100", "200", "300", "over-300"];
        let before = printed();
        let factors = before.chart("fire-factors").unwrap();
        let old = Table::<Weapon, Decimal>::open(factors, "id", &columns).unwrap().at(weapon, column).unwrap();
        let new = Decimal::from_thousandths(thousandths);

        let mut lines: Vec<Vec<String>> =
            SOURCES[0].text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect();
        lines[usize::from(old.cell.row) + 1][usize::from(old.cell.column)] = new.to_string();
        let text: Vec<String> = lines.iter().map(|fields| fields.join("\t")).collect();
        let set = laid("fire-factors.tsv", &text.join("\n")).unwrap();

        let table = Table::<Weapon, Decimal>::open(set.chart("fire-factors").unwrap(), "id", &columns).unwrap();
        for other in Weapon::ALL {
            for place in 0..columns.len() {
                let now = table.at(*other, place).unwrap();
                let was = Table::<Weapon, Decimal>::open(factors, "id", &columns).unwrap().at(*other, place).unwrap();
                prop_assert_eq!(now.cell, was.cell);
                prop_assert_eq!(now.value, if now.cell == old.cell { new } else { was.value });
            }
        }
        if old.value == new {
            prop_assert_eq!(set.changes(), &[]);
        } else {
            prop_assert_eq!(set.changes().len(), 1);
            let change = &set.changes()[0];
            prop_assert_eq!((change.chart, change.row.as_str()), ("fire-factors", weapon.name()));
            prop_assert_eq!((change.column.as_str(), change.cell), (columns[column], old.cell));
            prop_assert_eq!((&change.printed, &change.now), (&old.value.to_string(), &new.to_string()));
            prop_assert_ne!(set.digest(), before.digest());
        }
    }

    #[test]
    fn any_text_is_a_decimal_that_reads_the_same_or_none(text in "[+-]?[0-9]{0,8}\\.?[0-9]{0,4}|\\PC*") {
        if let Ok(number) = text.parse::<Decimal>() {
            prop_assert_eq!(number.to_string().parse(), Ok(number));
        }
    }
}
