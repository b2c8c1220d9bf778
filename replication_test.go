package spbench_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// words are the numbers that a page may write as words.
var words = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
	"ten"}

// numbersOf returns the numbers in the one sentence of a page that a pattern matches, in digits or
// words.
func numbersOf(t *testing.T, name, pattern string) []int {
	t.Helper()
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	pattern = strings.NewReplacer(" ", `\s+`, "#", `(\w+)`).Replace(pattern)
	found := regexp.MustCompile(pattern).FindAllSubmatch(page, -1)
	if len(found) != 1 {
		t.Fatalf("%s: %d sentences match %q, one is wanted", name, len(found), pattern)
	}
	var all []int
	for _, text := range found[0][1:] {
		n, err := strconv.Atoi(string(text))
		if err != nil {
			n = slices.Index(words, string(text))
		}
		all = append(all, n)
	}
	return all
}

// A row of the table of orders: "24–27", "41, 42" or "5", and its verdicts.
var orderRow = regexp.MustCompile(`(?m)^\| (\d+)(?:(–|, )(\d+))? \|.*\| (.*) \|$`)

// TestOrdersAreCounted: docs/replication.md and docs/results.md count the orders of the table. An
// order is decided as a whole, in part, or open. Several orders have as many verdicts, or one for
// all.
func TestOrdersAreCounted(t *testing.T) {
	page, err := os.ReadFile("docs/replication.md")
	if err != nil {
		t.Fatal(err)
	}
	var whole, part, open, held, next int
	for _, row := range orderRow.FindAllStringSubmatch(string(page), -1) {
		first, _ := strconv.Atoi(row[1])
		last, _ := strconv.Atoi(row[3])
		n := max(last-first+1, 1)
		if first != next+1 || row[2] == ", " && n != 2 {
			t.Fatalf("order %s follows %d", row[0], next)
		}
		next += n
		verdicts := strings.Split(row[4], ", ")
		if len(verdicts) != n {
			verdicts = slices.Repeat(row[4:5], n)
		}
		for _, v := range verdicts {
			decided := strings.Contains(v, "**")
			switch {
			case decided && strings.Contains(v, "open"):
				part++
			case decided:
				whole++
				if strings.Contains(v, "**holds**") && strings.Count(v, "**") == 2 {
					held++
				}
			case strings.Contains(v, "open"):
				open++
			default:
				t.Errorf("orders %s: no verdict in %q", row[1], v)
			}
		}
	}
	want := []int{next, whole, part, open}
	const sentence = `# orders: # are decided as a whole, # in part, and # are open`
	if got := numbersOf(t, "docs/replication.md", sentence); !slices.Equal(got, want) {
		t.Errorf("docs/replication.md counts %v orders, its table has %v", got, want)
	}
	want = append(want, held, whole)
	if got := numbersOf(t, "docs/results.md", sentence+
		`(?s:.*) # of the # are decided for the paper`); !slices.Equal(got, want) {
		t.Errorf("docs/results.md counts %v orders, the table has %v", got, want)
	}
}

// TestClaimsAreCounted: docs/replication.md counts the claims in the READMEs of the suites.
func TestClaimsAreCounted(t *testing.T) {
	pages, err := filepath.Glob("suites/*/README.md")
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	count, all := map[string]int{}, 0
	verdict := regexp.MustCompile(`(?m)^\| [^|]+\| [^|]+\| [^|]+\| [^|]+ … [^|]+\| \**(\w+).*\|$`)
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range verdict.FindAllSubmatch(page, -1) {
			count[string(row[1])]++
			all++
		}
	}
	decided := all - count["open"]
	want := []int{decided, all, count["holds"], count["reversed"], count["level"], count["unequal"]}
	if got := numbersOf(t, "docs/replication.md", `# of # claims are decided: # hold, # are reversed,`+
		` # are level, # is unequal`); !slices.Equal(got, want) {
		t.Errorf("docs/replication.md counts %v, the pages of suites have %v (%v)", got, want,
			slices.Sorted(maps.Keys(count)))
	}
}
