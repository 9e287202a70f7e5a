pub async fn limit(spent: u64) -> u64 {
    clamp(spent).min(600)
}

fn clamp(spent: u64) -> u64 {
    spent.max(1)
}

pub fn is_legal(left: u64) -> bool {
    left > 0
}

pub async fn check<F>(left: u64, rule: F) -> u64
where
    F: Fn(u64) -> bool,
{
    if rule(left) {
        self::clamp(left)
    } else {
        0
    }
}
