pub struct Stemmer {
    suffix: &'static str,
}

impl Default for Stemmer {
    fn default() -> Self {
        Stemmer { suffix: "s" }
    }
}

impl Stemmer {
    pub fn reduce(&self, word: &str) -> String {
        match self.strip(word) {
            Some(rest) if rest.len() > 2 => self.reduce(rest),
            Some(rest) => rest.to_string(),
            None => word.to_string(),
        }
    }

    fn strip<'a>(&self, word: &'a str) -> Option<&'a str> {
        word.strip_suffix(self.suffix)
    }
}

pub fn stem(word: &str) -> String {
    Stemmer::default().reduce(word)
}
