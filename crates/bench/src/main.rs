//! `bench [--seconds S | --calls N] [JOB ...]`: runs the measured jobs and prints one line of JSON for each.
//! `bench --procedures [--seconds S]`: the exact odds of every example of every procedure, a line of JSON for each.

use std::error::Error;
use std::time::Duration;

use bench::measure::Effort;
use bench::{JOBS, procedures};

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), Box<dyn Error>> {
    let mut effort = Effort::Spend(Duration::from_secs(2));
    let mut every_procedure = false;
    let mut wanted = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => {
                let seconds = arguments.next().ok_or("--seconds needs a number")?;
                effort = Effort::Spend(Duration::try_from_secs_f64(seconds.parse()?)?);
            }
            "--calls" => effort = Effort::Calls(arguments.next().ok_or("--calls needs a number")?.parse()?),
            "--procedures" => every_procedure = true,
            name if JOBS.iter().any(|(known, _)| *known == name) => wanted.push(argument),
            unknown => {
                let names: Vec<&str> = JOBS.iter().map(|(name, _)| *name).collect();
                return Err(format!("there is no job {unknown:?}; choose from {}", names.join(", ")).into());
            }
        }
    }
    if every_procedure {
        return procedures::each(effort, |odds| {
            println!("{}", serde_json::to_string(odds)?);
            Ok(())
        });
    }
    for (name, job) in JOBS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            println!("{}", serde_json::to_string(&job(effort)?)?);
        }
    }
    Ok(())
}
