//! What grows or lies on a stretch of ground, as a small piece that repeats.

use crate::ink::number;
use crate::paper::Scale;

/// A piece that repeats: its size in units of ornament, its floor and what is drawn on it.
pub(crate) struct Pattern {
    pub(crate) name: &'static str,
    width: i32,
    height: i32,
    body: &'static str,
    /// Whether its rows run along the longest side of the field.
    pub(crate) rows: bool,
}

macro_rules! patterns {
    ($($constant:ident = $name:literal, $width:literal x $height:literal, rows $rows:literal: $body:literal;)+) => {
        $(pub(crate) const $constant: Pattern =
            Pattern { name: $name, width: $width, height: $height, body: $body, rows: $rows };)+
    };
}

patterns! {
    PASTURE = "pasture", 52 x 44, rows false:
        r#"<path class="f-meadow" d="M0 0h52v44H0z" opacity=".45"/><path class="l-meadow" d="M6 12l-2-5M8 12v-6M10 12l2-5M33 34l-2-5M35 34v-6M37 34l2-5"/>"#;
    TALL_GRASS = "tall-grass", 30 x 26, rows false:
        r#"<path class="f-straw" d="M0 0h30v26H0z" opacity=".6"/><path class="l-meadow" d="M4 10l-3-6M7 10v-8M10 10l3-6M19 23l-3-6M22 23v-8M25 23l3-6"/>"#;
    STANDING_GRAIN = "standing-grain", 14 x 12, rows true:
        r#"<path class="f-straw" d="M0 0h14v12H0z" opacity=".9"/><path class="l-straw" d="M3 10V4M1.5 6L3 4l1.5 2M10 6V0M8.5 2L10 0l1.5 2"/>"#;
    YOUNG_CROP = "young-crop", 16 x 10, rows true:
        r#"<path class="f-crop" d="M0 0h16v10H0z" opacity=".5"/><path class="l-crop" d="M0 3h5M8 8h5"/>"#;
    STANDING_CORN = "standing-corn", 12 x 12, rows true:
        r#"<path class="f-crop" d="M0 0h12v12H0z" opacity=".9"/><path class="l-crop" d="M1 11l2-7 2 7M7 5l2-7 2 7M7 17l2-7 2 7"/>"#;
    YOUNG_CORN = "young-corn", 16 x 14, rows true:
        r#"<path class="f-crop" d="M0 0h16v14H0z" opacity=".55"/><path class="l-crop" d="M1 6l2-4 2 4M9 13l2-4 2 4"/>"#;
    ROW_CROP = "row-crop", 14 x 12, rows true:
        r#"<path class="f-meadow" d="M0 0h14v12H0z" opacity=".6"/><path class="l-plough" d="M0 11h14" opacity=".6"/><circle class="f-tree" cx="4" cy="5" r="2.6"/><circle class="f-tree" cx="11" cy="5" r="2.6"/>"#;
    MAGUEY = "maguey", 26 x 22, rows true:
        r#"<path class="f-straw" d="M0 0h26v22H0z" opacity=".35"/><path class="l-crop" d="M13 15l-8-4M13 15l-5-9M13 15V3M13 15l5-9M13 15l8-4"/>"#;
    STUBBLE = "stubble", 9 x 9, rows true:
        r#"<path class="f-straw" d="M0 0h9v9H0z" opacity=".55"/><path class="l-straw" d="M0 4.5h5" opacity=".7"/>"#;
    PLOUGHED = "ploughed", 10 x 10, rows true:
        r#"<path class="f-plough" d="M0 0h10v10H0z" opacity=".65"/><path class="l-plough" d="M0 5h10" opacity=".6"/>"#;
    GARDEN = "garden", 12 x 12, rows true:
        r#"<path class="f-meadow" d="M0 0h12v12H0z"/><path class="l-meadow" d="M0 6h12M6 0v12" opacity=".6"/><circle class="f-edge" cx="3" cy="3" r="1.3"/><circle class="f-edge" cx="9" cy="9" r="1.3"/>"#;
    SCRUB = "scrub", 40 x 34, rows false:
        r#"<path class="f-meadow" d="M0 0h40v34H0z" opacity=".4"/><path class="l-edge" d="M4 12a4 4 0 0 1 8 0M9 12a3 3 0 0 1 6 0M24 29a4 4 0 0 1 8 0M20 29a3 3 0 0 1 5 0M27 10a3 3 0 0 1 6 0"/>"#;
    BRIARS = "briars", 28 x 24, rows false:
        r#"<path class="f-meadow" d="M0 0h28v24H0z" opacity=".5"/><path class="l-edge" d="M3 9q5-7 9 0M5 5l1 4M9 4v4M16 21q5-7 9 0M18 17l1 4M22 16v4"/>"#;
    BROKEN_GROUND = "broken-ground", 36 x 30, rows false:
        r#"<path class="l-earth" d="M3 8l5-3 4 4M20 22l6-3 5 4M22 7l5 2M6 24l4-3" opacity=".65"/>"#;
    BOULDERS = "boulders", 46 x 38, rows false:
        r#"<path class="stones" d="M5 10l5-5 7 2 1 6-8 3zM28 26l6-4 6 3-2 7-8 1zM31 8l4-3 4 3-3 4zM10 31l3-3 4 2-2 4z"/>"#;
    QUARRY = "quarry", 22 x 18, rows false:
        r#"<path class="f-stone" d="M0 0h22v18H0z" opacity=".8"/><path class="l-earth" d="M3 5h5M14 9h5M6 14h4" opacity=".7"/>"#;
    SAND = "sand", 12 x 12, rows false:
        r#"<path class="f-straw" d="M0 0h12v12H0z" opacity=".5"/><path class="dots" d="M2 3h0m6 2h0m-3 5h0m6 0h0"/>"#;
    RAIN_GROUND = "rain-ground", 46 x 34, rows false:
        r#"<path class="l-water" d="M6 12l6-6M12 13l6-6M30 29l6-6M36 30l6-6" opacity=".6"/>"#;
    MUD = "mud", 28 x 20, rows false:
        r#"<path class="f-plough" d="M0 0h28v20H0z" opacity=".6"/><path class="l-earth" d="M2 6q4-3 8 0M16 15q4-3 8 0" opacity=".7"/>"#;
    MARSH = "marsh", 46 x 30, rows false:
        r#"<path class="f-water" d="M0 0h46v30H0z" opacity=".28"/><path class="l-water" d="M2 11h20M28 25h16M27 6h8" opacity=".8"/><path class="l-meadow" d="M10 10l-3-6M12 10V3M14 10l3-6M34 24l-3-6M36 24v-7M38 24l3-6"/>"#;
    BRIAR_MARSH = "briar-marsh", 46 x 30, rows false:
        r#"<path class="f-water" d="M0 0h46v30H0z" opacity=".28"/><path class="l-water" d="M2 11h20M28 25h16" opacity=".8"/><path class="l-edge" d="M8 10q5-8 10 0M10 5l1 4M15 4v4M31 24q5-8 10 0M34 19l1 4M38 18v4"/>"#;
    SWAMP = "swamp", 40 x 26, rows false:
        r#"<path class="f-water" d="M0 0h40v26H0z" opacity=".6"/><path class="l-water" d="M0 8h16M20 8h6M22 20h18M4 20h8"/><path class="l-edge" d="M7 8l-3-6M9 8V1M11 8l3-6M29 20l-3-6M31 20v-7M33 20l3-6"/>"#;
    CEMETERY = "cemetery", 24 x 24, rows true:
        r#"<path class="f-meadow" d="M0 0h24v24H0z" opacity=".7"/><path class="l-ink" d="M6 4v8M3.5 6.5h5M18 15v8M15.5 17.5h5"/>"#;
    CAMP = "camp", 30 x 26, rows true:
        r#"<path class="tents" d="M3 12l5-8 5 8zM18 24l5-8 5 8z"/>"#;
    STEEP = "steep-slope", 16 x 22, rows false:
        r#"<path class="l-earth" d="M4 2v8M12 12v8" opacity=".6"/>"#;
    TOWN = "town", 7 x 7, rows true:
        r#"<path class="f-stone" d="M0 0h7v7H0z" opacity=".75"/>"#;
}

impl Pattern {
    /// Its definition under this id, at this scale, turned by tenths of a degree.
    pub(crate) fn definition(&self, id: &str, scale: Scale, turn: i32) -> String {
        let (whole, part) = (scale.0 / 1_000, scale.0 % 1_000);
        format!(
            "<pattern id=\"{id}\" width=\"{}\" height=\"{}\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate({}) scale({whole}.{part:03})\">{}</pattern>",
            self.width,
            self.height,
            number(turn),
            self.body
        )
    }
}
