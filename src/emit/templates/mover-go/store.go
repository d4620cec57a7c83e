package main

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// object is one object as a store describes it.
type object struct {
	key  string
	size int64
	// etag is as the store writes it, with its quotes.
	etag     string
	modified time.Time
	// md5 is of the bytes, in hex; empty where the store does not say it.
	md5 string
	// version names exactly these bytes; empty where the bucket keeps no versions.
	version string
}

// bucket is what the mover asks of a store; copies are made by rclone.
type bucket interface {
	// list gives all keys that begin with a prefix, a page at a time.
	list(ctx context.Context, prefix string, each func([]object) error) error
	// head gives nil where there is no such key.
	head(ctx context.Context, key string) (*object, error)
	// remove deletes exactly this object: false where another has taken its place.
	remove(ctx context.Context, one object) (bool, error)
}

// Store is a bucket as jobs.json describes it.
type Store struct {
	ID       string
	Kind     string
	Bucket   string
	Endpoint string
	Region   string
	Holds    []string
	// Conditional: the store deletes an object only if it still has the ETag that is named.
	Conditional bool
	// VersionName: what a query calls the version that it deletes; empty where versions have no names, or bring back what they replaced.
	VersionName string
	// Rclone is the configuration of rclone, without keys.
	Rclone map[string]string
}

// plain is the ETag of an upload in one piece: the MD5 of its bytes.
var plain = regexp.MustCompile(`^"?([0-9a-f]{32})"?$`)

func objectOf(key string, header http.Header, size int64) *object {
	modified, _ := http.ParseTime(header.Get("Last-Modified"))
	one := &object{key: key, size: size, etag: header.Get("Etag"), modified: modified, version: header.Get("X-Amz-Version-Id")}
	if generation := header.Get("X-Goog-Generation"); generation != "" {
		one.version = generation
	}
	// The ETag of what a key of a key service encrypts is no MD5.
	if found := plain.FindStringSubmatch(one.etag); found != nil && !strings.HasPrefix(header.Get("X-Amz-Server-Side-Encryption"), "aws:kms") {
		one.md5 = found[1]
	}
	// What rclone writes beside an upload in parts, what Azure and what Google say.
	for _, text := range []string{header.Get("X-Amz-Meta-Md5chksum"), header.Get("Content-Md5"), strings.TrimPrefix(header.Get("X-Goog-Hash"), "md5=")} {
		if sum, err := base64.StdEncoding.DecodeString(text); err == nil && len(sum) == 16 {
			one.md5 = hex.EncodeToString(sum)
		}
	}
	return one
}

// isSame says whether two objects have the same bytes, as far as their stores tell.
func isSame(a, b *object) bool {
	if a.size != b.size {
		return false
	}
	return a.md5 != "" && a.md5 == b.md5 || a.etag != "" && strings.Trim(a.etag, `"`) == strings.Trim(b.etag, `"`)
}

// isOther says that two objects differ; where neither this nor isSame holds, nobody knows.
func isOther(a, b *object) bool {
	return a.size != b.size || a.md5 != "" && b.md5 != "" && a.md5 != b.md5
}

const tries = 5

// errAnswer is a store's refusal.
type errAnswer struct {
	status int
	what   string
}

func (err errAnswer) Error() string { return err.what }

// ask sends a request again where the store is busy or does not answer; the caller closes the body.
func ask(ctx context.Context, client *http.Client, make func() (*http.Request, error)) (*http.Response, error) {
	var last error
	for try := range tries {
		if try > 0 {
			pause := time.Duration(float64(pauseUnit) * float64(int(1)<<try) * (0.5 + rand.Float64()))
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(pause):
			}
		}
		request, err := make()
		if err != nil {
			return nil, err
		}
		answer, err := client.Do(request)
		if err != nil {
			last = errors.New(request.Method + " " + request.URL.Host + ": no answer")
			continue
		}
		if answer.StatusCode < 500 && answer.StatusCode != http.StatusTooManyRequests {
			return answer, nil
		}
		last = errAnswer{answer.StatusCode, fmt.Sprintf("%s %s: %s", request.Method, request.URL.Host, answer.Status)}
		_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<16))
		answer.Body.Close()
	}
	return nil, last
}

// pauseUnit is half of the first pause between two tries.
var pauseUnit = 100 * time.Millisecond

// headOf reads the answer to a HEAD.
func headOf(key string, answer *http.Response) (*object, error) {
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusNotFound:
		return nil, nil
	case http.StatusOK:
		return objectOf(key, answer.Header, answer.ContentLength), nil
	}
	return nil, errAnswer{answer.StatusCode, "HEAD " + answer.Request.URL.Host + ": " + answer.Status}
}

// removedBy reads the answer to a DELETE.
func removedBy(answer *http.Response) (bool, error) {
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent, http.StatusNotFound:
		return true, nil
	case http.StatusPreconditionFailed, http.StatusConflict:
		return false, nil
	}
	return false, errAnswer{answer.StatusCode, "DELETE " + answer.Request.URL.Host + ": " + answer.Status}
}

// queryOf writes a query as signatures read it.
func queryOf(values url.Values) string {
	return strings.ReplaceAll(values.Encode(), "+", "%20")
}
