package recipe

import "sort"

type Yeast struct {
	Strain  string
	Celsius int
}

func DefaultYeast() *Yeast {
	return &Yeast{Strain: clean("US-05"), Celsius: 18}
}

func (y *Yeast) Warm(by int) {
	y.Celsius += by
}

// Pitch gives the recipe its yeast, the default one when it has none.
func (r *Recipe) Pitch() *Yeast {
	if r.Yeast == nil {
		r.Yeast = DefaultYeast()
	}
	return r.Yeast
}

func Sort(recipes []*Recipe) {
	sort.Slice(recipes, func(i, j int) bool {
		return recipes[i].IBU() < recipes[j].IBU()
	})
}

func Names(recipes map[string]*Recipe) []string {
	var names []string
	for _, r := range recipes {
		names = append(names, clean(r.Name))
	}
	sort.Strings(names)
	return names
}
