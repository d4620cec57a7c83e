package main

import (
	"flag"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	popularFile = flag.String("popular", "", "keys of the popular objects, one a line, as top-keys.sh writes them")
	readsFolder = flag.String("reads", "", "a folder in which to write down the key of each read, for top-keys.sh")

	popularKeys = &keyList{}
	readKeys    = &readLog{}
)

func init() { serveByRule = divided }

func divided(router *Router, reply http.ResponseWriter, request *http.Request) bool {
	rule := router.Route.Split
	if rule == nil {
		return false
	}
	key := strings.TrimPrefix(request.URL.Path, "/")
	switch request.Method {
	case http.MethodGet, http.MethodHead:
		if *readsFolder != "" && request.Method == http.MethodGet {
			readKeys.Write(*readsFolder, key, time.Now())
		}
		size := SizeOf(request.Header.Get("X-Stowage-Size"))
		router.readFrom(reply, request, key, rule.Order(key, size, popularKeys.Has(*popularFile, key)), time.Now())
	case http.MethodPut, http.MethodDelete:
		if status := mayWrite(request); status != http.StatusOK {
			http.Error(reply, http.StatusText(status), status)
		} else if request.Method == http.MethodPut {
			router.writeDivided(reply, request, key)
		} else {
			ok := router.did(storeOf(router.Route.Stores, rule.First), http.MethodDelete, key, "", nil, nil)
			ok = router.did(storeOf(router.Route.Stores, rule.Second), http.MethodDelete, key, "", nil, nil) && ok
			router.said(reply, rule.Second, ok)
		}
	default:
		http.Error(reply, "GET, HEAD, PUT and DELETE only", http.StatusMethodNotAllowed)
	}
	return true
}

// HomeOf is the store of an object of that size.
func (rule *SplitRule) HomeOf(size int64) string {
	if rule.UpToBytes != nil && size <= *rule.UpToBytes {
		return rule.First
	}
	return rule.Second
}

// Order has both stores, the likely one first. What is not known is nil.
func (rule *SplitRule) Order(key string, size *int64, isPopular *bool) []string {
	likely := rule.AskFirst
	named := slices.IndexFunc(rule.Keys, func(form struct{ Prefix, Suffix, Store string }) bool {
		return len(key) >= len(form.Prefix)+len(form.Suffix) && strings.HasPrefix(key, form.Prefix) && strings.HasSuffix(key, form.Suffix)
	})
	switch {
	case rule.By == "size" && size != nil:
		likely = rule.HomeOf(*size)
	case named >= 0:
		likely = rule.Keys[named].Store
	case rule.By == "popularity" && isPopular != nil && *isPopular:
		likely = rule.First
	case rule.By == "popularity" && isPopular != nil:
		likely = rule.Second
	}
	if likely == rule.Second {
		return []string{rule.Second, rule.First}
	}
	return []string{rule.First, rule.Second}
}

// SizeOf reads digits alone; nil: it says no size.
func SizeOf(header string) *int64 {
	if header == "" || len(header) > 15 || strings.Trim(header, "0123456789") != "" {
		return nil
	}
	size, err := strconv.ParseInt(header, 10, 64)
	if err != nil {
		return nil
	}
	return &size
}

// writeDivided writes into the store of the size; then the other has none of that key. Bytes pass on as they come.
func (router *Router) writeDivided(reply http.ResponseWriter, request *http.Request, key string) {
	rule := router.Route.Split
	if request.ContentLength < 0 {
		http.Error(reply, http.StatusText(http.StatusLengthRequired), http.StatusLengthRequired)
		return
	}
	id, other, class := rule.Second, rule.First, rule.SecondClass
	if rule.HomeOf(request.ContentLength) == rule.First {
		id, other, class = rule.First, rule.Second, rule.FirstClass
	}
	store := storeOf(router.Route.Stores, id)
	answer, err := router.Client.Stream(request.Context(), store, key, request.Header.Get("Content-Type"), class, request.Body, request.ContentLength)
	// An older object must not be found in its place.
	ok := wentWell(store, http.MethodPut, key, answer, err) &&
		router.did(storeOf(router.Route.Stores, other), http.MethodDelete, key, "", nil, nil)
	router.said(reply, id, ok)
}
