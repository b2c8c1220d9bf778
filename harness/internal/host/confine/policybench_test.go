package confine

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// BenchmarkPolicy: what the start of a learner takes to be told what it may read, after a plan has
// looked at the rest.
func BenchmarkPolicy(b *testing.B) {
	dir := b.TempDir()
	learner := filepath.Join(dir, "learner", "learner.sh")
	need(b, os.Mkdir(filepath.Dir(learner), 0o755))
	need(b, os.WriteFile(learner, nil, 0o644))
	source := must(find.Learner("sh "+learner, find.Options{Cache: b.TempDir()}))(b)
	for _, n := range []int{2, 100} {
		b.Run(fmt.Sprintf("%d secrets", n), func(b *testing.B) {
			kept := Sandbox{Kind: sandbox.Landlock}
			for i := range n {
				kept.Secrets = append(kept.Secrets, filepath.Join(dir, "data", fmt.Sprint(i)))
			}
			kept, _, err := kept.Check()
			if err != nil {
				b.Skip(err)
			}
			for b.Loop() {
				if _, err := kept.Policy(source); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
