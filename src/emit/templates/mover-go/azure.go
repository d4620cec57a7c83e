package main

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// azureBucket is a container of Azure Blob Storage.
type azureBucket struct {
	store  *Store
	client *http.Client
}

func (one azureBucket) request(ctx context.Context, method, key string, query url.Values, header http.Header) (*http.Response, error) {
	return ask(ctx, one.client, func() (*http.Request, error) {
		return blobRequest(ctx, method, one.store, key, query, header)
	})
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
