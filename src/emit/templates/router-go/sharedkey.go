package main

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
)

// blobRequest asks a container of Azure Blob Storage, signed with the key of its storage account: STORE1_ACCOUNT and STORE1_KEY.
func blobRequest(ctx context.Context, method string, store *Store, key string, query url.Values, header http.Header) (*http.Request, error) {
	name := strings.ToUpper(store.ID)
	account := os.Getenv(name + "_ACCOUNT")
	secret, err := base64.StdEncoding.DecodeString(os.Getenv(name + "_KEY"))
	if err != nil || account == "" || len(secret) == 0 {
		return nil, errors.New("no keys for " + store.ID)
	}
	root := store.Endpoint
	if root == "" {
		root = "https://" + account + ".blob.core.windows.net"
	}
	request, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(root, "/")+"/"+store.Bucket, nil)
	if err != nil {
		return nil, err
	}
	if key != "" {
		setPath(request.URL, "/"+key)
	}
	request.URL.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	for name, values := range header {
		request.Header[name] = values
	}
	request.Header.Set("X-Ms-Date", time.Now().UTC().Format(http.TimeFormat))
	request.Header.Set("X-Ms-Version", "2023-11-03")
	signShared(request, account, secret, query)
	return request, nil
}

// signShared adds a Shared Key: https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
func signShared(request *http.Request, account string, secret []byte, query url.Values) {
	lines := []string{request.Method}
	for _, name := range []string{
		"Content-Encoding", "Content-Language", "Content-Length", "Content-Md5", "Content-Type", "Date",
		"If-Modified-Since", "If-Match", "If-None-Match", "If-Unmodified-Since", "Range",
	} {
		lines = append(lines, request.Header.Get(name))
	}
	lines = append(lines, "x-ms-date:"+request.Header.Get("X-Ms-Date"), "x-ms-version:"+request.Header.Get("X-Ms-Version"))
	resource := "/" + account + request.URL.EscapedPath()
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		resource += "\n" + name + ":" + query.Get(name)
	}
	digest := mac(secret, strings.Join(append(lines, resource), "\n"))
	request.Header.Set("Authorization", "SharedKey "+account+":"+base64.StdEncoding.EncodeToString(digest))
}
