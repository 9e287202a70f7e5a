use tidewatch::reading as input;
use tidewatch::store::Store;
use tidewatch::{ingest_to_memory, Memory, Reading};

fn report(memory: &Memory) -> String {
    format!("{} rows, {}", memory.len(), memory.stations().join(" "))
}

fn main() {
    let mut memory = ingest_to_memory("north,1.5\nsouth,2.0");
    let reading = input::parse_line("west,3").expect("a good line");
    memory.insert(reading.scaled(0.5));
    memory.insert_all(vec![Reading::new("east", 1.0)]);
    let insert = |name: &str| name.len();
    println!("{} {}", report(&memory), insert("north"));
    println!("{}", memory.split_off("north").level("north"));
}
