package data

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"
)

// A download is a file on its way.
type download struct {
	file         File
	url          string
	target, part string // paths
	observe      func(Progress)
	stall        time.Duration
	limit        int64

	have      int64 // bytes in part
	total     int64 // bytes of the whole file; -1: the server does not say
	continued bool  // part was not received in one piece
}

// errStalled is the cause of giving up a silent server.
var errStalled = errors.New("the server went silent")

// receive asks the server for what part does not hold and appends it. Answers
// are those of RFC 9110 to a range request: 206 with the rest, 200 with the
// whole (a server without ranges), 416 where nothing is left.
func (d *download) receive(ctx context.Context, part *os.File) (err error) {
	d.total = -1
	if d.have, err = part.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(d.stall, func() { cancel(errStalled) })
	defer silence.Stop()
	resp, err := d.request(ctx)
	if err != nil {
		return d.broken(ctx, err)
	}
	defer resp.Body.Close()
	done, err := d.begin(resp, part)
	if done || err != nil {
		return err
	}
	buf := make([]byte, 1<<16)
	for {
		silence.Reset(d.stall)
		n, err := resp.Body.Read(buf)
		silence.Stop()
		if d.have+int64(n) > d.limit {
			return errors.Join(d.tooLarge(), d.discard(part))
		}
		if _, err := part.Write(buf[:n]); err != nil {
			return err
		}
		if d.have += int64(n); n > 0 {
			d.observe(Progress{File: d.file, URL: d.url, Done: d.have, Total: d.total})
		}
		switch {
		case err == io.EOF && (d.total < 0 || d.have == d.total):
			return nil
		case err == io.EOF:
			return transient{fmt.Errorf("the answer ended after %s", d.progress())}
		case err != nil:
			return d.broken(ctx, fmt.Errorf("the connection broke after %s: %w", d.progress(), err))
		}
	}
}

func (d *download) request(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "spbench (github.com/spbench/spbench)")
	req.Header.Set("Accept-Encoding", "identity") // the bytes as they are stored there
	if d.have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", d.have))
	}
	resp, err := http.DefaultClient.Do(req)
	if u := (*url.Error)(nil); errors.As(err, &u) {
		err = fmt.Errorf("no answer: %w", u.Err) // without repeating the address
	}
	return resp, err
}

// begin places part where the body of resp belongs and notes the size of the
// whole; done says that part is the whole already.
func (d *download) begin(resp *http.Response, part *os.File) (done bool, err error) {
	asked := d.have
	switch resp.StatusCode {
	case http.StatusOK:
		d.total = resp.ContentLength
		err = d.discard(part)
	case http.StatusPartialContent:
		first := int64(-1)
		if first, d.total = contentRange(resp); first != asked {
			err = fmt.Errorf("asked for the bytes from %d, the server sends %q", asked, resp.Header.Get("Content-Range"))
			return false, transient{errors.Join(err, d.discard(part))}
		}
	case http.StatusRequestedRangeNotSatisfiable:
		if _, d.total = contentRange(resp); d.total == asked && asked > 0 {
			d.continued = true
			return true, nil
		}
		err = fmt.Errorf("the server has fewer than the %d bytes that were kept", asked)
		return false, transient{errors.Join(err, d.discard(part))}
	default:
		return false, d.refused(resp)
	}
	d.continued = d.have > 0
	if err == nil && d.total > d.limit {
		err = errors.Join(d.tooLarge(), d.discard(part))
	}
	return false, err
}

// contentRange reads "bytes first-last/total"; what is not given is -1.
func contentRange(resp *http.Response) (first, total int64) {
	var last int64
	text := resp.Header.Get("Content-Range")
	if n, _ := fmt.Sscanf(text, "bytes %d-%d/%d", &first, &last, &total); n == 3 {
		return first, total
	}
	if n, _ := fmt.Sscanf(text, "bytes %d-%d/*", &first, &last); n == 2 {
		return first, -1
	}
	if n, _ := fmt.Sscanf(text, "bytes */%d", &total); n == 1 {
		return -1, total
	}
	return -1, -1
}

// refused says what a status other than success means.
func (d *download) refused(resp *http.Response) error {
	err := fmt.Errorf("the server answers %s", resp.Status)
	if at := resp.Request.URL.String(); at != d.url {
		err = fmt.Errorf("%w (redirected to %s)", err, at)
	}
	switch code := resp.StatusCode; {
	case code == http.StatusNotFound || code == http.StatusGone:
		return fmt.Errorf("%w: the address may have moved", err)
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return fmt.Errorf("%w: it does not give the file to everybody", err)
	case code == http.StatusRequestTimeout || code == http.StatusTooManyRequests || code >= 500:
		return transient{err}
	}
	return err
}

// broken returns why there is no connection: err or what ended ctx. It is
// transient where another attempt may do better.
func (d *download) broken(ctx context.Context, err error) error {
	switch cause := context.Cause(ctx); {
	case cause == errStalled:
		return transient{fmt.Errorf("%w: no byte for %v, after %s", errStalled, d.stall, d.progress())}
	case cause != nil:
		return cause
	}
	if dns := (*net.DNSError)(nil); errors.As(err, &dns) && dns.IsNotFound {
		return err
	}
	if cert := (*tls.CertificateVerificationError)(nil); errors.As(err, &cert) {
		return err
	}
	return transient{err}
}

func (d *download) progress() string {
	if d.total < 0 {
		return fmt.Sprintf("%d bytes", d.have)
	}
	return fmt.Sprintf("%d of %d bytes", d.have, d.total)
}

func (d *download) tooLarge() error {
	return fmt.Errorf("the file is larger than %d bytes", d.limit)
}

// discard empties part.
func (d *download) discard(part *os.File) error {
	d.have = 0
	if err := part.Truncate(0); err != nil {
		return err
	}
	_, err := part.Seek(0, io.SeekStart)
	return err
}
