//! What all fuzz targets need: the rulebooks, opened once.

use std::sync::LazyLock;

use engine::book::AnyRulebook;

/// Every rulebook, as printed.
pub static SHELF: LazyLock<Vec<Box<dyn AnyRulebook>>> =
    LazyLock::new(|| shelf::all().expect("the printed charts open"));
