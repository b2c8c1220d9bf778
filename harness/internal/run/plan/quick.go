package plan

// A quick look trains and tests on at most this many instances.
const (
	quickTrain = 8
	quickTest  = 10
)

// quick returns the first split with a few of its instances, spread over each of its sets.
func quick(drawn []Split) []Split {
	if len(drawn) == 0 {
		return nil
	}
	s := drawn[0]
	s.Train, s.Boxes = few(s.Train, quickTrain), few(s.Boxes, quickTrain)
	s.Partial, s.Dev = few(s.Partial, quickTrain), few(s.Dev, quickTrain)
	s.Test = few(s.Test, quickTest)
	return []Split{s}
}

// few returns at most n elements of list, in its order and at equal distances.
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
