package store

type Point struct {
	At    int64
	Value float64
}

func (p Point) Older(than int64) bool {
	return p.At < than
}

type Series[T any] struct {
	items []T
}

func NewSeries[T any](items ...T) *Series[T] {
	return &Series[T]{items: items}
}

func (s *Series[T]) Append(item T) *Series[T] {
	s.items = append(s.items, item)
	return s
}

func (s *Series[T]) All() []T {
	return s.items
}

func (s *Series[T]) Last() (T, bool) {
	var none T
	if len(s.items) == 0 {
		return none, false
	}
	return s.items[len(s.items)-1], true
}

func Filter[T any](items []T, keep func(T) bool) []T {
	var kept []T
	for _, item := range items {
		if keep(item) {
			kept = append(kept, item)
		}
	}
	return kept
}
