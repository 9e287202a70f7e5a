pub fn split_words(text: &str) -> Vec<String> {
    text.split_whitespace().map(lower).filter(|w| is_word(w)).collect()
}

fn lower(word: &str) -> String {
    word.to_lowercase()
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(char::is_alphanumeric)
}
