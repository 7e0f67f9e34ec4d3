//! Texts through linear memory: the page asks for room, writes a request, calls, reads the answer, and gives the room back.
//!
//! This is the one place of the house that hands out raw memory: WebAssembly has no other way to pass a text without
//! generated glue. Lengths travel with the addresses, and every block is given back with the length it was taken with.
#![allow(unsafe_code, reason = "linear memory is the only door between the page and the engine")]

/// Room for `length` bytes; the page fills it.
#[unsafe(no_mangle)]
pub extern "C" fn longroll_take(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Gives room back.
///
/// # Safety
/// `address` and `length` come from [`longroll_take`] or [`longroll_answer`], and are given back once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn longroll_give(address: *mut u8, length: usize) {
    // SAFETY: by the contract above this is a boxed slice of that length that nobody else holds.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, length)) });
}

/// Answers the request in this room, which it takes. The upper half of the result is the answer's length, the lower half
/// its address; the page gives it back with [`longroll_give`].
///
/// # Safety
/// `address` and `length` come from [`longroll_take`], and are not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn longroll_answer(address: *mut u8, length: usize) -> u64 {
    // SAFETY: by the contract above this is a boxed slice of that length that nobody else holds.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, length)) };
    let answer = crate::answer(&String::from_utf8_lossy(&request)).into_bytes().into_boxed_slice();
    let length = answer.len() as u64;
    let address = Box::into_raw(answer).cast::<u8>() as usize as u64;
    (length << 32) | (address & 0xffff_ffff)
}
