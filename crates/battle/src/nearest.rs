//! "Did you mean …?"

/// Advice for a name that nobody knows: the nearest one, or all of them.
pub(crate) fn advice<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let mut known: Vec<&str> = known.into_iter().collect();
    let mut seen = Vec::new();
    known.retain(|name| {
        !seen.contains(name) && {
            seen.push(*name);
            true
        }
    });
    match nearest(typed, &known) {
        Some(name) => format!("did you mean {name}?"),
        None if known.is_empty() => "there is none yet".to_owned(),
        None => format!("choose one of {}", known.join(", ")),
    }
}

/// The name that somebody may have meant.
pub(crate) fn nearest<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let cost = |name: &str| {
        let name = name.to_lowercase();
        let begun = typed.chars().count() >= 3
            && (name.starts_with(&typed) || name.split(['-', ' ']).any(|part| part == typed));
        if begun { 0 } else { distance(&typed, &name) }
    };
    let best = known.iter().map(|name| (cost(name), *name)).min_by_key(|(cost, _)| *cost);
    best.filter(|(cost, name)| *cost <= 1 + name.chars().count() / 4).map(|(_, name)| name)
}

/// How many letters have to be added, taken out or changed.
fn distance(a: &str, b: &str) -> usize {
    // LIMIT: no name of ours is longer; what is typed may be.
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (row, letter) in a.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, other) in b.iter().enumerate() {
            let change = last[column] + usize::from(letter != other);
            next.push(change.min(last[column + 1] + 1).min(next[column] + 1));
        }
        last = next;
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::advice;

    #[test]
    fn slips_of_the_finger_are_understood() {
        let known = ["rifle-musket", "open-wood", "dense-wood"];
        assert_eq!(advice("rifle-muskt", known), "did you mean rifle-musket?");
        assert_eq!(advice("Wood", known), "did you mean open-wood?");
        assert_eq!(advice("catapult", known), "choose one of rifle-musket, open-wood, dense-wood");
        assert_eq!(advice("x", []), "there is none yet");
    }
}
