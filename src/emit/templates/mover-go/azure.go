package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
)

// azureBucket is a container of Azure Blob Storage.
type azureBucket struct {
	store  *Store
	client *http.Client
}

const azureVersion = "2023-11-03"

func (one azureBucket) request(ctx context.Context, method, key string, query url.Values, header http.Header) (*http.Response, error) {
	return ask(ctx, one.client, func() (*http.Request, error) {
		name := strings.ToUpper(one.store.ID)
		account := os.Getenv(name + "_ACCOUNT")
		secret, err := base64.StdEncoding.DecodeString(os.Getenv(name + "_KEY"))
		if err != nil {
			return nil, errors.New(name + "_KEY is no key of a storage account")
		}
		root := one.store.Endpoint
		if root == "" {
			root = "https://" + account + ".blob.core.windows.net"
		}
		request, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(root, "/")+"/"+one.store.Bucket, nil)
		if err != nil {
			return nil, err
		}
		if key != "" {
			setPath(request.URL, "/"+key)
		}
		request.URL.RawQuery = queryOf(query)
		for name, values := range header {
			request.Header[name] = values
		}
		request.Header.Set("X-Ms-Date", time.Now().UTC().Format(http.TimeFormat))
		request.Header.Set("X-Ms-Version", azureVersion)
		signShared(request, account, secret, query)
		return request, nil
	})
}

// signShared adds a Shared Key: https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
func signShared(request *http.Request, account string, secret []byte, query url.Values) {
	own := []string{"x-ms-date:" + request.Header.Get("X-Ms-Date"), "x-ms-version:" + request.Header.Get("X-Ms-Version")}
	resource := "/" + account + request.URL.EscapedPath()
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		resource += "\n" + name + ":" + query.Get(name)
	}
	// Encoding, language, length, MD5, type, date, modified since, match, none match, unmodified since, range.
	lines := []string{request.Method, "", "", "", "", "", "", "", request.Header.Get("If-Match"), "", "", ""}
	text := strings.Join(append(append(lines, own...), resource), "\n")
	hash := hmac.New(sha256.New, secret)
	hash.Write([]byte(text))
	request.Header.Set("Authorization", "SharedKey "+account+":"+base64.StdEncoding.EncodeToString(hash.Sum(nil)))
}

type blobPage struct {
	NextMarker string
	Blobs      struct {
		Blob []struct {
			Name       string
			Properties struct {
				Size     int64  `xml:"Content-Length"`
				MD5      string `xml:"Content-MD5"`
				Etag     string
				Modified string `xml:"Last-Modified"`
			}
		}
	}
}

func (one azureBucket) listing(prefix, token string) url.Values {
	query := url.Values{"restype": {"container"}, "comp": {"list"}}
	if prefix != "" {
		query.Set("prefix", prefix)
	}
	if token != "" {
		query.Set("marker", token)
	}
	return query
}

func (one azureBucket) page(answer io.Reader) ([]object, string, error) {
	var page blobPage
	if err := xml.NewDecoder(answer).Decode(&page); err != nil {
		return nil, "", err
	}
	found := make([]object, 0, len(page.Blobs.Blob))
	for _, blob := range page.Blobs.Blob {
		properties := blob.Properties
		modified, err := http.ParseTime(properties.Modified)
		if err != nil {
			return nil, "", err
		}
		next := object{key: blob.Name, size: properties.Size, etag: quoted(properties.Etag), modified: modified}
		if sum, err := base64.StdEncoding.DecodeString(properties.MD5); err == nil && len(sum) == 16 {
			next.md5 = hex.EncodeToString(sum)
		}
		found = append(found, next)
	}
	return found, page.NextMarker, nil
}

func (one azureBucket) exactly(gone object) (url.Values, http.Header) {
	return nil, http.Header{"If-Match": {gone.etag}}
}

// quoted: headers have quotes around an ETag, listings of Azure have none.
func quoted(etag string) string {
	return `"` + strings.Trim(etag, `"`) + `"`
}
