//! What the press prints, and what it refuses to print.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::fs;
use std::path::PathBuf;

use press::{Printed, compose};

const LEDGER: &str = "id\tkind\tchart\tstatement\n\
                      SE-CHARGE-4-TEST\trule\tcharge\tIf hit, the attacker [tests] his \"nerve\".\n\
                      SE-FIRE-MOD-1\tmodifier\tfire\tStationary: +1.\n";
const INDEX: &str =
    "id\tchapter\ttitle\tnote\nscales\tScales\tGround scales\t\nfire-results\tFire\tFire \"Results\"\tsee 3\n";

/// A rulebook's folder with these files and two charts.
fn rulebook(name: &str, ledger: &str, index: &str, more: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("charts")).unwrap();
    let files = [
        ("ledger.tsv", ledger),
        ("charts/index.tsv", index),
        ("charts/scales.tsv", "item\tyards\ninch\t20\n"),
        ("charts/fire-results.tsv", "die\t0+\r\n0\t\r\n"),
    ];
    for (file, text) in files.iter().chain(more) {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn mistakes(name: &str, ledger: &str, index: &str, more: &[(&str, &str)]) -> Vec<String> {
    let folder = rulebook(name, ledger, index, more);
    compose(&folder, "SE").unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn a_ledger_becomes_constants_and_charts_are_embedded_in_the_order_of_the_index() {
    let folder = rulebook("good", LEDGER, INDEX, &[("charts/.swap", "an editor's")]);
    let Printed { ledger, charts } = compose(&folder, "SE").unwrap();
    assert_eq!(
        ledger,
        r#"// Printed from ledger.tsv: change that file, not this one.

static ENTRIES: [::engine::LedgerEntry; 2] = [
    ::engine::LedgerEntry { id: "SE-CHARGE-4-TEST", kind: ::engine::RuleKind::Rule, chart: "charge", statement: "If hit, the attacker [tests] his \"nerve\".", index: 0 },
    ::engine::LedgerEntry { id: "SE-FIRE-MOD-1", kind: ::engine::RuleKind::Modifier, chart: "fire", statement: "Stationary: +1.", index: 1 },
];

/// Every statement of the rulebook, in its order.
pub const LEDGER: ::engine::Ledger = ::engine::Ledger::new(&ENTRIES).except(&[
]);

#[doc = "If hit, the attacker \\[tests\\] his \"nerve\"."]
pub const SE_CHARGE_4_TEST: ::engine::Rule = ::engine::Rule::from_ledger(&ENTRIES[0]);

#[doc = "Stationary: +1."]
pub const SE_FIRE_MOD_1: ::engine::Rule = ::engine::Rule::from_ledger(&ENTRIES[1]);
"#
    );
    assert_eq!(
        charts,
        r#"// Printed from charts/index.tsv: change that file, not this one.

/// The charts as printed, in the order of their index.
pub static SOURCES: &[::engine::chart::Source] = &[
    ::engine::chart::Source { id: "scales", chapter: "Scales", title: "Ground scales", note: "", card: &[], bounds: &[], text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/charts/scales.tsv")) },
    ::engine::chart::Source { id: "fire-results", chapter: "Fire", title: "Fire \"Results\"", note: "see 3", card: &[], bounds: &[], text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/charts/fire-results.tsv")) },
];
"#
    );
}

#[test]
fn every_mistake_in_a_ledger_is_named_with_its_line() {
    let ledger = format!(
        "{LEDGER}SE-FIRE-MOD-1\trule\tfire\tx\nBY-X\trule\tfire\tx\nse-x\trule\tfire\tx\nSE-Y\trul\tfire\tx\n\nSE-Z\trule\tfire\t\n"
    );
    assert_eq!(
        mistakes("ledger", &ledger, INDEX, &[]),
        [
            "ledger.tsv:4: a second `SE-FIRE-MOD-1`; the first stands in line 3",
            "ledger.tsv:5: `BY-X` is not an id like SE-CHARGE-4-TEST",
            "ledger.tsv:6: `se-x` is not an id like SE-CHARGE-4-TEST",
            "ledger.tsv:7: `rul` is not a kind: there are rule, modifier, result, table, optional, scale and note",
            "ledger.tsv:8: 1 fields where the heading has 4",
            "ledger.tsv:9: `SE-Z` has no chart or no statement",
        ]
    );
}

#[test]
fn rules_that_no_procedure_can_apply_are_listed_with_what_they_need() {
    let folder = rulebook("uncovered", LEDGER, INDEX, &[("uncovered.tsv", "id\treason\nSE-FIRE-MOD-1\tmap\n")]);
    let Printed { ledger, .. } = compose(&folder, "SE").unwrap();
    assert!(ledger.contains(".except(&[\n    (1, ::engine::Beyond::Map),\n]);"), "{ledger}");
    let list = "id\treason\nSE-NOWHERE\tmap\nSE-FIRE-MOD-1\tweather\nSE-CHARGE-4-TEST\tturn\nSE-CHARGE-4-TEST\tmap\n";
    assert_eq!(
        mistakes("uncovered", LEDGER, INDEX, &[("uncovered.tsv", list)]),
        [
            "uncovered.tsv:2: `SE-NOWHERE` does not stand in ledger.tsv",
            "uncovered.tsv:3: `weather` is not a reason: there are map, turn, campaign, figure and layout",
            "uncovered.tsv:5: a second `SE-CHARGE-4-TEST`",
        ]
    );
}

#[test]
fn bounds_belong_to_cells_that_keep_them() {
    let heading = "chart\trow\tcolumn\tleast\tmost\twhy\n";
    let scales = ("charts/scales.tsv", "id\tyards\nsmall\t20\nlarge\t100\n");
    let good = format!("{heading}scales\t*\tyards\t1\t500\ta yard at least\nscales\tsmall\tyards\t1\t50\tso\n");
    let Printed { charts, .. } =
        compose(&rulebook("bounds", LEDGER, INDEX, &[scales, ("bounds.tsv", &good)]), "SE").unwrap();
    let printed = "bounds: &[::engine::chart::Bound { row: \"*\", column: \"yards\", least: 1, most: 500, why: \"a yard at \
                   least\" }, ";
    assert!(charts.contains(printed), "{charts}");
    let wrong = format!(
        "{heading}smoke\t*\tyards\t1\t2\tx\nscales\t*\tyards\t1\t50\tx\nscales\thuge\tyards\t1\t9\tx\n\
         scales\t*\tyards\tone\t9\tx\nscales\t*\tyards\t1\t500\t\n"
    );
    assert_eq!(
        mistakes("bounds", LEDGER, INDEX, &[scales, ("bounds.tsv", &wrong)]),
        [
            "bounds.tsv:2: there is no chart `smoke`",
            "bounds.tsv:3: chart `scales` prints 100, which is not from 1 to 50",
            "bounds.tsv:4: chart `scales` has no number in row `huge` and column `yards`",
            "bounds.tsv:5: `one` is no whole number: invalid digit found in string",
            "bounds.tsv:6: no reason is given",
        ]
    );
}

#[test]
fn index_and_charts_have_to_agree() {
    let index = format!("{INDEX}scales\tx\tx\t\nsmoke\tx\tx\t\nFog\tx\tx\t\nday\t\tx\t\n");
    let more = [("charts/lost.tsv", "id\n"), ("charts/day.tsv", "id\tx\na\n\n")];
    assert_eq!(
        mistakes("charts", LEDGER, &index, &more),
        [
            "charts/day.tsv:2: 1 fields where the heading has 2",
            "charts/day.tsv:3: a blank line",
            "charts/index.tsv:4: a second `scales`; the first stands in line 2",
            "charts/index.tsv:5: there is no charts/smoke.tsv",
            "charts/index.tsv:6: `Fog` is not an id like fire-results",
            "charts/index.tsv:7: `day` has no chapter or no title",
            "charts/lost.tsv: does not stand in charts/index.tsv",
        ]
    );
}

#[test]
fn a_card_is_declared_for_charts_columns_and_cells_that_are_there() {
    let card = "chart\tcolumn\tcell\tshown\n*\titem\t\t-\nscales\tyards\t\t^in yards\nscales\t*\t20\ttwenty\n\
                scales\titem\t..yards\tspan\nfire-results\t\t\t-\n";
    let folder = rulebook("card", LEDGER, INDEX, &[("charts/card.tsv", card)]);
    let Printed { charts, .. } = compose(&folder, "SE").unwrap();
    let words = [
        "Hidden { column: \"item\" }",
        "Below { column: \"yards\", heading: \"in yards\" }",
        "Cell { column: \"*\", cell: \"20\", words: \"twenty\" }",
        "Span { low: \"item\", high: \"yards\", heading: \"span\" }",
    ];
    let all = words.map(|word| format!("::engine::chart::CardWord::{word},")).join(" ");
    assert!(charts.contains(&format!("card: &[{all}]")), "{charts}");
    assert!(charts.contains("card: &[::engine::chart::CardWord::Off,]"), "{charts}");
    let stale = "chart\tcolumn\tcell\tshown\nscales\tfeet\t\t-\nsmoke\t\t\t-\nscales\tyards\t21\tx\n";
    assert_eq!(
        mistakes("stale-card", LEDGER, INDEX, &[("charts/card.tsv", stale)]),
        [2, 3, 4].map(|line| format!("charts/card.tsv:{line}: no chart has this column or cell"))
    );
}

#[test]
fn wrong_headings_and_missing_files_are_mistakes() {
    let wrong = mistakes("headings", "id\tkind\n", "", &[]);
    assert_eq!(
        wrong,
        [
            "charts/index.tsv:1: the heading is not id, chapter, title, note",
            "ledger.tsv:1: the heading is not id, kind, chart, statement",
        ]
    );
    assert_eq!(mistakes("empty", "id\tkind\tchart\tstatement\n", INDEX, &[]), ["ledger.tsv: no statements"]);
    let empty = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nowhere");
    let missing = compose(&empty, "SE").unwrap_err();
    assert_eq!(missing.len(), 2);
    assert!(missing.iter().all(|mistake| mistake.line == 0 && mistake.reason.starts_with("cannot be read")));
}
