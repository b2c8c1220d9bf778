package record

import (
	"archive/zip"
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestShippedBomb: a small archive cannot fill the disk, in one file or in many.
func TestShippedBomb(t *testing.T) {
	for _, files := range []int{1, 40} {
		var archive bytes.Buffer
		z := zip.NewWriter(&archive)
		for i := range files {
			w := must(z.Create("statistics/" + strings.Repeat("a", 1+i)))(t)
			for range 1 + 64/files {
				_, err := w.Write(make([]byte, 1<<20))
				need(t, err)
			}
		}
		need(t, z.Close())
		dir := t.TempDir()
		err := Unship(bytes.NewReader(archive.Bytes()), int64(archive.Len()), dir)
		if err == nil || !strings.Contains(err.Error(), "unpack to more than 32 MB") {
			t.Error(err)
		}
		if entries := must(os.ReadDir(dir))(t); len(entries) > 0 {
			t.Errorf("it was unpacked: %v", entries)
		}
	}
}

// TestShipped: an archive has the statistics of decoder best, with values in place of counts, and
// the last checkpoint. It names what it shortens or leaves out. A repeated fit does not differ from
// it, whatever was left out. Shipped again, it has the same bytes.
func TestShipped(t *testing.T) {
	s, f := create(t, t.TempDir()), sample("1")
	f.Test, f.Train, f.Chosen = []string{"a", "b"}, []string{"c"}, "map{}"
	f.Checkpoints = append([]Checkpoint{{Passes: 0.5, Loss: 1}}, f.Checkpoints...)
	f.Times.Checkpoints = make([]Clock, 2)
	f.Rows[0].Instances = map[string]Statistics{
		"hamming": {Num: Numbers{1. / 3, 1 << 24}, Den: Numbers{1, 1e300}},
		"iou":     {Counts: Numbers{1, 2, 3, 4}, Width: 2}}
	lbp, best := f.Rows[0], f.Rows[0]
	lbp.Decoder, lbp.Label, best.Label = "lbp", "lbp", "best"
	lbp.Instances = map[string]Statistics{"hamming": {Num: Numbers{2, 0}, Den: Numbers{1, 1}}}
	f.Rows, f.Times.Rows = append(f.Rows, lbp, best), make([]Clock, 3)
	mustAppend(t, s, 0, f)
	closeStore(t, s)

	values := func(metric string, s *Statistics) []float64 {
		if s.Width == 0 {
			return nil
		}
		return []float64{s.Counts[0] / s.Counts[1], s.Counts[2] / s.Counts[3]}
	}
	var archives [2]bytes.Buffer
	dir := s.Dir()
	for i := range archives {
		if n := must(Ship(dir, "v1", values, &archives[i]))(t); n != 1 {
			t.Fatalf("%d fits", n)
		}
		dir = t.TempDir()
		need(t, Unship(bytes.NewReader(archives[i].Bytes()), int64(archives[i].Len()), dir))
	}
	if !bytes.Equal(archives[0].Bytes(), archives[1].Bytes()) {
		t.Error("shipped again, it has other bytes")
	}
	fits := loaded(t, dir)
	need(t, ReadStatistics(dir, fits))
	got := fits[0]
	if differ := Differences(got, f); differ != nil || len(got.Test) != 2 || len(got.Train) != 1 {
		t.Errorf("it differs: %q, lists %q and %q", differ, got.Test, got.Train)
	}
	if n := len(got.Checkpoints); n != 1 || got.Checkpoints[0].Passes != f.Checkpoints[1].Passes {
		t.Errorf("%d checkpoints: %+v", n, got.Checkpoints)
	}
	short := map[string]Statistics{
		"hamming": {Num: Numbers{0.3333333, 16777220}, Den: Numbers{1, 1e300}},
		"iou":     {Num: Numbers{0.5, 0.75}, Den: Numbers{1, 1}}}
	for i, want := range []map[string]Statistics{short, nil, short} {
		r := &got.Rows[i]
		if !sameBits(r.Instances, want) || (r.StatisticsFile == "") != (want == nil) ||
			r.Unshipped != must(StatisticsName(f.Rows[i].Instances))(t) {
			t.Errorf("row %s: %+v", r.Label, r)
		}
	}
	none := func(*Row) []string { return nil }
	v := must(Verify(dir, none, noAudit, func(where, what string) { t.Error(where, what) }))(t)
	if text := strings.Join(v.Texts(), "\n"); !strings.Contains(text, "\n3 rows have the shortened") {
		t.Errorf("verified: %s", text)
	}
	f.Rows[1].Instances["hamming"].Num[1] = 1
	differ := Differences(got, f)
	if len(differ) != 1 || !strings.HasPrefix(differ[0], "decoder lbp statistics_file: ") {
		t.Errorf("statistics that were left out: %q", differ)
	}
}
