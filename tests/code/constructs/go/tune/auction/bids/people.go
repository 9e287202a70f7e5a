package bids

type Careful struct {
	Named
	limit int
}

func NewCareful(name string, limit int) *Careful {
	return &Careful{Named: Named{Name: name}, limit: limit}
}

func (c *Careful) Offer(round int) int {
	return min(c.limit, c.step(round))
}

func (c *Careful) step(round int) int {
	return round * 10
}

type Bold struct {
	*Careful
	nerve int
}

func NewBold(name string) Bold {
	return Bold{Careful: NewCareful(name, 500), nerve: 3}
}

func (b Bold) Offer(round int) int {
	return b.Careful.Offer(round) * b.nerve
}

func (b Bold) Taunt() string {
	return b.Describe() + " laughs"
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
