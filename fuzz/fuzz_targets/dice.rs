//! Law: any bytes as dice and any numbers as answers settle an example, are asked for more, or are refused.
#![no_main]

use engine::{GivenAnswers, Typed};
use fuzz::SHELF;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, Vec<u8>, Vec<u32>)| {
    let (which, dice, answers) = input;
    for book in SHELF.iter() {
        for procedure in book.procedures() {
            let examples = procedure.examples();
            let (_, situation) = &examples[usize::from(which) % examples.len()];
            let _ = procedure.resolve(situation, dice.clone(), answers.clone(), &GivenAnswers::new(), &mut Typed);
        }
    }
});
