//! A rollout asks the heap for nothing once it is warm, whatever the procedure.

use engine::Rollout;
use engine::book::{Procedure, ProcedureVisitor, Rulebook};
use engine::chart::ChartSet;

struct EveryBook;

impl shelf::Reader for EveryBook {
    fn read<B: Rulebook>(&mut self) {
        let charts = ChartSet::open(B::ABOUT.slug, B::sources(), None).expect("the printed charts open");
        let book = B::open(charts).expect("the book opens");
        B::procedures(&mut EveryProcedure { book: &book });
    }
}

struct EveryProcedure<'a, B> {
    book: &'a B,
}

impl<B: Rulebook> ProcedureVisitor<B> for EveryProcedure<'_, B> {
    fn visit<P: Procedure<Book = B>>(&mut self) {
        for (name, situation) in P::examples() {
            let mut umpire: Rollout<_, B::Event> = Rollout::seeded(1863);
            let mut run = || {
                for _ in 0..1_000 {
                    let outcome = P::run(self.book, &situation, &mut umpire);
                    assert!(outcome.is_ok());
                }
            };
            run();
            let allocations = allocation_counter::measure(run);
            assert_eq!(allocations.count_total, 0, "{} {}: {name}", B::ABOUT.slug, P::NAME);
        }
    }
}

#[test]
fn a_warm_rollout_allocates_nothing() {
    shelf::read(&mut EveryBook);
}
