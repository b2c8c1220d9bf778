package inorder

import "github.com/spbench/spbench/harness/sp"

// A Team is goroutines that work ahead on the instances of a fit, with what each of them needs for itself. Bits, counts and
// errors of the fit are those of a single goroutine. It keeps what its members have, allocates nothing at a Run where it is
// one, and is not for concurrent use.
type Team[Member any] struct {
	Task *sp.Task
	// New returns what a member needs: buffers, and terms or solvers from its own task. What it finds for an item must not
	// depend on those that it worked on before, and no two items of a Run may be of one instance: what an oracle draws for it
	// depends on how often it was asked.
	New func(t *sp.Task) Member
	// Do and Take are those of [Work]; each item is worked on by a member. What it asked its task for is settled before the item
	// is taken, and also before an error of Do ends the run.
	Do   func(m Member, place, i int) error
	Take func(place, i int) error
	// Size is the number of members; 0: as many as the fit may use threads.
	Size int

	alone   []member[Member] // of the fit's own task, one at most
	members []member[Member] // of tasks beside it
	at      []member[Member] // at work: either of these
	asked   []sp.Asked       // of each place
	err     []error          // likewise
	work    Work
}

type member[Member any] struct {
	of    Member
	asked func(sp.Asked) sp.Asked
}

// Places returns how many places Run uses for n items.
func (t *Team[Member]) Places(n int) int { return Places(t.size(n)) }

func (t *Team[Member]) size(n int) int {
	switch {
	case t.Task.Aside == nil:
		return 1
	case t.Size > 0:
		return t.Size
	}
	return Workers(n)
}

// Run is [Work.Run] for n items.
func (t *Team[Member]) Run(n int) error {
	size := t.size(n)
	t.at = t.hire(size)
	if t.work.Do == nil {
		t.work = Work{Do: t.do, Take: t.take}
	}
	return t.work.Run(size, n)
}

func (t *Team[Member]) do(worker, place, i int) error {
	m := &t.at[worker]
	t.err[place] = t.Do(m.of, place, i)
	if m.asked != nil {
		t.asked[place] = m.asked(t.asked[place][:0])
	}
	return nil
}

func (t *Team[Member]) take(place, i int) error {
	if t.at[0].asked != nil {
		if err := t.Task.Settle(t.asked[place]); err != nil {
			return err
		}
	}
	if err := t.err[place]; err != nil {
		return err
	}
	return t.Take(place, i)
}

// hire returns so many members, one of the fit's own task or several of others. It keeps both kinds: a task beside the fit's
// is the fit's to the end.
func (t *Team[Member]) hire(size int) []member[Member] {
	for len(t.asked) < Places(size) {
		t.asked, t.err = append(t.asked, nil), append(t.err, nil)
	}
	if size == 1 {
		if len(t.alone) == 0 {
			t.alone = append(t.alone, member[Member]{of: t.New(t.Task)})
		}
		return t.alone
	}
	for len(t.members) < size {
		task, asked := t.Task.Aside()
		t.members = append(t.members, member[Member]{t.New(task), asked})
	}
	return t.members
}
