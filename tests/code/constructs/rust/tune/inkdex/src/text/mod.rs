pub mod tokens;

mod stem;

pub use self::stem::{stem, Stemmer};

use tokens::split_words;

pub fn normalize(text: &str) -> Vec<String> {
    let stemmer = Stemmer::default();
    split_words(text)
        .iter()
        .map(|word| stemmer.reduce(word))
        .collect()
}
