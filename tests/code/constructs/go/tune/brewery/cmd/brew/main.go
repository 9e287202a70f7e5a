package main

import (
	"fmt"
	"os"

	"example.com/brewery/internal/audit"
	rec "example.com/brewery/internal/recipe"
	. "example.com/brewery/internal/units"
)

func main() {
	log := auditlog.New(os.Stdout)
	defer log.Close()
	pale := rec.New(" Pale ").AddHop(20, 0.1).AddHop(15, 0.12)
	pale.Pitch().Warm(2)
	rec.Sort([]*rec.Recipe{pale})
	log.Printf("%s %.1f", pale.Name, Round(pale.IBU()))
	each([]float64{60, 72}, Kelvin)
	fmt.Printf("%v\n", report(pale))
}

func report(r *rec.Recipe) string {
	Round := func(value float64) int { return int(value) }
	yeast := rec.DefaultYeast()
	yeast.Warm(Round(Halve(r.IBU(), 2)))
	return fmt.Sprint(yeast.Celsius)
}

func each(values []float64, change func(float64) float64) {
	for i := range values {
		values[i] = change(values[i])
	}
}
