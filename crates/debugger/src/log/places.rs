//! The first event of a run for each event of a log, in little memory: nearly every line becomes one event.

/// First event of the run for each event of a log.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Each event of the log whose event of the run does not follow that of the event before: both indices.
    starts: Vec<(u32, u32)>,
    /// Number of events of the log.
    len: u32,
}

impl Places {
    /// Creates an empty list.
    pub(super) const fn new() -> Self {
        Self { starts: Vec::new(), len: 0 }
    }

    /// Adds the next event of the log. `event` is its first event of the run.
    pub fn push(&mut self, event: u32) {
        let follows = |&(logged, first): &(u32, u32)| first.wrapping_add(self.len - logged) == event;
        if !self.starts.last().is_some_and(follows) {
            self.starts.push((self.len, event));
        }
        self.len += 1;
    }

    /// Returns the first event of the run that an event of the log became.
    pub fn first(&self, logged: usize) -> Option<u32> {
        let logged = u32::try_from(logged).ok().filter(|&logged| logged < self.len)?;
        let before = self.starts.partition_point(|start| start.0 <= logged).checked_sub(1)?;
        self.starts.get(before).map(|&(start, first)| first.saturating_add(logged - start))
    }

    /// Returns the event of the log that an event of the run was made from.
    pub fn logged(&self, event: usize) -> Option<usize> {
        let next = self.starts.partition_point(|start| start.1 as usize <= event);
        let &(start, first) = self.starts.get(next.checked_sub(1)?)?;
        let end = self.starts.get(next).map_or(self.len, |start| start.0);
        let logged = (start as usize).saturating_add(event.saturating_sub(first as usize));
        Some(logged.min((end as usize).saturating_sub(1)))
    }

    /// Returns the number of bytes used.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.starts)
    }
}

impl FromIterator<u32> for Places {
    fn from_iter<I: IntoIterator<Item = u32>>(events: I) -> Self {
        let mut all = Self::default();
        events.into_iter().for_each(|event| all.push(event));
        all
    }
}
