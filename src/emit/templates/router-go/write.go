package main

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"log"
	"net/http"
	"os"
)

// mayWrite compares digests, so that how long it takes says nothing of where they differ.
func mayWrite(request *http.Request) int {
	token := os.Getenv("WRITE_TOKEN")
	if token == "" {
		return http.StatusMethodNotAllowed
	}
	own, given := sha256.Sum256([]byte("Bearer "+token)), sha256.Sum256([]byte(request.Header.Get("Authorization")))
	if subtle.ConstantTimeCompare(own[:], given[:]) != 1 {
		return http.StatusForbidden
	}
	return http.StatusOK
}

// did is false where the store did not take it.
func (router *Router) did(store *Store, method, key, kind string, class *string, body []byte) bool {
	answer, err := router.Client.Send(context.Background(), method, store, key, kind, class, body)
	return wentWell(store, method, key, answer, err)
}

func wentWell(store *Store, method, key string, answer *http.Response, err error) bool {
	if err != nil {
		log.Printf("%s: %v", store.ID, err)
		return false
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 && !(method == http.MethodDelete && answer.StatusCode == http.StatusNotFound) {
		log.Printf("%s: %s of %s: %s", store.ID, method, key, answer.Status)
		return false
	}
	return true
}

func (router *Router) said(reply http.ResponseWriter, id string, ok bool) {
	if !ok {
		http.Error(reply, http.StatusText(http.StatusBadGateway), http.StatusBadGateway)
		return
	}
	reply.Header().Set("X-Stowage-Store", id)
	reply.WriteHeader(http.StatusOK)
}
