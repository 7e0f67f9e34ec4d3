//! Law: any bytes as a save open or are refused; what opens is written again as the same bytes.
#![no_main]

use engine::game::Save;
use fuzz::SHELF;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = engine::game::verify(bytes);
    let _ = Save::salvage(bytes);
    for book in SHELF.iter() {
        if let Ok(game) = book.open_evening(bytes, None) {
            assert!(bytes == game.to_text().as_bytes() || game.to_binary().is_ok_and(|binary| bytes == binary));
        }
    }
});
