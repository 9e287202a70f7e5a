package metrics

import (
	"context"
	"sync"

	"example.com/metrics/store"
)

type Option func(*Collector)

type Collector struct {
	series map[string]*store.Series[store.Point]
	queue  chan store.Point
	done   sync.WaitGroup
}

func WithQueue(size int) Option {
	return func(c *Collector) {
		c.queue = make(chan store.Point, size)
		c.reset()
	}
}

func New(options ...Option) *Collector {
	c := &Collector{}
	c.reset()
	for _, option := range options {
		option(c)
	}
	return c
}

func (c *Collector) reset() {
	c.series = make(map[string]*store.Series[store.Point])
}

func (c *Collector) Start(ctx context.Context, names []string) {
	for _, name := range names {
		c.done.Add(1)
		go c.drain(ctx, name)
	}
	go func() {
		<-ctx.Done()
		c.flush()
	}()
}

func (c *Collector) drain(ctx context.Context, name string) {
	defer c.done.Done()
	c.series[name] = store.NewSeries[store.Point]()
	for point := range c.queue {
		if !point.Older(10) {
			c.series[name].Append(point).Append(point)
		}
	}
}

func (c *Collector) flush() {
	for name, series := range c.series {
		if last, ok := series.Last(); ok && last.Older(5) {
			delete(c.series, name)
		}
	}
}

func (c *Collector) Done() bool {
	return len(c.series) == 0
}
