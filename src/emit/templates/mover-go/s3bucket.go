package main

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// s3Bucket speaks to a store over its S3 interface.
type s3Bucket struct {
	store  *Store
	client *Client
}

func (one s3Bucket) request(ctx context.Context, method, key string, query url.Values, header http.Header) (*http.Response, error) {
	return ask(ctx, one.client.HTTP, func() (*http.Request, error) {
		name := strings.ToUpper(one.store.ID)
		access := keys{id: os.Getenv(name + "_ACCESS_KEY_ID"), secret: os.Getenv(name + "_SECRET_ACCESS_KEY")}
		root, err := rootOf(one.store)
		if err != nil {
			return nil, err
		}
		service := "s3"
		if one.store.Kind == "express" {
			service = "s3express"
			if access, err = one.client.session(ctx, one.store, root, access); err != nil {
				return nil, err
			}
		}
		request, err := http.NewRequestWithContext(ctx, method, root, nil)
		if err != nil {
			return nil, err
		}
		if key != "" || one.store.Kind == "express" {
			setPath(request.URL, "/"+key)
		}
		request.URL.RawQuery = queryOf(query)
		for name, values := range header {
			request.Header[name] = values
		}
		sign(request, service, one.store.Region, access, time.Now())
		return request, nil
	})
}

type listPage struct {
	IsTruncated           bool
	NextContinuationToken string
	Contents              []struct {
		Key          string
		Size         int64
		ETag         string
		LastModified time.Time
	}
}

func (one s3Bucket) listing(prefix, token string) url.Values {
	query := url.Values{"list-type": {"2"}}
	if prefix != "" {
		query.Set("prefix", prefix)
	}
	if token != "" {
		query.Set("continuation-token", token)
	}
	return query
}

func (one s3Bucket) page(answer io.Reader) ([]object, string, error) {
	var page listPage
	if err := xml.NewDecoder(answer).Decode(&page); err != nil {
		return nil, "", err
	}
	found := make([]object, 0, len(page.Contents))
	for _, entry := range page.Contents {
		next := object{key: entry.Key, size: entry.Size, etag: entry.ETag, modified: entry.LastModified}
		if sum := plain.FindStringSubmatch(entry.ETag); sum != nil {
			next.md5 = sum[1]
		}
		found = append(found, next)
	}
	if !page.IsTruncated {
		return found, "", nil
	}
	if page.NextContinuationToken == "" {
		return nil, "", errors.New("it does not say how to go on")
	}
	return found, page.NextContinuationToken, nil
}

func (one s3Bucket) exactly(gone object) (url.Values, http.Header) {
	if one.store.VersionName != "" && gone.version != "" {
		return url.Values{one.store.VersionName: {gone.version}}, nil
	}
	if one.store.Conditional {
		return nil, http.Header{"If-Match": {gone.etag}}
	}
	return nil, nil
}
