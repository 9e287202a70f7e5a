package tasks

type Weighted interface {
	Weight() int
}

type List[W Weighted] struct {
	head *node[W]
	size int
}

type node[W Weighted] struct {
	value W
	next  *node[W]
}

func (n *node[W]) total() int {
	if n == nil {
		return 0
	}
	return n.value.Weight() + n.next.total()
}

func (l *List[W]) Push(value W) {
	l.head = &node[W]{value: value, next: l.head}
	l.size++
}

func (l *List[W]) Total() int {
	return l.head.total()
}

func (l *List[W]) Each(visit func(W)) {
	for n := l.head; n != nil; n = n.next {
		visit(n.value)
	}
}

func Map[A, B any](items []A, change func(A) B) []B {
	out := make([]B, 0, len(items))
	for _, item := range items {
		out = append(out, change(item))
	}
	return out
}

func First[T any](items []T) *T {
	if len(items) == 0 {
		return nil
	}
	return &items[0]
}
