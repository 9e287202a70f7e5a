use std::collections::HashMap;

use crate::rank::{self, Score, Scorer};
use crate::text::normalize;

#[derive(Clone, Debug)]
pub struct Posting {
    pub doc: usize,
    pub count: u32,
}

impl Posting {
    fn bump(&mut self) -> &mut Self {
        self.count += 1;
        self
    }

    pub fn weight(&self) -> f64 {
        f64::from(self.count)
    }
}

pub struct Index {
    postings: HashMap<String, Vec<Posting>>,
    scorer: Scorer,
    docs: usize,
}

impl Index {
    pub fn new() -> Self {
        Self { postings: HashMap::new(), scorer: Scorer::with_base(2.0), docs: 0 }
    }

    pub fn add(&mut self, text: &str) {
        let doc = self.next_doc();
        for word in normalize(text) {
            let list = self.postings.entry(word).or_default();
            if let Some(last) = list.last_mut() {
                last.bump();
            }
            list.push(Posting { doc, count: 1 });
        }
    }

    fn next_doc(&mut self) -> usize {
        self.docs += 1;
        self.docs
    }

    pub fn get(&self, word: &str) -> Option<&Vec<Posting>> {
        self.postings.get(word)
    }

    pub fn search(&self, word: &str) -> Vec<Score> {
        let Some(list) = self.get(word) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for posting in list {
            found.push(self.scorer.score(posting));
        }
        rank::best(found)
    }
}
