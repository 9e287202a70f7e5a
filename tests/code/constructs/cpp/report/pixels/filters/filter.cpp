#include "filter.hpp"

#include <algorithm>

namespace pixels {

void Image::map(const PointOp& op) {
    std::transform(data_.begin(), data_.end(), data_.begin(), op);
}

namespace filters {

static Tone invert(Tone tone) {
    return 255 - tone;
}

static int clamp(int value, int top) {
    return std::clamp(value, 0, top);
}

void Invert::apply(Image& image) const {
    image.map(invert);
}

void Blur::apply(Image& image) const {
    Image copy(image);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            image.set(x, y, average(copy, x, y));
}

Tone Blur::average(const Image& image, int x, int y) const {
    int sum = 0, count = 0;
    for (int d = -radius(); d <= radius(); ++d, ++count)
        sum += image.at(clamp(x + d, image.width() - 1), y);
    return static_cast<Tone>(sum / count);
}

}  // namespace filters
}  // namespace pixels
