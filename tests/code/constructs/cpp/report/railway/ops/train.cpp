#include "train.hpp"

#include <stdexcept>

namespace railway::ops {

static double round_up(double minutes) {
    return minutes + 1;
}

void Train::depart() {
    clock_.advance(route_.minutes(speed()));
}

void Express::depart() {
    Train::depart();
    clock_.advance(round_up(stops_ * 2.0));
}

void Freight::check() const {
    if (tons_ <= 0)
        throw std::invalid_argument("empty freight");
}

}  // namespace railway::ops
