#include "ledger/money.h"

#include <cmath>
#include <cstdlib>

namespace ledger {

static std::string pad(long n) {
    std::string digits = std::to_string(n);
    return n < 10 ? "0" + digits : digits;
}

Money Money::parse(const std::string& text) {
    return Money(std::lround(std::atof(text.c_str()) * 100));
}

std::string Money::str() const {
    long whole = cents_ / 100;
    long rest = std::labs(cents_ % 100);
    return std::to_string(whole) + "." + pad(rest);
}

}  // namespace ledger
