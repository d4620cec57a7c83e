package main

import (
	"context"
	"encoding/xml"
	"errors"
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

// request asks for an object, or for the bucket itself where the key is empty.
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

func (one s3Bucket) list(ctx context.Context, prefix string, each func([]object) error) error {
	token := ""
	for {
		query := url.Values{"list-type": {"2"}}
		if prefix != "" {
			query.Set("prefix", prefix)
		}
		if token != "" {
			query.Set("continuation-token", token)
		}
		answer, err := one.request(ctx, http.MethodGet, "", query, nil)
		if err != nil {
			return err
		}
		if answer.StatusCode != http.StatusOK {
			answer.Body.Close()
			return errAnswer{answer.StatusCode, "LIST " + one.store.ID + ": " + answer.Status}
		}
		var page listPage
		err = xml.NewDecoder(answer.Body).Decode(&page)
		answer.Body.Close()
		if err != nil {
			return errors.New("LIST " + one.store.ID + ": the answer cannot be read")
		}
		found := make([]object, 0, len(page.Contents))
		for _, entry := range page.Contents {
			next := object{key: entry.Key, size: entry.Size, etag: entry.ETag, modified: entry.LastModified}
			if sum := plain.FindStringSubmatch(entry.ETag); sum != nil {
				next.md5 = sum[1]
			}
			found = append(found, next)
		}
		if err := each(found); err != nil {
			return err
		}
		if !page.IsTruncated {
			return nil
		}
		if page.NextContinuationToken == "" || page.NextContinuationToken == token {
			return errors.New("LIST " + one.store.ID + ": the listing does not go on")
		}
		token = page.NextContinuationToken
	}
}

func (one s3Bucket) head(ctx context.Context, key string) (*object, error) {
	answer, err := one.request(ctx, http.MethodHead, key, nil, nil)
	if err != nil {
		return nil, err
	}
	return headOf(key, answer)
}

func (one s3Bucket) remove(ctx context.Context, gone object) (bool, error) {
	header, query := http.Header{}, url.Values{}
	if one.store.VersionName != "" && gone.version != "" {
		query.Set(one.store.VersionName, gone.version)
	} else if one.store.Conditional {
		header.Set("If-Match", gone.etag)
	}
	answer, err := one.request(ctx, http.MethodDelete, gone.key, query, header)
	if err != nil {
		return false, err
	}
	return removedBy(answer)
}
