//! `longroll`: charts, odds and rulings for American Civil War wargames.

use std::process::ExitCode;

use longroll::terminal::Terminal;

/// A server makes and drops many small texts: see the measure of rooms in `crates/server/examples/load`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut terminal = Terminal::of_process();
    ExitCode::from(longroll::run(std::env::args_os(), &mut terminal))
}
