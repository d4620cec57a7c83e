// The writer puts each object into every store that a plan wants it in. Where one of them fails, the object is taken all the same, and a
// queue on disk remembers which store lacks it until that store has it.
//
// It reads writer.json, written by Stowage. PUT /key with a Content-Length, DELETE /key, GET /metrics; the first two ask for the secret
// WRITE_TOKEN as a bearer.
package main

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Store is a bucket, and the class that a write into it names.
type Store struct {
	ID       string
	Kind     string
	Bucket   string
	Endpoint string
	Region   string
	Class    *string
}

// Plan is writer.json.
type Plan struct {
	Stores  []Store
	WriteTo []string
	// WriteBySize is the same of objects up to a size, the smallest first.
	WriteBySize []struct {
		UpToBytes int64
		To        []string
	}
}

// mostBytes is what a store takes in one PUT.
const mostBytes = 5 << 30

// Writer answers writes.
type Writer struct {
	plan   *Plan
	client *Client
	queue  *Queue
	token  [32]byte
	keys   keyLocks
}

func main() {
	file := flag.String("plan", "writer.json", "where objects are written, as Stowage wrote it")
	folder := flag.String("queue", "queue", "a folder for what a store still lacks; it must outlive the machine's restart")
	address := flag.String("listen", "127.0.0.1:8081", "where to answer")
	every := flag.Duration("every", 10*time.Second, "how often the queue is tried")
	flag.Parse()
	writer, err := open(*file, *folder)
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	server := &http.Server{Handler: writer, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		for {
			select {
			case <-ctx.Done():
				ending, cancel := context.WithTimeout(context.Background(), time.Minute)
				defer cancel()
				_ = server.Shutdown(ending)
				return
			case <-time.After(*every):
				writer.drain(ctx)
			}
		}
	}()
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on %s", *address)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}

func open(file, folder string) (*Writer, error) {
	bytes, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var plan Plan
	if err := json.Unmarshal(bytes, &plan); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	token := os.Getenv("WRITE_TOKEN")
	if token == "" {
		return nil, errors.New("WRITE_TOKEN is needed")
	}
	queue, err := openQueue(folder)
	if err != nil {
		return nil, err
	}
	client := &Client{HTTP: &http.Client{
		Timeout:       10 * time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	return &Writer{plan: &plan, client: client, queue: queue, token: sha256.Sum256([]byte("Bearer " + token))}, nil
}

// homes of an object of that size.
func (plan *Plan) homes(size int64) []string {
	for _, one := range plan.WriteBySize {
		if size <= one.UpToBytes {
			return one.To
		}
	}
	return plan.WriteTo
}

func (writer *Writer) ServeHTTP(reply http.ResponseWriter, request *http.Request) {
	key := strings.TrimPrefix(request.URL.Path, "/")
	if request.Method == http.MethodGet && key == "metrics" {
		writer.queue.metrics(reply)
		return
	}
	given := sha256.Sum256([]byte(request.Header.Get("Authorization")))
	if subtle.ConstantTimeCompare(writer.token[:], given[:]) != 1 {
		http.Error(reply, http.StatusText(http.StatusForbidden), http.StatusForbidden)
		return
	}
	unlock := writer.keys.lock(key)
	defer unlock()
	switch {
	case key == "":
		http.Error(reply, http.StatusText(http.StatusNotFound), http.StatusNotFound)
	case request.Method == http.MethodPut:
		writer.put(reply, request, key)
	case request.Method == http.MethodDelete:
		writer.delete(reply, request, key)
	default:
		http.Error(reply, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
	}
}

// put answers 200 once a store has the object and the others have it or are remembered; 502 where none has it.
func (writer *Writer) put(reply http.ResponseWriter, request *http.Request, key string) {
	size := request.ContentLength
	if size < 0 || size > mostBytes {
		status := http.StatusLengthRequired
		if size > 0 {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(reply, http.StatusText(status), status)
		return
	}
	body, sum, err := writer.spool(request.Body, size)
	if err != nil {
		http.Error(reply, "the body did not come whole", http.StatusBadRequest)
		return
	}
	defer os.Remove(body.Name())
	defer body.Close()
	homes := writer.plan.homes(size)
	done := make([]bool, len(homes))
	var group sync.WaitGroup
	for i, id := range homes {
		group.Add(1)
		go func() {
			defer group.Done()
			done[i] = writer.send(context.WithoutCancel(request.Context()), storeOf(writer.plan.Stores, id), key, request.Header.Get("Content-Type"), sum, io.NewSectionReader(body, 0, size), size)
		}()
	}
	group.Wait()
	from := slices.Index(done, true)
	if from < 0 {
		http.Error(reply, http.StatusText(http.StatusBadGateway), http.StatusBadGateway)
		return
	}
	var lacking []string
	for i, id := range homes {
		if done[i] {
			err = writer.queue.forget(key, id)
		} else {
			lacking = append(lacking, id)
			err = writer.queue.remember(Entry{Key: key, From: homes[from], To: id})
		}
		if err != nil {
			log.Printf("queue: %v", err)
			http.Error(reply, http.StatusText(http.StatusBadGateway), http.StatusBadGateway)
			return
		}
	}
	if len(lacking) > 0 {
		reply.Header().Set("X-Stowage-Queued", strings.Join(lacking, " "))
	}
	reply.WriteHeader(http.StatusOK)
}

// spool keeps the body, which is sent more than once, with its MD5.
func (writer *Writer) spool(from io.Reader, size int64) (*os.File, []byte, error) {
	file, err := os.CreateTemp("", "stowage-body-")
	if err != nil {
		return nil, nil, err
	}
	hash := md5.New()
	if _, err := io.CopyN(io.MultiWriter(file, hash), from, size); err != nil {
		file.Close()
		os.Remove(file.Name())
		return nil, nil, err
	}
	return file, hash.Sum(nil), nil
}

// send is false where the store did not take the object. The store compares the MD5, and keeps it beside the object.
func (writer *Writer) send(ctx context.Context, store *Store, key, kind string, sum []byte, body io.Reader, size int64) bool {
	header := described(kind, store.Class)
	text := base64.StdEncoding.EncodeToString(sum)
	header.Set("Content-Md5", text)
	header.Set("X-Amz-Meta-Md5chksum", text)
	answer, err := writer.client.send(ctx, http.MethodPut, store, key, header, payload{body, size, "UNSIGNED-PAYLOAD"})
	if err != nil {
		log.Printf("%s: %v", store.ID, err)
		return false
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 {
		log.Printf("%s: PUT of %q: %s", store.ID, key, answer.Status)
		return false
	}
	return true
}

// delete answers 200 once no store has the object; else it is to be asked for again.
func (writer *Writer) delete(reply http.ResponseWriter, request *http.Request, key string) {
	ok := true
	for i := range writer.plan.Stores {
		store := &writer.plan.Stores[i]
		answer, err := writer.client.send(request.Context(), http.MethodDelete, store, key, http.Header{}, payload{digest: emptySHA256})
		if err == nil {
			answer.Body.Close()
		}
		if err != nil || answer.StatusCode >= 300 && answer.StatusCode != http.StatusNotFound {
			log.Printf("%s: DELETE of %q failed", store.ID, key)
			ok = false
		}
	}
	for _, one := range writer.plan.Stores {
		if err := writer.queue.forget(key, one.ID); err != nil {
			ok = false
		}
	}
	if !ok {
		http.Error(reply, http.StatusText(http.StatusBadGateway), http.StatusBadGateway)
		return
	}
	reply.WriteHeader(http.StatusOK)
}
