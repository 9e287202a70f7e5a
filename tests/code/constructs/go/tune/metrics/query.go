package metrics

import "example.com/metrics/store"

type Query func(store.Point) bool

func (q Query) Match(p store.Point) bool {
	return q(p)
}

func recent(p store.Point) bool {
	return !p.Older(100)
}

func Recent(series *store.Series[store.Point]) []store.Point {
	return store.Filter(series.All(), recent)
}

func Count(c *Collector, q Query) int {
	count := 0
	for _, series := range c.series {
		for _, point := range series.All() {
			if q.Match(point) {
				count++
			}
		}
	}
	return count
}

func OlderThan(at int64) Query {
	older := store.Point.Older
	return func(p store.Point) bool {
		return older(p, at)
	}
}

func Setup(names []string) *Collector {
	New := func(size int) Option { return WithQueue(size) }
	c := build(New(len(names)))
	return c
}

func build(option Option) *Collector {
	return New(option)
}
