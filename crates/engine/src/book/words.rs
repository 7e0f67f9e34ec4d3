//! What the reader of JSON objects to, in plain words.

/// A message of the reader, said so that somebody who knows no Rust understands it.
pub(super) fn plain(message: &str) -> String {
    let reworded = named(message, "unknown field ", |name, rest| match rest {
        "" | "there are no fields" => format!("there is no field {name}, nor any other"),
        rest => format!("there is no field {name}; the fields are {}", listed(rest)),
    })
    .or_else(|| named(message, "unknown variant ", |name, rest| format!("{name} is not one of {}", listed(rest))))
    .or_else(|| named(message, "missing field ", |name, _| format!("the field {name} is missing")))
    .or_else(|| named(message, "duplicate field ", |name, _| format!("the field {name} stands there twice")))
    .or_else(|| {
        let (found, wanted) = expected(message, "invalid type: ")?;
        Some(format!("{wanted} belongs here, not {found}"))
    })
    .or_else(|| {
        let (found, wanted) = expected(message, "invalid value: ")?;
        Some(format!("{found} does not do: {wanted} belongs here"))
    })
    .or_else(|| {
        let (found, wanted) = message.strip_prefix("invalid length ")?.split_once(", expected ")?;
        Some(format!("there are {found} here, where {} belongs", kind(wanted)))
    });
    reworded.unwrap_or_else(|| message.to_owned())
}

/// A message that names something in backticks, and what follows it after `expected`.
fn named(message: &str, begins: &str, say: impl Fn(&str, &str) -> String) -> Option<String> {
    let (name, rest) = message.strip_prefix(begins)?.strip_prefix('`')?.split_once('`')?;
    let rest = rest.trim_start_matches(", ");
    Some(say(name, rest.strip_prefix("expected ").unwrap_or(rest)))
}

/// What was found and what was expected.
fn expected(message: &str, begins: &str) -> Option<(String, String)> {
    let (found, wanted) = message.strip_prefix(begins)?.rsplit_once(", expected ")?;
    Some((value(found), kind(wanted)))
}

/// `one of `a`, `b`` as `a, b`; also `a` or `b`.
fn listed(names: &str) -> String {
    names.strip_prefix("one of ").unwrap_or(names).replace(" or ", ", ").replace('`', "")
}

/// What was found, without the reader's own words for it.
fn value(found: &str) -> String {
    match found {
        "null" | "unit value" | "Option value" => return "nothing".to_owned(),
        "map" => return "a set of fields".to_owned(),
        "sequence" => return "a list".to_owned(),
        _ => {}
    }
    for (begins, says) in [
        ("boolean `true", "yes"),
        ("boolean `false", "no"),
        ("integer ", "the number "),
        ("floating point ", "the number "),
        ("string ", "the text "),
        ("character ", "the letter "),
        ("unit variant ", ""),
        ("newtype variant ", ""),
        ("struct variant ", ""),
    ] {
        if let Some(rest) = found.strip_prefix(begins) {
            return format!("{says}{}", rest.replace('`', ""));
        }
    }
    found.replace('`', "")
}

/// What was wanted, without the names of types.
fn kind(wanted: &str) -> String {
    let number = |least: i128, most: i128| format!("a whole number from {least} to {most}");
    match wanted {
        "u8" => number(0, u8::MAX.into()),
        "u16" => number(0, u16::MAX.into()),
        "u32" | "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "i8" => number(i8::MIN.into(), i8::MAX.into()),
        "i16" => number(i16::MIN.into(), i16::MAX.into()),
        "i32" | "i64" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" | "bool" => "true or false".to_owned(),
        "a string" | "str" => "a text".to_owned(),
        "a sequence" => "a list".to_owned(),
        "map" | "a map" => "a set of fields".to_owned(),
        "string or map" | "variant identifier" => "one of the names in the schema".to_owned(),
        _ if wanted.starts_with("struct ") => "a set of fields".to_owned(),
        _ if wanted.starts_with("enum ") => "one of the names in the schema".to_owned(),
        _ => wanted.replace('`', ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readers_messages_are_said_in_plain_words() {
        for (message, plainly) in [
            ("unknown field `sid`, expected `side` or `year`", "there is no field sid; the fields are side, year"),
            ("unknown field `x`, expected one of `a`, `b`, `c`", "there is no field x; the fields are a, b, c"),
            ("unknown field `x`, there are no fields", "there is no field x, nor any other"),
            ("unknown variant `pistol`, expected one of `rifle`, `musket`", "pistol is not one of rifle, musket"),
            ("missing field `side`", "the field side is missing"),
            (
                "invalid type: string \"ten\", expected u8",
                "a whole number from 0 to 255 belongs here, not the text \"ten\"",
            ),
            ("invalid type: null, expected a boolean", "true or false belongs here, not nothing"),
            ("invalid type: map, expected a sequence", "a list belongs here, not a set of fields"),
            ("invalid type: integer `3`, expected struct Fire", "a set of fields belongs here, not the number 3"),
            (
                "invalid value: integer `-3`, expected u16",
                "the number -3 does not do: a whole number from 0 to 65535 belongs here",
            ),
            ("invalid length 2, expected an array of length 3", "there are 2 here, where an array of length 3 belongs"),
            ("something else", "something else"),
        ] {
            assert_eq!(plain(message), plainly);
        }
    }
}
