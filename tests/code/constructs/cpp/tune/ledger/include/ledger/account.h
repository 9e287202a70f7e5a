#pragma once

#include <string>
#include <vector>

#include "ledger/money.h"

namespace ledger {

class Account {
public:
    explicit Account(std::string owner) : owner_(std::move(owner)), balance_(Money::zero()) {}
    virtual ~Account() = default;

    void post(const Money& amount);
    void post(const std::string& amount);
    virtual bool allows(const Money& after) const;
    virtual std::string describe() const;
    const Money& balance() const { return balance_; }

protected:
    void record(const Money& amount);

private:
    std::string owner_;
    Money balance_;
    std::vector<Money> history_;
};

class CreditAccount : public Account {
public:
    CreditAccount(std::string owner, Money limit) : Account(std::move(owner)), limit_(limit) {}

    bool allows(const Money& after) const override;
    std::string describe() const override;
    void charge_fee();

private:
    Money limit_;
};

}  // namespace ledger
