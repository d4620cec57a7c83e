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
	"strconv"
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
	// copied is the LastModified of what rclone copied it from; zero where it says none.
	copied time.Time
	// version names exactly these bytes; empty where the bucket keeps no versions.
	version string
}

// wire is the language that a store speaks.
type wire interface {
	// request asks for an object, or for the bucket itself where the key is empty.
	request(ctx context.Context, method, key string, query url.Values, header http.Header) (*http.Response, error)
	// listing is the query for a page of keys that begin with a prefix.
	listing(prefix, token string) url.Values
	// page reads the answer to it; next is the token of the next page, empty after the last.
	page(answer io.Reader) (found []object, next string, err error)
	// exactly is what a DELETE names so that it deletes this object and none that took its place.
	exactly(one object) (url.Values, http.Header)
}

// bucket is what the mover asks of a store; copies are made by rclone.
type bucket struct{ wire }

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
	// VersionName: what a query calls the version that it deletes; empty where there is none to name.
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
	if seconds, err := strconv.ParseFloat(header.Get("X-Amz-Meta-Mtime"), 64); err == nil {
		one.copied = time.Unix(int64(seconds), 0)
	} else if at, err := time.Parse(time.RFC3339Nano, header.Get("X-Ms-Meta-Mtime")); err == nil {
		one.copied = at
	}
	return one
}

// isSame says whether the second has the bytes of the first, as far as their stores tell.
func isSame(a, b *object) bool {
	if isOther(a, b) {
		return false
	}
	if !b.copied.IsZero() && b.copied.Unix() == a.modified.Unix() && b.modified.After(a.modified) {
		return true
	}
	return a.md5 != "" && a.md5 == b.md5 || a.etag != "" && strings.Trim(a.etag, `"`) == strings.Trim(b.etag, `"`)
}

// isNewer says that the first may take the place of the second: it was written later, or the second was copied from here before.
func isNewer(a, b *object) bool {
	return a.modified.After(b.modified) || !b.copied.IsZero() && !a.modified.Before(b.copied)
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
		last = refused(request.Method, answer)
		_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<16))
		answer.Body.Close()
	}
	return nil, last
}

// pauseUnit is half of the first pause between two tries.
var pauseUnit = 100 * time.Millisecond

// refused is the error of an answer that is not as asked for.
func refused(what string, answer *http.Response) error {
	return errAnswer{answer.StatusCode, what + " " + answer.Request.URL.Host + ": " + answer.Status}
}

// list gives all keys that begin with a prefix, a page at a time.
func (one bucket) list(ctx context.Context, prefix string, each func([]object) error) error {
	token := ""
	for {
		answer, err := one.request(ctx, http.MethodGet, "", one.listing(prefix, token), nil)
		if err != nil {
			return err
		}
		if answer.StatusCode != http.StatusOK {
			answer.Body.Close()
			return refused("LIST", answer)
		}
		found, next, err := one.page(answer.Body)
		answer.Body.Close()
		if err != nil {
			return fmt.Errorf("LIST %s: the answer cannot be read: %w", answer.Request.URL.Host, err)
		}
		if err := each(found); err != nil {
			return err
		}
		if next == "" {
			return nil
		}
		if next == token {
			return errors.New("LIST " + answer.Request.URL.Host + ": the listing does not go on")
		}
		token = next
	}
}

// head gives nil where there is no such key.
func (one bucket) head(ctx context.Context, key string) (*object, error) {
	answer, err := one.request(ctx, http.MethodHead, key, nil, nil)
	if err != nil {
		return nil, err
	}
	answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusNotFound:
		return nil, nil
	case http.StatusOK:
		return objectOf(key, answer.Header, answer.ContentLength), nil
	}
	return nil, refused("HEAD", answer)
}

// remove deletes exactly this object: false where another has taken its place.
func (one bucket) remove(ctx context.Context, gone object) (bool, error) {
	query, header := one.exactly(gone)
	answer, err := one.request(ctx, http.MethodDelete, gone.key, query, header)
	if err != nil {
		return false, err
	}
	answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent, http.StatusNotFound:
		return true, nil
	case http.StatusPreconditionFailed, http.StatusConflict:
		return false, nil
	}
	return false, refused("DELETE", answer)
}

// queryOf writes a query as signatures read it.
func queryOf(values url.Values) string {
	return strings.ReplaceAll(values.Encode(), "+", "%20")
}
