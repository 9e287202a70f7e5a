#pragma once

#include <string>

namespace ledger {

class Money {
public:
    explicit Money(long cents) : cents_(cents) {}

    static Money zero() { return Money(0); }
    static Money parse(const std::string& text);

    Money plus(const Money& other) const { return Money(cents_ + other.cents_); }
    bool negative() const { return cents_ < 0; }
    std::string str() const;

private:
    long cents_;
};

}  // namespace ledger
