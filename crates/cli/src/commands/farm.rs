//! `dejarik worker` and `dejarik farm`: playing games for others, and looking at who plays what.

#[cfg(not(feature = "farm"))]
pub use without::{jobs, work};

#[cfg(all(feature = "parquet", not(feature = "farm")))]
pub use without::missing;

#[cfg(feature = "farm")]
pub use with::{jobs, work};

#[cfg(not(feature = "farm"))]
mod without {
    use crate::cli::sim::{Farm, Worker};
    use crate::commands::{Done, Failure, bad_input};
    use crate::output::Out;

    /// What a build without the feature says.
    pub fn missing(url: &str) -> Failure {
        bad_input(format!(
            "{}: this build knows no farms. Build it with `cargo build --release --features farm`",
            url.rsplit('@').next().unwrap_or(url)
        ))
    }

    pub fn work(_: &mut Out, flags: &Worker) -> Done {
        Err(missing(&flags.farm))
    }

    pub fn jobs(_: &mut Out, flags: &Farm) -> Done {
        Err(missing(&flags.farm))
    }
}

#[cfg(feature = "farm")]
mod with {
    use crate::cli::sim::{Farm as Jobs, Worker as Flags};
    use crate::commands::sim::{stop_on_interrupt, threads};
    use crate::commands::{Answer, Done, bad_input, serve};
    use crate::output::{BOLD, Cell, FAINT, Out, paint};
    use farm::{Farm, Progress, Worker};
    use serde_json::json;

    /// Plays for others until it is stopped.
    pub fn work(out: &mut Out, flags: &Flags) -> Done {
        serve::log()?;
        let mut worker = Worker::new(threads(flags.threads));
        worker.name = flags.name.clone().unwrap_or(worker.name);
        let stop = stop_on_interrupt()?;
        let worked = farm::block_on(async {
            let farm = Farm::connect(&flags.farm).await.map_err(bad_input)?;
            let place = flags.farm.rsplit('@').next().unwrap_or(&flags.farm);
            let who = format!("{} works for {place}", worker.name);
            out.line(format!("{}, {} at once, build {}", paint(BOLD, &who), worker.threads, farm::BUILD))?;
            out.line(paint(FAINT, "Ctrl-C stops it; another worker plays what it has begun."))?;
            worker.run(&farm, &stop).await.map_err(bad_input)
        });
        worked.map_err(bad_input)??;
        Ok(Answer::Yes)
    }

    /// Shows how far jobs are, or stops one.
    pub fn jobs(out: &mut Out, flags: &Jobs) -> Done {
        let found = farm::block_on(async {
            let farm = Farm::connect(&flags.farm).await?;
            if let Some(job) = &flags.stop {
                farm.stop(job).await?;
            }
            farm.progress().await
        });
        let jobs = found.and_then(|found| found).map_err(bad_input)?;
        if flags.json.json {
            out.json(&json!({ "jobs": jobs }))?;
            return Ok(Answer::Yes);
        }
        if let Some(job) = &flags.stop {
            out.line(format!("Job {job} stops. Started again, it goes on."))?;
            return Ok(Answer::Yes);
        }
        if jobs.is_empty() {
            out.line("There are no jobs.")?;
        }
        let row = |job: &Progress| {
            let share = 100.0 * job.settled as f64 / job.batches.max(1) as f64;
            vec![
                Cell::new(&job.job),
                Cell::new(&job.title),
                Cell::number(job.games),
                Cell::number(format!("{share:.0} %")),
                Cell::new(&job.state),
                Cell::number(job.workers.len()),
            ]
        };
        let rows: Vec<Vec<Cell>> = jobs.iter().map(row).collect();
        if !rows.is_empty() {
            out.table(&["job", "games of", "games", "settled", "state", "workers"], &rows)?;
        }
        Ok(Answer::Yes)
    }
}
