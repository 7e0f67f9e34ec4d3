//! Turns the ledger and the charts into constants.

fn main() {
    press::print("FF");
}
