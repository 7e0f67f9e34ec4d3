//! The rules of this house, as tests.
//!
//! There is no code here. `tests/layers.rs` knows which crate may depend on which; `tests/tidy.rs` knows what no file may
//! hold. Both say what to do when they fail.
