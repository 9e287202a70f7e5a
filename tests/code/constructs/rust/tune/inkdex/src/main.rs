use inkdex::rank::Scorer as Ranker;
use inkdex::{build_default, words};

fn main() {
    let index = build_default();
    let query = std::env::args().nth(1).unwrap_or_default();
    for word in words(&query) {
        let stem = |w: &str| w.trim().to_string();
        let hits = index.search(&stem(&word));
        println!("{} {}", word, total(&hits));
    }
    let ranker = Ranker::with_base(10.0);
    print_weight(&ranker, index.get("fox").map(|list| list.len()));
}

fn total(hits: &[inkdex::rank::Score]) -> f64 {
    hits.iter().map(|hit| hit.value()).sum()
}

fn print_weight(_ranker: &Ranker, len: Option<usize>) {
    println!("{:?} {}", len, inkdex::text::stem("foxes"));
}
