// Package recipe says what goes into a brew.
package recipe

import "strings"

type Hop struct {
	Grams float64
	Alpha float64
}

func (h Hop) Bitterness() float64 {
	return h.Grams * h.Alpha
}

type Recipe struct {
	Name  string
	Hops  []Hop
	Yeast *Yeast
}

func New(name string) *Recipe {
	return &Recipe{Name: clean(name)}
}

func (r *Recipe) AddHop(grams, alpha float64) *Recipe {
	r.Hops = append(r.Hops, Hop{Grams: grams, Alpha: alpha})
	return r
}

func (r *Recipe) IBU() float64 {
	total := 0.0
	for _, hop := range r.Hops {
		total += hop.Bitterness()
	}
	return total
}

func clean(name string) string {
	return strings.ToLower(strings.TrimSpace(name))
}
