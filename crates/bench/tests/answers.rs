//! Every job gives the right answer, whether or not anybody measures it.

use bench::JOBS;
use bench::measure::Effort;

#[test]
fn every_job_gives_the_answer_of_its_peer() {
    for (name, job) in JOBS {
        let measured = job(Effort::Calls(1)).unwrap_or_else(|error| panic!("job {name}: {error}"));
        assert_eq!(measured.job, *name);
        assert!(!measured.answer.is_empty(), "job {name} checks nothing");
    }
}
