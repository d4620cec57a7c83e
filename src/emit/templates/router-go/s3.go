package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

const emptySHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

type keys struct{ id, secret, token string }

type session struct {
	keys  keys
	until time.Time
}

// storeOf is nil where no store has the id.
func storeOf(stores []Store, id string) *Store {
	at := slices.IndexFunc(stores, func(one Store) bool { return one.ID == id })
	if at < 0 {
		return nil
	}
	return &stores[at]
}

// Client asks stores over their S3 interface.
type Client struct {
	HTTP     *http.Client
	mutex    sync.Mutex
	sessions map[string]session
}

// Get sends the reader's GET or HEAD to a store; the caller closes the body.
func (client *Client) Get(from *http.Request, store *Store, key string) (*http.Response, error) {
	return client.send(from.Context(), from.Method, store, key, askedBy(from), payload{digest: emptySHA256})
}

// askedBy is what a reader may ask of an object.
func askedBy(from *http.Request) http.Header {
	header := http.Header{}
	for _, name := range []string{"Range", "If-None-Match", "If-Modified-Since"} {
		if value := from.Header.Get(name); value != "" {
			header.Set(name, value)
		}
	}
	return header
}

// Send writes or deletes an object; a class is named where there is one. The caller closes the body.
func (client *Client) Send(ctx context.Context, method string, store *Store, key, kind string, class *string, body []byte) (*http.Response, error) {
	digest := sha256.Sum256(body)
	return client.send(ctx, method, store, key, described(kind, class), payload{bytes.NewReader(body), int64(len(body)), hex.EncodeToString(digest[:])})
}

// Stream writes an object of that size as its bytes come; what is not read before cannot be signed.
func (client *Client) Stream(ctx context.Context, store *Store, key, kind string, class *string, body io.Reader, size int64) (*http.Response, error) {
	return client.send(ctx, http.MethodPut, store, key, described(kind, class), payload{body, size, "UNSIGNED-PAYLOAD"})
}

func described(kind string, class *string) http.Header {
	header := http.Header{}
	if kind != "" {
		header.Set("Content-Type", kind)
	}
	if class != nil {
		header.Set("X-Amz-Storage-Class", *class)
	}
	return header
}

// payload is a body with its number of bytes and what the signature says of them.
type payload struct {
	from   io.Reader
	size   int64
	digest string
}

func (client *Client) send(ctx context.Context, method string, store *Store, key string, header http.Header, body payload) (*http.Response, error) {
	name := strings.ToUpper(store.ID)
	access := keys{id: os.Getenv(name + "_ACCESS_KEY_ID"), secret: os.Getenv(name + "_SECRET_ACCESS_KEY")}
	if access.id == "" || access.secret == "" {
		return nil, errors.New("no keys for " + store.ID)
	}
	root, err := rootOf(store)
	if err != nil {
		return nil, err
	}
	service := "s3"
	if store.Kind == "express" {
		service = "s3express"
		if access, err = client.session(ctx, store, root, access); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, root, nil)
	if err != nil {
		return nil, err
	}
	setPath(request.URL, "/"+key)
	request.Header = header
	request.Header.Set("X-Amz-Content-Sha256", body.digest)
	if body.size > 0 {
		request.Body, request.ContentLength = io.NopCloser(body.from), body.size
	}
	sign(request, service, store.Region, access, time.Now())
	return client.HTTP.Do(request)
}

// rootOf is the address of the bucket: in the host's name for directory buckets, else in the path.
func rootOf(store *Store) (string, error) {
	endpoint, err := url.Parse(store.Endpoint)
	if err != nil {
		return "", err
	}
	if store.Kind == "express" && net.ParseIP(endpoint.Hostname()) == nil {
		return endpoint.Scheme + "://" + store.Bucket + "." + endpoint.Host, nil
	}
	return endpoint.Scheme + "://" + endpoint.Host + "/" + store.Bucket, nil
}

func setPath(address *url.URL, path string) {
	address.Path += path
	address.RawPath = encode(address.Path)
}

// encode leaves slashes and the letters that RFC 3986 reserves nothing for.
func encode(path string) string {
	const kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
	var text strings.Builder
	for _, letter := range []byte(path) {
		if strings.IndexByte(kept, letter) >= 0 {
			text.WriteByte(letter)
		} else {
			text.WriteString("%" + strings.ToUpper(hex.EncodeToString([]byte{letter})))
		}
	}
	return text.String()
}

// sign adds AWS Signature Version 4 to a request, whose body has no bytes where no digest of it is in its header.
func sign(request *http.Request, service, region string, access keys, now time.Time) {
	stamp := now.UTC().Format("20060102T150405Z")
	day := stamp[:8]
	request.Header.Set("X-Amz-Date", stamp)
	content := request.Header.Get("X-Amz-Content-Sha256")
	if content == "" {
		content = emptySHA256
		request.Header.Set("X-Amz-Content-Sha256", content)
	}
	if access.token != "" {
		request.Header.Set("X-Amz-S3session-Token", access.token)
	}
	names := []string{"host"}
	for name := range request.Header {
		if strings.HasPrefix(name, "X-Amz-") {
			names = append(names, strings.ToLower(name))
		}
	}
	slices.Sort(names)
	lines := ""
	for _, name := range names {
		value := request.Header.Get(name)
		if name == "host" {
			value = request.URL.Host
		}
		lines += name + ":" + value + "\n"
	}
	signedNames := strings.Join(names, ";")
	query := strings.ReplaceAll(request.URL.Query().Encode(), "+", "%20")
	canonical := strings.Join([]string{request.Method, request.URL.EscapedPath(), query, lines, signedNames, content}, "\n")
	scope := strings.Join([]string{day, region, service, "aws4_request"}, "/")
	digest := sha256.Sum256([]byte(canonical))
	key := []byte("AWS4" + access.secret)
	for _, part := range []string{day, region, service, "aws4_request"} {
		key = mac(key, part)
	}
	signature := mac(key, strings.Join([]string{"AWS4-HMAC-SHA256", stamp, scope, hex.EncodeToString(digest[:])}, "\n"))
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+access.id+"/"+scope+
		", SignedHeaders="+signedNames+", Signature="+hex.EncodeToString(signature))
}

func mac(key []byte, text string) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(text))
	return hash.Sum(nil)
}

// session gives keys for a directory bucket, good for some minutes.
func (client *Client) session(ctx context.Context, store *Store, root string, access keys) (keys, error) {
	client.mutex.Lock()
	defer client.mutex.Unlock()
	if known, ok := client.sessions[store.Bucket]; ok && time.Now().Before(known.until) {
		return known.keys, nil
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, root+"/?session=", nil)
	if err != nil {
		return keys{}, err
	}
	sign(request, "s3express", store.Region, access, time.Now())
	answer, err := client.HTTP.Do(request)
	if err != nil {
		return keys{}, err
	}
	defer answer.Body.Close()
	var granted struct {
		Credentials struct {
			AccessKeyId, SecretAccessKey, SessionToken string
			Expiration                                 time.Time
		}
	}
	if answer.StatusCode != http.StatusOK {
		return keys{}, errors.New("no session: " + answer.Status)
	}
	if err := xml.NewDecoder(answer.Body).Decode(&granted); err != nil {
		return keys{}, err
	}
	given := granted.Credentials
	fresh := session{
		keys:  keys{id: given.AccessKeyId, secret: given.SecretAccessKey, token: given.SessionToken},
		until: given.Expiration.Add(-time.Minute),
	}
	if client.sessions == nil {
		client.sessions = map[string]session{}
	}
	client.sessions[store.Bucket] = fresh
	return fresh.keys, nil
}
