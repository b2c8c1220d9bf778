package record

import (
	"os"
	"testing"
)

// TestListing: a store says of the files of rows what is there, also of those that were put there since it has looked.
func TestListing(t *testing.T) {
	s, err := Create(t.TempDir(), "toy", []byte(plan))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var names []string
	for _, content := range []string{"one", "two", "three"} {
		sha, err := s.putBlob(statisticsDir, []byte(content))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, sha)
	}
	if err := os.Remove(blobPath(s.dir, statisticsDir, names[1])); err != nil {
		t.Fatal(err)
	}
	later, err := s.putBlob(predictionsDir, []byte("before the first look"))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false, true} {
		if is := s.Has(&Row{StatisticsFile: names[i], PredictionsFile: later}); is != want {
			t.Errorf("file %d is there: %v, it is said to be: %v", i, want, is)
		}
	}
	if !s.Has(new(Row)) {
		t.Error("a row without files lacks some")
	}
	put, err := s.putBlob(predictionsDir, []byte("since"))
	if err != nil {
		t.Fatal(err)
	}
	if !s.Has(&Row{PredictionsFile: put}) || s.Has(&Row{PredictionsFile: names[0]}) {
		t.Error("a file that was put there since is missing, or one of another folder is taken for it")
	}
	if s.Has(&Row{PredictionsFile: "no hash"}) {
		t.Error("a name that is no hash is there")
	}
}
