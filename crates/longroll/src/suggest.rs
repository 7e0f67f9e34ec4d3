//! "Did you mean …?"

/// The known name nearest to what was typed, if any is near.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let cost = |name: &str| {
        let begun = typed.chars().count() >= 3 && name.starts_with(&typed);
        if begun { 0 } else { distance(&typed, name) }
    };
    let best = known.into_iter().map(|name| (cost(name), name)).min_by_key(|(cost, _)| *cost);
    best.filter(|(cost, name)| *cost <= 1 + name.chars().count() / 4).map(|(_, name)| name)
}

/// Advice for a name that nobody knows: the nearest one, or all of them.
pub fn advice<'a>(typed: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(typed, known.clone()) {
        Some(name) => format!("did you mean {name}?"),
        None => format!("choose one of {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

/// Advice for a name that nobody knows: the nearest one, and in any case where to look.
pub fn or_look<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>, look: &str) -> String {
    match nearest(typed, known) {
        Some(name) => format!("did you mean {name}? {look}"),
        None => look.to_owned(),
    }
}

/// How many letters have to be added, taken out, changed or swapped.
fn distance(a: &str, b: &str) -> usize {
    // LIMIT: no name of ours is longer; what is typed may be.
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_understood() {
        let known = ["elephant", "fire-and-fury"];
        assert_eq!(nearest("elefant", known), Some("elephant"));
        assert_eq!(nearest("Elehpant", known), Some("elephant"));
        assert_eq!(nearest("fire", known), Some("fire-and-fury"));
        assert_eq!(nearest("chess", known), None);
        assert_eq!(nearest("", known), None);
    }
}
