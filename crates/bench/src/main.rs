//! `bench [--seconds S] [JOB ...]`: runs the measured jobs and prints one line of JSON for each.

use std::error::Error;
use std::time::Duration;

use bench::JOBS;
use bench::measure::Effort;

fn main() -> Result<(), Box<dyn Error>> {
    let mut spend = Duration::from_secs(2);
    let mut wanted = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--seconds" {
            let seconds = arguments.next().ok_or("--seconds needs a number")?;
            spend = Duration::try_from_secs_f64(seconds.parse()?)?;
        } else if JOBS.iter().any(|(name, _)| *name == argument) {
            wanted.push(argument);
        } else {
            let names: Vec<&str> = JOBS.iter().map(|(name, _)| *name).collect();
            return Err(format!("there is no job {argument:?}; choose from {}", names.join(", ")).into());
        }
    }
    for (name, job) in JOBS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            println!("{}", serde_json::to_string(&job(Effort { spend })?)?);
        }
    }
    Ok(())
}
