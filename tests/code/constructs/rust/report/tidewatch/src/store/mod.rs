pub mod memory;

use crate::reading::Reading;

pub trait Store {
    fn insert(&mut self, reading: Reading);

    fn latest(&self, station: &str) -> Option<&Reading>;

    fn level(&self, station: &str) -> f64 {
        self.latest(station).map_or(0.0, |r| r.metres)
    }

    fn insert_all(&mut self, batch: Vec<Reading>) {
        for reading in batch {
            self.insert(reading.scaled(1.0));
        }
    }
}

pub fn copy<A: Store, B: Store>(from: &A, to: &mut B, station: &str) {
    if let Some(found) = from.latest(station) {
        to.insert(found.clone());
    }
}
