//! A small in-memory index of text.

pub mod index;
pub mod rank;
pub mod text;

pub use index::Index;
pub use text::tokens::split_words as words;

/// Builds an index of the given documents.
pub fn build(docs: &[&str]) -> Index {
    let mut index = Index::new();
    for doc in docs {
        index.add(doc);
    }
    index
}

pub fn build_default() -> Index {
    build(&["the quick fox", "the lazy dog"])
}
