//! How sure a share is: Wilson's interval, which stays within nothing and one and holds for few battles too.

use serde::{Deserialize, Serialize};

/// Standard deviations on each side of 95 in a hundred.
const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// A share, and between what the true one lies 95 times in a hundred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// What was found, to four places.
    pub share: f64,
    /// At least.
    pub low: f64,
    /// At most.
    pub high: f64,
}

/// The interval for so many out of so many.
pub fn interval(count: u64, of: u64) -> Interval {
    if of == 0 {
        return Interval { share: 0.0, low: 0.0, high: 1.0 };
    }
    let (n, z2) = (of as f64, NINETY_FIVE * NINETY_FIVE);
    let share = count as f64 / n;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = NINETY_FIVE * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    let low = if count == 0 { 0.0 } else { middle - half };
    let high = if count == of { 1.0 } else { middle + half };
    Interval { share: rounded(share), low: rounded(low), high: rounded(high) }
}

/// To four places, so that files stay short and alike.
pub fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe (1998), table I: 81 of 263, 15 of 148, none of 20, 1 of 29.
    #[test]
    fn it_gives_the_printed_intervals() {
        for (count, of, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let found = interval(count, of);
            assert_eq!((found.low, found.high), (low, high), "{count} of {of}");
        }
    }

    #[test]
    fn nothing_and_everything_stay_within_bounds() {
        assert_eq!((interval(0, 10).low, interval(10, 10).high), (0.0, 1.0));
        assert_eq!(interval(0, 0), Interval { share: 0.0, low: 0.0, high: 1.0 });
    }
}
