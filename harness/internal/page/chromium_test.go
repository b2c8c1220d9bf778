package page_test

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var pageFile = flag.String("page", "",
	"drive this `FILE` instead of the page of a small made-up run")

// A reader is a tab of Chromium with the page.
type reader struct {
	ctx context.Context

	mu         sync.Mutex
	complaints []string // requests and console messages of the page
}

// open starts Chromium on the page.
func open(t *testing.T, file string) *reader {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("SKIPPED: there is no Chromium on this machine (Debian: apt-get install " +
			"chromium): the page was not driven")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.WSURLReadTimeout(2*time.Minute))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox) // root cannot have a sandbox
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, stop := chromedp.NewContext(allocator)
	t.Cleanup(stop)
	r := &reader{ctx: ctx}
	address := (&url.URL{Scheme: "file", Path: file}).String()
	err := chromedp.Listen(ctx, func(event any) { r.hear(event, address) })
	if err == nil {
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, log.Enable, cdp.Empty{})
	}
	if err != nil {
		t.Fatal(err)
	}
	r.do(t, chromedp.Navigate(address))
	return r
}

// hear records all further requests and all console messages.
func (r *reader) hear(event any, address string) {
	complaint := ""
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if own, _, _ := strings.Cut(e.Request.URL, "#"); own != address &&
			!strings.HasPrefix(own, "data:") {
			complaint = "request of " + e.Request.URL
		}
	case *runtime.EventExceptionThrown:
		complaint = "exception: " + e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		complaint = fmt.Sprintf("console: %s", e.Type)
	case *log.EventEntryAdded:
		complaint = "log: " + e.Entry.Text
	}
	if complaint != "" {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.complaints = append(r.complaints, complaint)
	}
}

// patience is the timeout of an action on a busy machine.
const patience = 2 * time.Minute

// do performs actions.
func (r *reader) do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, stop := context.WithTimeout(r.ctx, patience)
	defer stop()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// get returns the result of an action.
func get[T any](t *testing.T, r *reader, a chromedp.Action[T]) T {
	t.Helper()
	ctx, stop := context.WithTimeout(r.ctx, patience)
	defer stop()
	v, err := chromedp.Run(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// look sets size and colours of the page, "light" or "dark".
func (r *reader) look(t *testing.T, width, height int64, colours string) {
	t.Helper()
	r.do(t, chromedp.EmulateViewport(width, height))
	_, err := chromedp.Call(r.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: colours}},
	})
	if err != nil {
		t.Fatal(err)
	}
}
