#include "ledger/account.h"

#include <stdexcept>

namespace ledger {

void Account::post(const Money& amount) {
    if (!allows(balance_.plus(amount)))
        throw std::runtime_error("refused");
    record(amount);
}

void Account::post(const std::string& amount) {
    this->post(Money::parse(amount));
}

bool Account::allows(const Money& after) const {
    return !after.negative();
}

std::string Account::describe() const {
    return owner_ + ": " + balance_.str();
}

void Account::record(const Money& amount) {
    history_.push_back(amount);
    balance_ = balance_.plus(amount);
}

bool CreditAccount::allows(const Money& after) const {
    return !after.plus(limit_).negative();
}

std::string CreditAccount::describe() const {
    return Account::describe() + " limit " + limit_.str();
}

void CreditAccount::charge_fee() {
    record(Money(-250));
}

}  // namespace ledger
