package main

import (
	"bytes"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// mostBytes is the largest object that is copied: it is held in memory meanwhile.
const mostBytes = 1 << 30

func init() { serveByRule = cached }

// Copied tells whether an object of that size has copies.
func (rule *CacheRule) Copied(size int64) bool {
	return size >= 0 && size <= mostBytes &&
		(rule.FromBytes == nil || size >= *rule.FromBytes) && (rule.UpToBytes == nil || size <= *rule.UpToBytes)
}

// UseOf is what a copy of that age is good for: hit, renew or miss.
func (rule *CacheRule) UseOf(age time.Duration) string {
	switch {
	case age.Seconds() > rule.KeepSeconds:
		return "miss"
	case age.Seconds() > rule.RenewSeconds:
		return "renew"
	}
	return "hit"
}

func cached(router *Router, reply http.ResponseWriter, request *http.Request) bool {
	if router.Route.Cache == nil {
		return false
	}
	key := strings.TrimPrefix(request.URL.Path, "/")
	switch request.Method {
	case http.MethodGet, http.MethodHead:
		router.readCached(reply, request, key)
	case http.MethodPut, http.MethodDelete:
		if status := mayWrite(request); status != http.StatusOK {
			http.Error(reply, http.StatusText(status), status)
		} else if request.Method == http.MethodPut {
			router.writeCached(reply, request, key)
		} else {
			router.deleteCached(reply, request, key)
		}
	default:
		http.Error(reply, "GET, HEAD, PUT and DELETE only", http.StatusMethodNotAllowed)
	}
	return true
}

func (router *Router) readCached(reply http.ResponseWriter, request *http.Request, key string) {
	start := time.Now()
	rule := router.Route.Cache
	hot, cold := storeOf(router.Route.Stores, rule.Hot), storeOf(router.Route.Stores, rule.Cold)
	copy, err := router.Client.Get(request, hot, key)
	if err != nil {
		log.Printf("%s: %v", hot.ID, err)
	} else if !asksOn(copy.StatusCode) {
		age := time.Duration(0)
		if written, err := http.ParseTime(copy.Header.Get("Last-Modified")); err == nil {
			age = time.Since(written)
		}
		use := rule.UseOf(age)
		if use != "miss" {
			router.send(reply, request, hot.ID, copy, start, nil)
			if use == "renew" && request.Method == http.MethodGet {
				go router.copyInto(hot, hot, key)
			}
			return
		}
		copy.Body.Close()
	} else {
		copy.Body.Close()
	}
	kept, err := router.Client.Get(request, cold, key)
	if err != nil {
		log.Printf("%s: %v", cold.ID, err)
		router.Metrics.Fail(router.placeOf(request))
		http.Error(reply, http.StatusText(http.StatusBadGateway), http.StatusBadGateway)
		return
	}
	if asksOn(kept.StatusCode) {
		kept.Body.Close()
		router.Metrics.Fail(router.placeOf(request))
		http.Error(reply, http.StatusText(kept.StatusCode), kept.StatusCode)
		return
	}
	var body *bytes.Buffer
	if request.Method == http.MethodGet && kept.StatusCode == http.StatusOK && rule.Copied(kept.ContentLength) {
		body = bytes.NewBuffer(make([]byte, 0, kept.ContentLength))
	}
	kind, length := kept.Header.Get("Content-Type"), kept.ContentLength
	ranged := request.Method == http.MethodGet && kept.StatusCode == http.StatusPartialContent && rule.Copied(wholeSize(kept))
	router.send(reply, request, cold.ID, kept, start, body)
	if body != nil && int64(body.Len()) == length {
		go router.put(hot, key, kind, rule.HotClass, body.Bytes())
	}
	if ranged {
		go router.copyInto(cold, hot, key)
	}
}

// wholeSize of the object that a range is of; -1 where it is not said.
func wholeSize(answer *http.Response) int64 {
	_, size, _ := strings.Cut(answer.Header.Get("Content-Range"), "/")
	if whole, err := strconv.ParseInt(size, 10, 64); err == nil {
		return whole
	}
	return -1
}

// send answers the reader, and keeps the body as well where there is a buffer for it.
func (router *Router) send(reply http.ResponseWriter, request *http.Request, id string, answer *http.Response, start time.Time, body *bytes.Buffer) {
	from := io.Reader(answer.Body)
	if body != nil {
		from = io.TeeReader(answer.Body, body)
	}
	router.reply(reply, request, id, answer, from, start)
}

// copyInto writes a whole object of one store into another.
func (router *Router) copyInto(from, to *Store, key string) {
	request, err := http.NewRequest(http.MethodGet, "http://router.invalid/", nil)
	if err != nil {
		return
	}
	answer, err := router.Client.Get(request, from, key)
	if err != nil {
		log.Printf("%s: %v", from.ID, err)
		return
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || !router.Route.Cache.Copied(answer.ContentLength) {
		return
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Printf("%s: %v", from.ID, err)
		return
	}
	router.put(to, key, answer.Header.Get("Content-Type"), router.Route.Cache.HotClass, body)
}

// put is false where the store did not take it.
func (router *Router) put(store *Store, key, kind string, class *string, body []byte) bool {
	return router.did(store, http.MethodPut, key, kind, class, body)
}

// writeCached writes the cold store first; then the copy is the new one, or none.
func (router *Router) writeCached(reply http.ResponseWriter, request *http.Request, key string) {
	rule := router.Route.Cache
	hot, cold := storeOf(router.Route.Stores, rule.Hot), storeOf(router.Route.Stores, rule.Cold)
	body, err := io.ReadAll(io.LimitReader(request.Body, mostBytes+1))
	if err != nil || len(body) > mostBytes {
		http.Error(reply, http.StatusText(http.StatusRequestEntityTooLarge), http.StatusRequestEntityTooLarge)
		return
	}
	kind := request.Header.Get("Content-Type")
	ok := router.put(cold, key, kind, rule.ColdClass, body)
	if ok {
		through := rule.Writes == "through" && rule.Copied(int64(len(body)))
		// An older copy must not outlive what it was a copy of.
		if !through || !router.put(hot, key, kind, rule.HotClass, body) {
			ok = router.did(hot, http.MethodDelete, key, "", nil, nil)
		}
	}
	router.said(reply, cold.ID, ok)
}

func (router *Router) deleteCached(reply http.ResponseWriter, request *http.Request, key string) {
	rule := router.Route.Cache
	ok := router.did(storeOf(router.Route.Stores, rule.Hot), http.MethodDelete, key, "", nil, nil) &&
		router.did(storeOf(router.Route.Stores, rule.Cold), http.MethodDelete, key, "", nil, nil)
	router.said(reply, rule.Cold, ok)
}
