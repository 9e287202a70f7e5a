#include <iostream>

#include "train.hpp"

namespace rn = railway::net;
using railway::ops::Freight;

static void run(railway::ops::Train* train) {
    train->depart();
    std::cout << train->elapsed() << "\n";
}

static bool check(const rn::Route& route) {
    return rn::round_up(route.minutes(100)) < 600;
}

int main() {
    auto route = rn::Route::between("Oslo", "Bergen");
    if (!check(route))
        return 1;
    railway::ops::Express express(route);
    Freight freight{route, 400.0};
    run(&express);
    run(&freight);
    return 0;
}
