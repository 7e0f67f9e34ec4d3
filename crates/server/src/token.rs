//! Names nobody can guess.

use engine::game::to_hex;

/// So many bytes of chance, in digits.
fn chance<const N: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(to_hex(&bytes))
}

/// The name of a table: 64 bits. Knowing it lets nobody in, unless the table lets people look on.
pub(crate) fn table() -> Result<String, getrandom::Error> {
    chance::<8>()
}

/// What lets somebody in: 160 bits.
pub(crate) fn secret() -> Result<String, getrandom::Error> {
    chance::<20>()
}

/// A seed for dice or generals.
pub(crate) fn bytes() -> Result<[u8; 32], getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// What a store holds instead of a token: whoever reads the store cannot use it to get in.
pub(crate) fn digest(token: &str) -> String {
    blake3::derive_key("longroll server token v1", token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a token is the one whose digest is known. Takes as long for a wrong one as for the right one.
pub(crate) fn fits(token: &str, known: &str) -> bool {
    let [one, other] = [digest(token).as_str(), known].map(|text| blake3::hash(text.as_bytes()));
    // The comparison of two hashes of blake3 does not stop at the first difference.
    one == other
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_token_fits_its_own_digest_only() {
        let (one, other) = (secret().expect("chance"), secret().expect("chance"));
        assert!(fits(&one, &digest(&one)) && !fits(&other, &digest(&one)) && !fits("", &digest(&one)));
        assert!(one.len() == 40 && table().expect("chance").len() == 16);
    }
}
