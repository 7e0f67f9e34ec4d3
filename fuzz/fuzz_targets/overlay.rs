//! Law: any text as a house chart or switch file opens or is refused with a place.
#![no_main]

use engine::chart::{Overlay, OverlayFile};
use fuzz::SHELF;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, String)| {
    let (which, text) = input;
    for book in SHELF.iter() {
        let about = book.about();
        let charts = book.charts().charts();
        let name = match charts.get(usize::from(which)) {
            Some(chart) => format!("{}.tsv", chart.id()),
            None => "switches.toml".to_owned(),
        };
        let file = OverlayFile { path: name.clone(), slug: about.slug.to_owned(), name, text: text.clone() };
        if let Err(faults) = shelf::take(about.slug, Some(&Overlay { files: vec![file] })) {
            assert!(faults.iter().all(|fault| !fault.file.is_empty() && !fault.reason.is_empty()));
        }
    }
});
