#include "track.hpp"

#include <cmath>
#include <stdexcept>

namespace railway::net {

double round_up(double value) {
    return std::ceil(value);
}

double Segment::minutes(double speed) const {
    return round_up(60.0 * km / speed);
}

Route& Route::append(const Segment& segment) {
    if (!accepts(segment))
        throw std::invalid_argument(segment.from);
    segments_.push_back(segment);
    length_ += segment.km;
    return *this;
}

Route& Route::append(const std::string& from, const std::string& to, double km) {
    return append(Segment{from, to, km});
}

bool Route::accepts(const Segment& segment) const {
    return segments_.empty() || segments_.back().joins(segment);
}

double Route::minutes(double speed) const {
    double sum = 0;
    for (const Segment& segment : segments_)
        sum += segment.minutes(speed);
    return sum;
}

Route Route::between(const std::string& from, const std::string& to) {
    Route route;
    route.append(from, to, 40.0).append(to, from, 40.0);
    return route;
}

}  // namespace railway::net
