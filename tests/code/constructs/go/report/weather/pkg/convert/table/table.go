package table

type Formula func(float64) float64

func (f Formula) Twice(x float64) float64 {
	return f(f(x))
}

func Lookup(unit string) Formula {
	switch unit {
	case "f":
		return fahrenheit
	case "kn":
		return func(x float64) float64 { return scale(x, 1.852) }
	}
	return nil
}

func fahrenheit(x float64) float64 {
	return scale(x-32, 5.0/9)
}

func scale(x, factor float64) float64 {
	return x * factor
}
