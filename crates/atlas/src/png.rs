//! A picture of a few thousand shades as a PNG in text.
//!
//! It is stored, not squeezed: at this size a deflater would cost more code than it saves bytes.

/// How many shades there are: the middle one is clear, those before it light, those behind it dark.
const SHADES: usize = 33;
/// LIMIT: bytes of a stored block.
const BLOCK: usize = 65_535;

/// The colour of dark and of light slopes, and how strong the strongest of each is.
const DARK: ([u8; 3], usize) = ([92, 74, 46], 118);
const LIGHT: ([u8; 3], usize) = ([255, 252, 240], 128);

/// The picture in base64. Each shade is 0 to 32: 16 is clear, less is dark, more is light.
pub(crate) fn picture(columns: usize, shades: &[u8]) -> String {
    let rows = shades.len() / columns.max(1);
    let mut file = vec![0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A];
    let mut head = Vec::new();
    head.extend((columns as u32).to_be_bytes());
    head.extend((rows as u32).to_be_bytes());
    // Eight bits a shade, looked up in a palette.
    head.extend([8, 3, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &head);
    let (palette, strengths) = palette();
    chunk(&mut file, *b"PLTE", &palette);
    chunk(&mut file, *b"tRNS", &strengths);
    let mut raw = Vec::with_capacity(shades.len() + rows);
    for row in shades.chunks(columns.max(1)) {
        raw.push(0);
        raw.extend_from_slice(row);
    }
    chunk(&mut file, *b"IDAT", &stored(&raw));
    chunk(&mut file, *b"IEND", &[]);
    base64(&file)
}

fn palette() -> (Vec<u8>, Vec<u8>) {
    let middle = SHADES / 2;
    let colour = |shade: usize| if shade < middle { DARK } else { LIGHT };
    let strength = |shade: usize| (colour(shade).1 * shade.abs_diff(middle) / middle) as u8;
    ((0..SHADES).flat_map(|shade| colour(shade).0).collect(), (0..SHADES).map(strength).collect())
}

fn stored(raw: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let blocks = raw.chunks(BLOCK).count();
    for (index, block) in raw.chunks(BLOCK).enumerate() {
        let length = block.len() as u16;
        stream.push(u8::from(index + 1 == blocks));
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend_from_slice(block);
    }
    let (mut low, mut high) = (1_u32, 0_u32);
    for byte in raw {
        low = (low + u32::from(*byte)) % 65_521;
        high = (high + low) % 65_521;
    }
    stream.extend(((high << 16) | low).to_be_bytes());
    stream
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let mut checked = name.to_vec();
    checked.extend_from_slice(data);
    let sum = checked.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 })
    });
    file.extend(checked);
    file.extend((!sum).to_be_bytes());
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0_u32, |word, byte| (word << 8) | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place)) as usize & 63];
            text.push(if place > three.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_ends_as_it_should() {
        let written: Vec<String> = ["M", "Ma", "Man"].iter().map(|text| base64(text.as_bytes())).collect();
        assert_eq!(written, ["TQ==", "TWE=", "TWFu"]);
    }

    #[test]
    fn a_picture_is_a_png() {
        assert!(picture(2, &[0, 16, 32, 16]).starts_with("iVBORw0KGgo"));
    }
}
