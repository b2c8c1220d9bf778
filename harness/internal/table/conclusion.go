package table

// A Conclusion is what a pair of learners says at the baseline, and whether it does so under all
// choices that the suite names.
type Conclusion struct {
	Pair             // at the baseline, which is the table itself
	Largest float64  // adjusted p at the baseline and under the choices, for all of them; NaN: level
	Word    string   // one of [Words]
	Depends []string // choices that contradict it
	Tested  int      // choices that concern the pair
	Missing []string // others that do, but have no test, and why
}

// Words of conclusions. Robust needs no correction for the number of choices: it takes all tests,
// so its level is at most that of each (intersection-union test, Berger 1982). A single significant
// choice is no conclusion.
const (
	Robust       = "robust"           // significant with one sign, or level, in every choice
	Uncontested  = "not contradicted" // the same at the baseline, and not otherwise under any choice
	Depends      = "depends on"       // another sign, level, or a significant opposite one somewhere
	Inconclusive = "open"             // not significant at the baseline, and not contradicted
)

// Words are all of them.
var Words = []string{Robust, Uncontested, Depends, Inconclusive}
