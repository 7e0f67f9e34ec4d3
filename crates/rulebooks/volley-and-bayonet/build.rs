//! Turns the ledger into constants and the charts into a list.

fn main() {
    press::print("VB");
}
