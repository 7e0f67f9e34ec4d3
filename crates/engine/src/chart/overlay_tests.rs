//! What house rules may do, and what they are told when they may not.

use super::*;
use crate::chart::{Bound, ChartSet, Lines, Source};

static SOURCES: &[Source] = &[
    Source {
        id: "switches",
        chapter: "",
        title: "",
        note: "",
        card: &[],
        bounds: &[],
        text: "id\tdefault\tchoices\teffect\nmarksmen\toff\ton off\tx\npanic-limit\t2\t1 2\ty\n",
    },
    Source {
        id: "fire-shifts",
        chapter: "",
        title: "",
        note: "",
        card: &[],
        bounds: &[],
        text: "id\tcondition\tvalue\tof\tlimit\nmarksmen\tfirer is Marksmen\t+1\tfirer\t-\n\
               hard-cover\ttarget in hard cover\t-2\ttarget\t3\n",
    },
];

crate::keys! {
    enum Shift {
        Marksmen = "marksmen",
        HardCover = "hard-cover",
    }
}

fn file(name: &str, text: &str) -> OverlayFile {
    OverlayFile {
        path: format!("club/elephant/{name}"),
        slug: "elephant".to_owned(),
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

fn open(files: impl IntoIterator<Item = OverlayFile>) -> Result<ChartSet, Vec<String>> {
    let overlay = Overlay { files: files.into_iter().collect() };
    ChartSet::open("elephant", SOURCES, Some(&overlay))
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn printed() -> String {
    SOURCES[1].text.to_owned()
}

#[test]
fn a_changed_cell_is_read_listed_and_digested() {
    let set = open([file("fire-shifts.tsv", &printed().replace("-2", "-3"))]).unwrap();
    let chart = set.chart("fire-shifts").unwrap();
    let lines = Lines::<Shift, i16>::open(chart, "id", "value").unwrap();
    let looked = lines.at(Shift::HardCover);
    assert_eq!(looked.value, -3);
    let [change] = set.changes() else { panic!("one change") };
    assert_eq!((change.chart, change.row.as_str(), change.column.as_str()), ("fire-shifts", "hard-cover", "value"));
    assert_eq!((change.printed.as_str(), change.now.as_str(), change.cell), ("-2", "-3", looked.cell));
    assert_ne!(set.digest(), open([]).unwrap().digest());
}

#[test]
fn a_typed_table_names_the_file_of_the_house_rules() {
    let set = open([file("fire-shifts.tsv", &printed().replace("-2", "0.5"))]).unwrap();
    let fault = Lines::<Shift, i16>::open(set.chart("fire-shifts").unwrap(), "id", "value").unwrap_err();
    assert_eq!((fault.file.as_str(), fault.line, fault.column), ("club/elephant/fire-shifts.tsv", 3, 3));
}

#[test]
fn the_printed_chart_changes_nothing_whatever_its_line_ends() {
    for text in [printed(), printed().replace('\n', "\r\n"), format!("\u{feff}{}", printed().trim_end())] {
        let set = open([file("fire-shifts.tsv", &text)]).unwrap();
        assert_eq!(set.changes(), []);
        assert_eq!(set.digest(), open([]).unwrap().digest());
    }
}

#[test]
fn files_of_other_rulebooks_are_not_looked_at() {
    let other = OverlayFile { slug: "billy-yank".to_owned(), ..file("nonsense", "") };
    assert_eq!(open([other]).unwrap().changes(), []);
}

#[test]
fn switches_are_set_and_listed_last() {
    let settings = file("switches.toml", "panic-limit = 1\nmarksmen = true\n");
    let set = open([settings, file("fire-shifts.tsv", &printed().replace("-2", "-3"))]).unwrap();
    assert_eq!((set.switches().on("marksmen"), set.switches().number("panic-limit")), (Ok(true), Ok(1)));
    let changes: Vec<_> = set.changes().iter().map(|change| (change.row.as_str(), change.now.as_str())).collect();
    assert_eq!(changes, [("hard-cover", "-3"), ("marksmen", "on"), ("panic-limit", "1")]);
    assert_ne!(set.digest(), open([]).unwrap().digest());
    let as_printed = open([file("switches.toml", "panic-limit = 2\nmarksmen = \"off\"")]).unwrap();
    assert_eq!((as_printed.changes(), as_printed.digest()), (&[][..], open([]).unwrap().digest()));
}

#[test]
fn wrong_settings_are_refused_with_their_place() {
    let settings = "marksmen = \"maybe\"\npeace = true\nmarksmen = true\npanic-limit = 3\noops\n";
    assert_eq!(
        open([file("switches.toml", settings)]).unwrap_err(),
        [
            "club/elephant/switches.toml:1:12: switch `marksmen` cannot be `maybe`: it is one of on, off",
            "club/elephant/switches.toml:2:1: no switch `peace` (there are marksmen, panic-limit)",
            "club/elephant/switches.toml:3:1: switch `marksmen` is set a second time",
            "club/elephant/switches.toml:4:15: switch `panic-limit` cannot be `3`: it is one of 1, 2",
            "club/elephant/switches.toml:5:5: no `=` after the name (a setting reads: name = \"choice\")",
        ]
    );
}

#[test]
fn files_that_replace_nothing_are_refused() {
    let wrong = [file("fire.tsv", ""), file("notes.txt", ""), file("switches.tsv", ""), file("notes.txt", "")];
    assert_eq!(
        open(wrong).unwrap_err(),
        [
            "club/elephant/fire.tsv: no chart `fire` (longroll charts elephant --list lists them)",
            "club/elephant/notes.txt: `notes.txt` is neither a chart nor switches.toml (a chart is replaced by <its \
             id>.tsv)",
            "club/elephant/switches.tsv: switches are not changed here (set them in switches.toml)",
            "club/elephant/notes.txt: a second file `notes.txt` for elephant",
        ]
    );
}

#[test]
fn every_mistake_in_a_chart_is_reported_with_its_place() {
    let text =
        "id\tcondition\tvalue\tof\tlimit\nsharpshooters\tx\t+1\tfirer\t-\n\nhard-cover\tanything\ttwo\ttarget\tx\n";
    assert_eq!(
        open([file("fire-shifts.tsv", text)]).unwrap_err(),
        [
            "club/elephant/fire-shifts.tsv:2:1: row `sharpshooters` where the printed chart has `marksmen` (rows keep \
             their first column and their order)",
            "club/elephant/fire-shifts.tsv:3: a blank line (take it out)",
            "club/elephant/fire-shifts.tsv:4:3: `two` does not do: not a number (this column holds numbers like 2, -1 \
             or 0.5)",
            "club/elephant/fire-shifts.tsv:4:5: `x` does not do: not a number (this column holds numbers like 2, -1 or \
             0.5, or - for none)",
        ]
    );
}

#[test]
fn the_shape_of_a_chart_cannot_change() {
    let refused = |text: &str| open([file("fire-shifts.tsv", text)]).unwrap_err();
    let place = "club/elephant/fire-shifts.tsv";
    let columns = "there are id, condition, value, of, limit";
    assert_eq!(refused(""), [format!("{place}:1:1: 1 columns where the printed chart has 5 ({columns})")]);
    let heading = printed().replace("value\tof", "amount\tto");
    assert_eq!(
        refused(&heading),
        [
            format!("{place}:1:3: column `amount` where the printed chart has `value`"),
            format!("{place}:1:4: column `to` where the printed chart has `of`"),
        ]
    );
    let fields = refused(&printed().replace("\tfirer\t", "\t")).join("\n");
    assert!(fields.starts_with(&format!("{place}:2:4: 4 fields where the heading has 5")), "{fields}");
    let inserted = refused(&printed().replace("marksmen\t", "new\tx\t0\tfirer\t-\nmarksmen\t"));
    assert_eq!(inserted.len(), 2, "{inserted:?}");
    assert!(inserted.iter().any(|fault| fault.contains(":4:1: 3 rows where the printed chart has 2")));
    assert!(inserted.iter().any(|fault| fault.contains(":2:1: row `new`")));
    let cut = refused(printed().lines().next().unwrap());
    assert_eq!(cut, [format!("{place}:1:1: 0 rows where the printed chart has 2 (cells may change, rows may not)")]);
}

#[test]
fn a_column_with_gaps_may_get_numbers_and_gaps() {
    let set =
        open([file("fire-shifts.tsv", &printed().replace("firer\t-", "firer\t4").replace("target\t3", "target\t"))]);
    assert_eq!(set.unwrap().changes().len(), 2);
}

#[test]
fn bytes_that_are_not_text_are_refused_at_their_place() {
    let read = |name: &str, bytes: &[u8]| OverlayFile::from_bytes("p", "elephant", name, bytes.to_vec());
    let fault = read("a.tsv", b"id\tvalue\nx\ty\t\xff\n").unwrap_err();
    assert_eq!((fault.line, fault.column, fault.reason.as_str()), (2, 3, "not UTF-8 text"));
    let fault = read("switches.toml", b"# \xc3\xbc\xff").unwrap_err();
    assert_eq!((fault.line, fault.column), (1, 4));
    assert_eq!(read("a.tsv", b"id\n").unwrap().text, "id\n");
}

/// A chart in which the rulebook knows what makes sense of one column and of one cell.
static BOUNDED: &[Source] = &[Source {
    id: "stands",
    chapter: "",
    title: "",
    note: "",
    card: &[],
    bounds: &[
        Bound { row: "gun", column: "hits", least: 2, most: 9, why: "a gun is sturdy" },
        Bound { row: Bound::EVERY, column: "hits", least: 1, most: 9, why: "a stand falls to at least one hit" },
    ],
    text: "id\thits\tmove\tshift\tdice\nfoot\t3\t12\t+1\t3\ngun\t3\t6\t-1\t1/2\n",
}];

fn stands(row: usize, column: usize, now: &str) -> Result<ChartSet, String> {
    let mut cells: Vec<Vec<&str>> = BOUNDED[0].text.lines().map(|line| line.split('\t').collect()).collect();
    cells[row][column] = now;
    let text: Vec<String> = cells.iter().map(|line| line.join("\t")).collect();
    let overlay = Overlay { files: vec![file("stands.tsv", &text.join("\n"))] };
    ChartSet::open("elephant", BOUNDED, Some(&overlay)).map_err(|faults| faults[0].to_string())
}

#[test]
fn a_number_keeps_within_what_the_rulebook_says() {
    assert!(stands(1, 1, "1").is_ok() && stands(1, 1, "9").is_ok() && stands(2, 1, "2").is_ok());
    let place = "club/elephant/stands.tsv";
    assert_eq!(
        stands(1, 1, "0").unwrap_err(),
        format!("{place}:2:2: `0` cannot be: a stand falls to at least one hit (a number from 1 to 9 belongs here)")
    );
    assert_eq!(
        stands(2, 1, "1").unwrap_err(),
        format!("{place}:3:2: `1` cannot be: a gun is sturdy (a number from 2 to 9 belongs here)")
    );
}

#[test]
fn a_number_keeps_the_sense_of_its_column() {
    assert!(stands(1, 2, "0").is_ok() && stands(1, 2, "120").is_ok() && stands(1, 3, "-20").is_ok());
    assert!(stands(1, 4, "1/3").is_ok(), "a column of text may hold any text");
    let place = "club/elephant/stands.tsv";
    assert!(stands(1, 2, "-1").unwrap_err().starts_with(&format!("{place}:2:3: `-1` is less than nothing")));
    assert!(stands(2, 2, "121").unwrap_err().starts_with(&format!("{place}:3:3: `121` is more than 10 times")));
    assert!(stands(1, 3, "-21").unwrap_err().contains("(a number from -20 to 20 belongs here)"));
    assert!(stands(1, 4, "60000").unwrap_err().starts_with(&format!("{place}:2:5: `60000` is more than 10 times")));
}
