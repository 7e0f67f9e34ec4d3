//! `longroll`: charts, odds and rulings for American Civil War wargames.

use std::process::ExitCode;

use longroll::terminal::Terminal;

fn main() -> ExitCode {
    let mut terminal = Terminal::of_process();
    ExitCode::from(longroll::run(std::env::args_os(), &mut terminal))
}
