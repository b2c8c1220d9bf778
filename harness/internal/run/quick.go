package run

// A quick look learns from and is tested on so many instances at most.
const (
	quickTrain = 8
	quickTest  = 10
)

// quick returns the first of the divisions with a few of its instances, from all over each part.
func quick(drawn []division) []division {
	if len(drawn) == 0 {
		return nil
	}
	d := drawn[0]
	d.Train, d.Boxes, d.Partial = few(d.Train, quickTrain), few(d.Boxes, quickTrain), few(d.Partial, quickTrain)
	d.Test = few(d.Test, quickTest)
	return []division{d}
}

// few returns at most n of list, in its order and at equal distances.
func few(list []int, n int) []int {
	if len(list) <= n {
		return list
	}
	some := make([]int, n)
	for i := range some {
		some[i] = list[i*len(list)/n]
	}
	return some
}
