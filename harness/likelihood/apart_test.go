package likelihood_test

import (
	"testing"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// TestWithoutEdges: neither edges nor structures stay, and the instances given do not change.
func TestWithoutEdges(t *testing.T) {
	list := []sp.Instance{{K: 2, Edges: sp.ChainEdges(3)}, {K: 2,
		Structure: &sp.Structure{Kind: sp.Assignment}}}
	apart := likelihood.WithoutEdges(list)
	if apart[0].Edges != nil || apart[1].Structure != nil || apart[1].K != 2 {
		t.Errorf("got %+v", apart)
	}
	if list[0].Edges == nil || list[1].Structure == nil {
		t.Error("the instances given have changed")
	}
}
