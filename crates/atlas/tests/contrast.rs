//! Whether one can read it, and tell the sides apart, with any eyes.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use atlas::palette::{TOKENS, Token};

/// Red, green and blue as light, nought to one.
type Light = [f64; 3];

fn light(colour: u32) -> Light {
    [16, 8, 0].map(|shift| {
        let part = f64::from((colour >> shift) & 255) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

fn luminance([red, green, blue]: Light) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: Light, other: Light) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// What an eye without red or without green cones sees (Viénot, Brettel and Mollon, 1999).
fn seen(without: &str, [red, green, blue]: Light) -> Light {
    match without {
        "red" => {
            [0.112_38 * red + 0.887_62 * green, 0.112_38 * red + 0.887_62 * green, 0.004_01 * (red - green) + blue]
        }
        "green" => {
            [0.292_75 * red + 0.707_25 * green, 0.292_75 * red + 0.707_25 * green, 0.022_34 * (green - red) + blue]
        }
        _ => [red, green, blue],
    }
}

fn token(name: &str) -> &'static Token {
    TOKENS.iter().find(|token| token.name == name).expect("a colour of that name")
}

/// The name of a palette, and how it colours a token.
type Theme = (&'static str, fn(&Token) -> u32);

/// Each theme as a way to look up a colour.
fn themes() -> [Theme; 2] {
    [("light", |token| token.light), ("dark", |token| token.dark)]
}

#[test]
fn text_stands_out_from_what_it_is_written_on() {
    // Names have a halo; they must do without it on everything one writes on.
    let ground = ["paper", "halo", "straw", "meadow", "crop", "plough", "stone", "wood"];
    let pairs = [
        (&["map-ink", "map-ink2", "blue-edge", "grey-text", "green-edge", "red-edge"][..], &ground[..]),
        (&["wood-text"], &["wood", "wood-dense", "tree", "halo"]),
        (&["water-text"], &["paper", "water-fill", "halo", "meadow"]),
        (&["contour-text"], &["paper", "halo"]),
        (&["ink", "ink2"], &["bg", "sheet"]),
        (&["key-blue", "key-grey", "key-green", "key-red"], &["bg"]),
    ];
    for (theme, colour) in themes() {
        for (texts, backs) in pairs {
            for (text, back) in texts.iter().flat_map(|text| backs.iter().map(move |back| (text, back))) {
                let found = contrast(light(colour(token(text))), light(colour(token(back))));
                assert!(found >= 4.5, "{theme}: {text} on {back} is {found:.2}");
            }
        }
    }
}

#[test]
fn sides_differ_in_lightness_for_every_eye() {
    for (theme, colour) in themes() {
        for eye in ["none", "red", "green"] {
            let body = |name: &str| seen(eye, light(colour(token(name))));
            for other in ["grey", "green", "red"] {
                let found = contrast(body("blue"), body(other));
                assert!(found >= 3.0, "{theme}: blue and {other} are {found:.2} without {eye}");
                let edge = if other == "grey" {
                    "grey-edge"
                } else if other == "green" {
                    "green-edge"
                } else {
                    "red-edge"
                };
                let front = contrast(body(edge), body(other));
                assert!(front >= 3.0, "{theme}: the front of {other} is {front:.2} without {eye}");
            }
        }
    }
}

#[test]
fn bars_fences_and_water_stand_out_from_the_ground() {
    for (theme, colour) in themes() {
        for eye in ["none", "red", "green"] {
            let seen = |name: &str| seen(eye, light(colour(token(name))));
            for (sign, back) in [
                ("blue", "paper"),
                ("grey-edge", "paper"),
                ("green-edge", "paper"),
                ("red-edge", "paper"),
                ("blue-edge", "wood"),
                ("grey-edge", "wood"),
                ("earth", "paper"),
                ("earth", "straw"),
                ("road-edge", "road"),
                ("water", "paper"),
                ("contour", "paper"),
                ("amber-edge", "paper"),
            ] {
                let found = contrast(seen(sign), seen(back));
                assert!(found >= 3.0, "{theme}: {sign} on {back} is {found:.2} without {eye}");
            }
        }
    }
}
