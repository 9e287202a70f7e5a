#pragma once

#include "../net/track.hpp"

namespace railway::ops {

class Clock {
public:
    void advance(double minutes) { now_ += minutes; }
    double now() const { return now_; }

private:
    double now_ = 0;
};

class Train {
public:
    explicit Train(const net::Route& route) : route_(route) {}
    virtual ~Train() = default;

    virtual double speed() const = 0;
    virtual void depart();
    double elapsed() const { return clock_.now(); }

protected:
    net::Route route_;
    Clock clock_;
};

class Express : public Train {
public:
    explicit Express(const net::Route& route) : Train(route), stops_(0) {}
    double speed() const override { return 160; }
    void depart() override;

private:
    int stops_;
};

class Freight : public Train {
public:
    Freight(const net::Route& route, double tons) : Train(route), tons_(tons) { check(); }
    double speed() const override { return tons_ > 900 ? 60 : 80; }

private:
    void check() const;
    double tons_;
};

}  // namespace railway::ops
