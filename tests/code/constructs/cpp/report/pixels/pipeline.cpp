#include <vector>

#include "filters/filter.hpp"

using namespace pixels::filters;
using pixels::Image;

class Pipeline {
public:
    Pipeline& add(const Filter* filter) {
        filters_.push_back(filter);
        return *this;
    }

    int border() const {
        int widest = 0;
        for (const Filter* filter : filters_)
            if (filter->radius() > widest)
                widest = filter->radius();
        return widest;
    }

    void apply(Image& image) const {
        for (const Filter* filter : filters_)
            filter->apply(image);
    }

private:
    std::vector<const Filter*> filters_;
};

int main() {
    Invert invert;
    Blur blur(2);
    Pipeline pipeline;
    Image image(64, 48);
    std::vector<int> samples(4);

    pipeline.add(&invert).add(&blur);
    image.set(0, 0, 200);
    pipeline.apply(image);
    return image.at(0, 0) > samples.at(0) && pipeline.border() == 2 ? 0 : 1;
}
