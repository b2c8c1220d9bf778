package table

import "math"

var notANumber = math.NaN()

func finite(v float64) bool { return v-v == 0 }
