use std::collections::BTreeMap;

use super::{copy, Store};
use crate::alarm::Alarm;
use crate::reading::Reading;

pub struct MemoryStore {
    rows: BTreeMap<String, Reading>,
    alarm: Option<Alarm>,
}

impl MemoryStore {
    pub fn with_capacity(_rows: usize) -> MemoryStore {
        MemoryStore { rows: BTreeMap::new(), alarm: Some(Alarm::above(5.0)) }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn stations(&self) -> Vec<String> {
        self.rows.values().filter(|row| row.is_plausible()).map(station_of).collect()
    }

    pub fn split_off(&self, station: &str) -> MemoryStore {
        let mut part = Self::with_capacity(1);
        copy(self, &mut part, station);
        part
    }
}

impl Store for MemoryStore {
    fn insert(&mut self, reading: Reading) {
        if let Some(alarm) = self.alarm.as_mut() {
            alarm.check(&reading);
        }
        self.rows.insert(reading.station.clone(), reading);
    }

    fn latest(&self, station: &str) -> Option<&Reading> {
        self.rows.get(station)
    }
}

fn station_of(row: &Reading) -> String {
    row.station.clone()
}
