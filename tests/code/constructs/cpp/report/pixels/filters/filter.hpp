#pragma once

#include "../image.hpp"

namespace pixels::filters {

class Filter {
public:
    virtual ~Filter() = default;
    virtual void apply(Image& image) const = 0;
    virtual int radius() const { return 0; }
};

class Invert : public Filter {
public:
    void apply(Image& image) const override;
};

class Blur : public Filter {
public:
    explicit Blur(int radius) : radius_(radius) {}
    void apply(Image& image) const override;
    int radius() const override { return radius_; }

private:
    Tone average(const Image& image, int x, int y) const;
    int radius_;
};

}  // namespace pixels::filters
