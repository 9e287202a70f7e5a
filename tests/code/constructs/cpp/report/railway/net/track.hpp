#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace railway::net {

struct Segment {
    std::string from;
    std::string to;
    double km;

    double minutes(double speed) const;
    bool joins(const Segment& next) const { return to == next.from; }
};

class Route {
public:
    Route() : length_(0) {}

    Route& append(const Segment& segment);
    Route& append(const std::string& from, const std::string& to, double km);
    double minutes(double speed) const;
    static Route between(const std::string& from, const std::string& to);

private:
    bool accepts(const Segment& segment) const;

    std::vector<Segment> segments_;
    double length_;
};

double round_up(double value);

}  // namespace railway::net
