#pragma once

#include <functional>
#include <vector>

namespace pixels {

using Tone = unsigned char;
using PointOp = std::function<Tone(Tone)>;

class Image {
public:
    Image(int width, int height) : width_(width), data_(width * height) {}

    Tone at(int x, int y) const { return data_[index(x, y)]; }
    void set(int x, int y, Tone tone) { data_[index(x, y)] = tone; }
    void map(const PointOp& op);
    int width() const { return width_; }
    int height() const { return static_cast<int>(data_.size()) / width(); }

private:
    int index(int x, int y) const { return y * width_ + x; }

    int width_;
    std::vector<Tone> data_;
};

}  // namespace pixels
