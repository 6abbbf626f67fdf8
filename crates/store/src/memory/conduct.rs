//! How visitors get on with each other, in memory.

use super::{Memory, locked};
use crate::conduct::{Conduct, Measure, Report, Taken};
use crate::game::StoreError;
use crate::people::VisitorId;
use async_trait::async_trait;
use std::collections::BTreeMap;

/// What is kept of it.
#[derive(Debug, Default)]
pub struct Known {
    blocks: BTreeMap<(VisitorId, VisitorId), i64>,
    reports: Vec<Report>,
    measures: Vec<Taken>,
}

impl Known {
    /// Nobody has to keep apart from somebody who is forgotten.
    pub fn forget(&mut self, visitor: &VisitorId) {
        self.blocks.retain(|(by, whom), _| by != visitor && whom != visitor);
    }

    fn is_settled(&self, report: &str) -> bool {
        self.measures.iter().any(|taken| taken.report.as_deref() == Some(report))
    }

    /// The measures, the last first.
    fn last_first(&self) -> Vec<Taken> {
        let mut all = self.measures.clone();
        all.sort_by(|one, other| (other.at, &other.id).cmp(&(one.at, &one.id)));
        all
    }
}

#[async_trait]
impl Conduct for Memory {
    async fn block(&self, by: &VisitorId, whom: &VisitorId, at: i64) -> Result<(), StoreError> {
        self.pause().await;
        let mut kept = locked(&self.kept);
        if !kept.visitors.contains_key(by) {
            return Err(StoreError::Missing);
        }
        kept.conduct.blocks.entry((by.clone(), whom.clone())).or_insert(at);
        Ok(())
    }

    async fn unblock(&self, by: &VisitorId, whom: &VisitorId) -> Result<(), StoreError> {
        self.pause().await;
        locked(&self.kept).conduct.blocks.remove(&(by.clone(), whom.clone()));
        Ok(())
    }

    async fn blocked_by(&self, by: &VisitorId) -> Result<Vec<(VisitorId, i64)>, StoreError> {
        self.pause().await;
        let mut own: Vec<(VisitorId, i64)> = self.read(|kept| {
            let own = kept.conduct.blocks.iter().filter(|((visitor, _), _)| visitor == by);
            own.map(|((_, whom), at)| (whom.clone(), *at)).collect()
        });
        own.sort_by(|(one, a), (other, b)| b.cmp(a).then_with(|| one.cmp(other)));
        Ok(own)
    }

    async fn report(&self, report: Report) -> Result<(), StoreError> {
        self.pause().await;
        let reports = &mut locked(&self.kept).conduct.reports;
        let same =
            |known: &Report| known.id == report.id || (known.game == report.game && known.by == report.by);
        if !reports.iter().any(same) {
            reports.push(report);
            reports.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
        }
        Ok(())
    }

    async fn reports(&self, open: bool, limit: usize) -> Result<Vec<Report>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| {
            let wanted = |report: &&Report| !open || !kept.conduct.is_settled(&report.id);
            kept.conduct.reports.iter().filter(wanted).take(limit).cloned().collect()
        }))
    }

    async fn settle(&self, taken: Taken) -> Result<(), StoreError> {
        self.pause().await;
        let known = &mut locked(&self.kept).conduct;
        if known.measures.iter().any(|old| old.id == taken.id) {
            return Ok(());
        }
        if let Some(report) = &taken.report {
            let is_there = known.reports.iter().any(|known| known.id == *report);
            if !is_there || known.is_settled(report) {
                return Err(StoreError::Missing);
            }
        }
        known.measures.push(taken);
        Ok(())
    }

    async fn measures(&self, limit: usize) -> Result<Vec<Taken>, StoreError> {
        self.pause().await;
        Ok(self.read(|kept| kept.conduct.last_first().into_iter().take(limit).collect()))
    }

    async fn silence(&self, visitor: &VisitorId) -> Result<Option<Taken>, StoreError> {
        self.pause().await;
        let mut all = self.read(|kept| kept.conduct.last_first()).into_iter();
        let about = |taken: &Taken| taken.about == *visitor && taken.measure != Measure::Dismissed;
        Ok(all.find(about).filter(|taken| taken.measure != Measure::Released))
    }
}
