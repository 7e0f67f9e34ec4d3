//! Law: any bytes as a situation are answered or refused.
#![no_main]

use engine::{GivenAnswers, OddsOptions, Typed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(situation) = serde_json::from_slice(bytes) else { return };
    let options = OddsOptions { runs_max: 500, ..OddsOptions::default() };
    for book in shelf::all().expect("the printed charts open") {
        for procedure in book.procedures() {
            let _ = procedure.resolve(&situation, Vec::new(), Vec::new(), &GivenAnswers::new(), &mut Typed);
            let _ = procedure.odds(&situation, &options);
            let _ = procedure.coverage(&situation, 1, 5);
        }
    }
});
