package structure_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// TestMain makes this program the command of its own tests.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "solve" {
		solve(os.Args[2])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// chooses returns the structure of a command that is a cardinality. Its ID has the bounds.
func chooses(least, most int32) sp.Structure {
	s := faulty("no")
	s.Least, s.Most, s.ID = least, most, fmt.Sprint(least, " ", most)
	return s
}

// faulty returns the structure of a command with a fault.
func faulty(fault string) sp.Structure {
	return sp.Structure{Kind: sp.Command, Command: []string{os.Args[0], "solve", fault}, Seconds: 60,
		Sums: true, Most: 9, ID: "0 9"}
}

// allows is [sp.Structure.Allows]; it knows what the command allows.
func allows(p *sp.Potentials, y []int32) error {
	s := *p.Structure
	if s.Kind == sp.Command {
		s.Kind = sp.Cardinality
	}
	return s.Allows(y, p.K)
}

type answer struct {
	Labels    []int32     `json:"labels,omitempty"`
	Score     float64     `json:"score"`
	LogSum    float64     `json:"log_sum"`
	Marginals [][]float64 `json:"marginals,omitempty"`
}

// solve is the command. The fault is in its second answer.
func solve(fault string) {
	lines := bufio.NewReader(os.Stdin)
	for n := 0; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var questions []struct {
			ID     string
			Scores [][]*float64
			Sums   bool
		}
		if err := json.Unmarshal(line, &questions); err != nil {
			panic(err)
		}
		var list []*answer
		for _, q := range questions {
			s := sp.Structure{Kind: sp.Cardinality}
			fmt.Sscan(q.ID, &s.Least, &s.Most)
			p := &sp.Potentials{K: 2, Structure: &s}
			for _, row := range q.Scores {
				for _, v := range row {
					if v == nil {
						p.Node = append(p.Node, math.Inf(-1))
					} else {
						p.Node = append(p.Node, *v)
					}
				}
			}
			list = append(list, choose(p, q.Sums))
		}
		text, _ := json.Marshal(list)
		if n == 1 {
			text = spoil(fault, text, list)
		}
		fmt.Println(string(text))
	}
}

func choose(p *sp.Potentials, sums bool) *answer {
	solver, a, mu := structure.New(sp.Cardinality), &answer{}, sp.Marginals{}
	var err error
	if sums {
		if a.LogSum, err = solver.Marginals(&mu, p); err == nil {
			a.Marginals = slices.Collect(slices.Chunk(mu.Node, 2))
		}
	} else {
		a.Labels = make([]int32, p.N())
		a.Score, err = solver.MAP(a.Labels, p)
	}
	if err != nil {
		return nil
	}
	return a
}

func spoil(fault string, text []byte, list []*answer) []byte {
	a := list[0]
	switch fault {
	case "dies":
		fmt.Fprintln(os.Stderr, "Traceback\nValueError: no capacity")
		os.Exit(3)
	case "hangs":
		time.Sleep(time.Hour)
	case "forks": // the child keeps both pipes open
		c := exec.Command(os.Args[0], "solve", "no")
		c.Stdin, c.Stdout = os.Stdin, os.Stdout
		_ = c.Start()
		os.Exit(3)
	case "junk":
		return []byte("Set parameter Username")
	case "few":
		return []byte("[]")
	case "twice":
		return fmt.Appendf(nil, "%s\n%s", text, text)
	case "short":
		a.Labels = a.Labels[1:]
	case "label":
		a.Labels[1] = 2
	case "null":
		return []byte(`[{"labels": [1, null, 1], "score": 2}]`)
	case "forbidden":
		a.Labels[0] = 0
	case "score":
		a.Score += 1e-3
	case "rows":
		a.Marginals = a.Marginals[1:]
	case "marginals":
		a.Marginals[1] = []float64{0.5, 0.4}
	}
	text, _ = json.Marshal(list)
	return text
}

// Each fault of a command is one error with the command, the instance and the fault. The command is
// started again for the next call.
func TestFaults(t *testing.T) {
	for fault, want := range map[string]string{
		"dies":      "it ended without an answer: exit status 3: ValueError: no capacity",
		"hangs":     "no answer within 100ms",
		"forks":     "no answer within 100ms",
		"junk":      `"Set parameter Username\n" is no list of 1 answers`,
		"few":       `"[]\n" is no list of 1 answers (0 answers)`,
		"twice":     "it answers a line with several",
		"short":     "2 labels for 3 variables",
		"null":      "null as the label of variable 1",
		"label":     "label 2 of variable 1, must be 0 to 1 and not forbidden",
		"forbidden": "label 0 of variable 0, must be 0 to 1 and not forbidden",
		"score":     "score 3.001 of labels whose scores add up to 3",
		"rows":      "2 rows of marginals for 3 variables",
		"marginals": "marginals [0.5 0.4] of variable 1",
	} {
		t.Run(fault, func(t *testing.T) {
			defer structure.EndPrograms()
			s, y := faulty(fault), make([]int32, 3)
			p := &sp.Potentials{K: 2, Structure: &s, Node: []float64{math.Inf(-1), 1, 0, 1, 0, 1}}
			solver := structure.New(sp.Command)
			call := func() (err error) {
				if fault == "rows" || fault == "marginals" {
					_, err = solver.Marginals(nil, p)
				} else {
					_, err = solver.MAP(y, p)
				}
				return err
			}
			if err := call(); err != nil {
				t.Fatal(err)
			}
			if fault == "hangs" || fault == "forks" {
				s.Seconds = 0.1
			}
			err := call()
			command := `structure: command "structure.test solve ` + fault + `", instance "0 9": `
			if err == nil || !strings.HasPrefix(err.Error(), command+want) {
				t.Errorf("%v, want %s%s", err, command, want)
			}
			s.Seconds = 60
			if err := call(); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// Commands that cannot start or do not sum, and gold labels that a command does not allow.
func TestCommandRefuses(t *testing.T) {
	defer structure.EndPrograms()
	y, p := make([]int32, 2), &sp.Potentials{K: 2, Node: make([]float64, 4)}
	p.Structure = &sp.Structure{Kind: sp.Command, Command: []string{"/nowhere/solve"}, Seconds: 1}
	solver := structure.New(sp.Command)
	if _, err := solver.MAP(y, p); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := solver.Marginals(nil, p); !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
	s := chooses(1, 1)
	x := sp.Instance{K: 2, Structure: &s, Node: sp.Rows{N: 2}, Gold: []int32{0, 1}}
	bad := x
	bad.Gold = []int32{1, 1}
	if err := structure.Members([]sp.Instance{x, x}); err != nil {
		t.Error(err)
	}
	if err := structure.Members([]sp.Instance{x, bad}); !errors.Is(err, sp.ErrForbidden) {
		t.Error(err)
	}
}
