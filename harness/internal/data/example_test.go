package data_test

import (
	"fmt"
	"log"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/data/prepare"
)

func Example() {
	d, err := data.Load("chains", []byte(`{"words":800}`), "")
	if err != nil {
		log.Fatal(err)
	}
	splits, err := d.Splits(data.SplitSpec{Train: data.Part{N: 300}, Test: data.Part{N: 500}}, 1)
	if err != nil {
		log.Fatal(err)
	}
	shown := prepare.Hide(d.Instances[splits[0].Test[0]])
	fmt.Println(len(splits[0].Train), len(splits[0].Test), d.NodeWidth, shown.Labelled())
	// Output: 300 500 129 false
}
