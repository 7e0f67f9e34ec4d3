//! How many of a thing there are, in words.

use std::fmt::Display;

/// `1 die`, `2 dice`, `0.5 inches`: the number with the word that goes with it.
///
/// ```
/// use engine::counted;
/// assert_eq!(counted(1, "die", "dice"), "1 die");
/// assert_eq!(counted(3, "die", "dice"), "3 dice");
/// ```
pub fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let word = if number == "1" { one } else { many };
    format!("{number} {word}")
}
