package data

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

func stream(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// uneven returns a dataset of n instances in two folds with groups of different sizes.
func uneven(n int) *Dataset {
	d := &Dataset{Name: "test", Instances: make([]sp.Instance, n)}
	for i := range n {
		d.Group, d.Fold = append(d.Group, fmt.Sprint("g", i*i%17)), append(d.Fold, i%2)
	}
	return d
}

// checkTogether fails unless the parts hold each of n instances once, ascending, and no group is in
// two parts.
func checkTogether(t *testing.T, groups []string, parts ...[]int) {
	t.Helper()
	part := map[string]int{}
	all := slices.Sorted(slices.Values(slices.Concat(parts...)))
	for i := range groups {
		if len(all) != len(groups) || all[i] != i {
			t.Fatalf("parts %v of %d instances", parts, len(groups))
		}
	}
	for p, list := range parts {
		if len(list) == 0 || !slices.IsSorted(list) {
			t.Errorf("part %d is %v", p, list)
		}
		for _, i := range list {
			if was, in := part[groups[i]]; in && was != p {
				t.Errorf("group %s is in parts %d and %d", groups[i], was, p)
			}
			part[groups[i]] = p
		}
	}
}

// without returns the rest of n things.
func without(n int, u Units) (rest []int) {
	for i := range n {
		if !slices.Contains(u.Things(), i) {
			rest = append(rest, i)
		}
	}
	return rest
}

func TestUnitsStayTogether(t *testing.T) {
	d := uneven(60)
	u := NewUnits(d.GroupClasses())
	if len(u) != 9 { // squares modulo 17
		t.Fatalf("%d units", len(u))
	}
	for seed := range uint64(20) {
		share := u.Share(15, stream(seed))
		checkTogether(t, d.Group, share.Things(), without(60, share))
		if n := len(share.Things()); n < 15 || n > 15+8 {
			t.Errorf("seed %d: a share of %d", seed, n)
		}
		folds := must(u.Folds(4, stream(seed)))(t)
		checkTogether(t, d.Group, folds[0].Things(), folds[1].Things(), folds[2].Things(),
			folds[3].Things())
	}
	_, err := u.Folds(10, stream(1))
	wantError(t, "too many folds", err, "10 folds of 9 groups")
}

// Without groups a share is the beginning of a permutation, and folds differ by one instance at
// most.
func TestSingleInstances(t *testing.T) {
	u := NewUnits((&Dataset{Instances: make([]sp.Instance, 23)}).GroupClasses())
	for n := 1; n < 23; n++ {
		share := u.Share(n, stream(uint64(n)))
		p := stream(uint64(n)).Perm(23)
		slices.Sort(p[:n])
		if !slices.Equal(share.Things(), p[:n]) {
			t.Errorf("share of %d: %v", n, share)
		}
	}
	folds := must(u.Folds(5, stream(3)))(t)
	for f, unit := range folds {
		if n := len(unit.Things()); n != 4 && n != 5 {
			t.Errorf("fold %d has %d instances", f, n)
		}
	}
}

// A group larger than the share leaves something in both parts.
func TestShareOfOneLargeGroup(t *testing.T) {
	groups := []string{"a", "a", "a", "a", "b"}
	for seed := range uint64(10) {
		share := NewUnits([]int{0, 0, 0, 0, 1}).Share(4, stream(seed))
		checkTogether(t, groups, share.Things(), without(5, share))
	}
}

func TestSplitsByGroup(t *testing.T) {
	d := uneven(60)
	draw := func(spec SplitSpec, seed uint64) []Split {
		t.Helper()
		spec.ByGroup = true
		splits := must(d.Splits(spec, seed))(t)
		return splits
	}
	tested := map[int]int{}
	for _, s := range draw(SplitSpec{Rotate: TestOne, Folds: 3}, 1) {
		checkTogether(t, d.Group, s.Train, s.Test)
		for _, i := range s.Test {
			tested[i]++
		}
	}
	if len(tested) != 60 {
		t.Errorf("%d of 60 instances are tested", len(tested))
	}
	if n := len(draw(SplitSpec{Rotate: TrainOne}, 1)); n != 2 {
		t.Errorf("%d splits, the dataset has 2 folds", n)
	}
	s := draw(SplitSpec{Train: Part{Folds: []int{0, 2}}, Test: Part{Folds: []int{1}},
		Folds: 3}, 1)[0]
	checkTogether(t, d.Group, s.Train, s.Test)
	six := SplitSpec{Train: Part{N: 6}, Test: Part{N: 3}}
	large := draw(six, 7)[0]
	six.Size = 2
	small := draw(six, 7)[0]
	checkTogether(t, d.Group, large.Train, large.Test)
	groups := map[string]bool{}
	for _, i := range small.Train {
		groups[d.Group[i]] = true
		if !slices.Contains(large.Train, i) {
			t.Errorf("instance %d is only in the smaller training set", i)
		}
	}
	if len(groups) != 2 || !slices.Equal(small.Test, large.Test) {
		t.Errorf("%d groups of a size of 2, test sets %v and %v", len(groups), small.Test, large.Test)
	}
	if slices.Equal(draw(SplitSpec{Train: Part{N: 6}, Test: Part{N: 3}}, 8)[0].Train, large.Train) {
		t.Error("the seed draws nothing")
	}
	for want, spec := range map[string]SplitSpec{
		"7 in train, 3 in test, but there are only 9 groups": {
			Train: Part{N: 7}, Test: Part{N: 3}, ByGroup: true},
		"a size of 7, but there are 6 training groups": {
			Train: Part{N: 6}, Test: Part{N: 3}, Size: 7, ByGroup: true},
		"20 folds of 9 groups: each fold needs one": {Rotate: TestOne, Folds: 20, ByGroup: true},
	} {
		_, err := d.Splits(spec, 1)
		wantError(t, want, err, want)
	}
	d.Group = nil
	_, err := d.Splits(SplitSpec{Train: Part{N: 1}, Test: Part{N: 1}, ByGroup: true}, 1)
	wantError(t, "no groups", err, "the instances have no groups")
}

// The first four drawings are those of a dataset without the argument, and every drawing is a group.
func TestDrawings(t *testing.T) {
	load := func(args string) *Dataset {
		t.Helper()
		d := must(Load("denoising", []byte(args), ""))(t)
		return d
	}
	four, ten := load(`{"side":16,"versions":5}`), load(`{"side":16,"versions":5,"drawings":10}`)
	if h := load(`{"side":16,"versions":5,"drawings":4}`).Hash; h != four.Hash {
		t.Errorf("hashes %s and %s", h, four.Hash)
	}
	if len(ten.Instances) != 50 || slices.Max(ten.GroupClasses()) != 9 {
		t.Errorf("%d instances in %d groups", len(ten.Instances), slices.Max(ten.GroupClasses())+1)
	}
	for i := range 4 {
		if ten.Instances[i].ID != four.Instances[i].ID || !slices.Equal(ten.Instances[i].Gold, four.Instances[i].Gold) {
			t.Errorf("drawing %d differs", i)
		}
	}
	if a, b := &ten.Instances[0], &ten.Instances[4]; b.ID != "shapes2-0" || slices.Equal(a.Gold, b.Gold) {
		t.Errorf("%s is drawn like %s", b.ID, a.ID)
	}
}
