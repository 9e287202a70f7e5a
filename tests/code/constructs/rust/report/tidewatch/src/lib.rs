pub mod alarm;
pub mod reading;
pub mod store;

pub use reading::{parse_line, Reading};
pub use store::memory::MemoryStore as Memory;

use store::Store;

pub fn ingest(text: &str, store: &mut dyn Store) -> usize {
    let mut kept = 0;
    for line in text.lines() {
        if let Ok(reading) = parse_line(line) {
            if reading.is_plausible() {
                store.insert(reading);
                kept += 1;
            }
        }
    }
    kept
}

pub fn ingest_to_memory(text: &str) -> Memory {
    let mut memory = Memory::with_capacity(64);
    ingest(text, &mut memory);
    memory
}
