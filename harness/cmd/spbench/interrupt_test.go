package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host/proc"
)

// TestInterruptedPreparation: the first interrupt ends the preparation of data at once.
func TestInterruptedPreparation(t *testing.T) {
	t.Parallel()
	bin, dir := binariesDir(t), t.TempDir()
	noise, mask := image.NewGray(image.Rect(0, 0, 300, 300)), image.NewGray(image.Rect(0, 0, 300, 300))
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise.Pix)
	copy(mask.Pix, bytes.Repeat([]byte{1}, 30_000))
	const images = 200
	for _, folder := range []string{"photos", "masks"} {
		need(t, os.Mkdir(filepath.Join(dir, folder), 0o777))
	}
	for i := range images {
		noise.Pix[0], noise.Pix[1] = byte(i), byte(i*i)
		for folder, picture := range map[string]image.Image{"photos": noise, "masks": mask} {
			var text bytes.Buffer
			need(t, (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&text, picture))
			putText(t, text.String(), dir, folder, fmt.Sprint(i, ".png"))
		}
	}
	putText(t, "suite: slow\ndatasets: [images: {path: photos, masks: masks, superpixels: 400, "+
		"labels: {background: 0, horse: 1}, "+
		"split: {train: 100, test: 100}}]\nlearners: [ssvm]\n", dir, "suite.yaml")
	for _, by := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(by) { // SIGHUP, as under nohup
			continue
		}
		cmd := program(bin, dir, "run", "suite.yaml")
		var said bytes.Buffer
		cmd.Stderr = &said
		need(t, cmd.Start())
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for len(ended) == 0 && proc.CPUSeconds([]int{cmd.Process.Pid}) < 1 {
			time.Sleep(time.Millisecond)
		}
		_ = cmd.Process.Signal(by) // it may have ended
		<-ended
		if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.Contains(said.String(), "interrupted") {
			t.Errorf("%v: exit code %d: %s", by, code, said.String())
		}
		ready, _ := filepath.Glob(filepath.Join(dir, "cache", "spbench", "superpixels", "*"))
		if len(ready) >= images {
			t.Errorf("%v: it prepared all data first", by)
		}
	}
}
