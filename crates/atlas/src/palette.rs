//! The colours, each under a name that a page can give another value.
//!
//! Colour is never alone: sides differ in lightness and their flags in shape, kinds of ground in texture. The tests of this
//! crate reckon the contrast of every text against what it stands on.

/// A colour by name, as six hexadecimal digits, by day and in the dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The name; the custom property is `--` and this.
    pub name: &'static str,
    /// By day.
    pub light: u32,
    /// In the dark.
    pub dark: u32,
}

/// A colour of the page around the map, chosen for either theme.
const fn page(name: &'static str, light: u32, dark: u32) -> Token {
    Token { name, light, dark }
}

/// A colour of the map, which stays paper in the dark and is only dimmed.
const fn map(name: &'static str, light: u32) -> Token {
    const fn dimmed(part: u32) -> u32 {
        part * 88 / 100
    }
    let (red, green, blue) = (light >> 16, (light >> 8) & 255, light & 255);
    Token { name, light, dark: (dimmed(red) << 16) | (dimmed(green) << 8) | dimmed(blue) }
}

/// All colours.
pub const TOKENS: &[Token] = &[
    page("bg", 0xEF_E4CB, 0x17_130F),
    page("sheet", 0xFB_F6EA, 0x23_1D16),
    page("line", 0xB9_A67C, 0x6B_5A41),
    page("ink", 0x2A_241C, 0xF3_E9D5),
    page("ink2", 0x5F_5342, 0xC4_B597),
    page("key-blue", 0x12_294D, 0xCF_E0F7),
    page("key-grey", 0x6F_1A12, 0xF2_B0A2),
    page("key-green", 0x1F_3D1A, 0xC2_DDB0),
    page("key-red", 0x5B_1A3A, 0xF0_B4CF),
    map("paper", 0xF3_EAD6),
    map("halo", 0xF8_F2E2),
    map("map-ink", 0x2A_241C),
    map("map-ink2", 0x4A_3F30),
    map("contour", 0xA5_733F),
    map("contour-text", 0x7A_4E22),
    map("wood", 0xC3_CA9B),
    map("wood-dense", 0xA9_B683),
    map("tree", 0xA3_B17C),
    map("tree-light", 0xBC_C896),
    map("tree-edge", 0x64_7549),
    map("tree-shadow", 0x3F_4A2C),
    map("dense-tree", 0x8A_9C68),
    map("wood-edge", 0x4C_6130),
    map("wood-text", 0x24_2F16),
    map("straw", 0xEC_DCAE),
    map("straw-line", 0xA8_8340),
    map("plough", 0xE0_CBA4),
    map("plough-line", 0x9A_7342),
    map("crop", 0xDF_DCA4),
    map("crop-line", 0x76_823C),
    map("meadow", 0xE4_E2BD),
    map("meadow-line", 0x7A_8550),
    map("stone", 0xCF_C6B4),
    map("earth", 0x6B_5236),
    map("water", 0x4A_7C99),
    map("water-fill", 0xBF_D4DC),
    map("water-text", 0x1F_4E6B),
    map("road", 0xFB_F4E2),
    map("road-edge", 0x5A_4527),
    map("roof", 0x3A_2F24),
    map("brick", 0x8A_3F2C),
    map("blue", 0x2F_5F9E),
    map("blue-edge", 0x12_294D),
    map("blue-tick", 0xFF_FFFF),
    map("grey", 0xC3_C6C5),
    map("grey-edge", 0x8F_2318),
    map("grey-text", 0x6F_1A12),
    map("green", 0xC9_D3A4),
    map("green-edge", 0x1F_3D1A),
    map("red", 0xEC_C3CF),
    map("red-edge", 0x5B_1A3A),
    map("amber", 0xF0_A400),
    map("amber-edge", 0x2A_1C00),
];

/// The colour of a name by day; black for a name that is none.
fn light(name: &str) -> u32 {
    TOKENS.iter().find(|token| token.name == name).map_or(0, |token| token.light)
}

/// The style sheet of a map whose ornament has this scale, in thousandths.
pub(crate) fn style_sheet(scale: i32) -> String {
    let list = |colour: fn(&Token) -> u32| -> String {
        TOKENS.iter().map(|token| format!("--{}:#{:06x};", token.name, colour(token))).collect()
    };
    let (day, night) = (list(|token| token.light), list(|token| token.dark));
    let mut sheet = format!(".atlas{{{day}background:var(--bg)}}\n");
    sheet.push_str(&format!("@media (prefers-color-scheme:dark){{.atlas:not(.light){{{night}}}}}\n"));
    sheet.push_str(&format!(".atlas.dark{{{night}}}\n"));
    sheet.push_str(&filled(crate::sheet::RULES, scale));
    sheet
}

/// Puts colours and scaled lengths into rules: `@name` is a colour, `~12.5` a length of ornament.
///
/// A declaration with a colour is written twice, plain and by its custom property: programs that know no custom
/// properties skip the second one.
fn filled(rules: &str, scale: i32) -> String {
    let mut sheet = String::new();
    for rule in rules.lines().map(str::trim).filter(|rule| !rule.is_empty()) {
        let Some((selectors, declarations)) = rule.split_once('{') else {
            sheet.push_str(rule);
            sheet.push('\n');
            continue;
        };
        if rule.starts_with("@media") {
            sheet.push_str(rule);
            sheet.push('\n');
            continue;
        }
        let named: Vec<String> = selectors.split(',').map(|selector| format!(".atlas {}", selector.trim())).collect();
        sheet.push_str(&named.join(","));
        sheet.push('{');
        for declaration in declarations.trim_end_matches('}').split(';') {
            let sized = sized(declaration, scale);
            match sized.split_once('@') {
                Some((property, colour)) => {
                    sheet.push_str(&format!("{property}#{:06x};{property}var(--{colour});", light(colour)));
                }
                None => {
                    sheet.push_str(&sized);
                    sheet.push(';');
                }
            }
        }
        sheet.push_str("}\n");
    }
    sheet
}

/// Replaces each `~12.5` by that length at the scale, in tenths.
fn sized(declaration: &str, scale: i32) -> String {
    let mut parts = declaration.split('~');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(part.len());
        let (whole, tenths) = part[..end].split_once('.').unwrap_or((&part[..end], "0"));
        let units: i64 = whole.parse::<i64>().unwrap_or(0) * 10 + tenths.parse::<i64>().unwrap_or(0);
        let hundredths = units * i64::from(scale) / 100;
        text.push_str(&format!("{}.{:02}", hundredths / 100, hundredths % 100));
        text.push_str("px");
        text.push_str(&part[end..]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_filled_with_colours_and_lengths() {
        assert_eq!(
            filled("a, .b{fill:@paper;stroke-width:~1.5}", 2_000),
            ".atlas a,.atlas .b{fill:#f3ead6;fill:var(--paper);stroke-width:3.00px;}\n"
        );
    }

    #[test]
    fn every_colour_in_the_rules_has_a_name() {
        for colour in crate::sheet::RULES.split('@').skip(1) {
            let name: String = colour.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '-').collect();
            assert!(name == "media" || TOKENS.iter().any(|token| token.name == name), "{name}");
        }
    }
}
