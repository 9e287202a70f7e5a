#include <iostream>

#include "ledger/account.h"

static std::string pad(const std::string& text) {
    return "  " + text;
}

static void print(const ledger::Account& account) {
    std::cout << pad(account.describe()) << "\n";
}

static ledger::Money total(const std::vector<ledger::Account*>& accounts) {
    auto sum = ledger::Money::zero();
    for (ledger::Account* account : accounts)
        sum = sum.plus(account->balance());
    return sum;
}

int main() {
    using ledger::CreditAccount;
    ledger::Account savings("Ada");
    CreditAccount card("Ada", ledger::Money(100000));

    savings.post("12.50");
    card.post(ledger::Money(-4000));
    card.charge_fee();
    print(savings);
    print(card);
    std::cout << total({&savings, &card}).str() << "\n";
    return 0;
}
