package main

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Entry says that a store lacks an object that another one has.
type Entry struct {
	Key, From, To string
}

// Queue is a folder with a file for each entry: what was written to it stays through a crash.
type Queue struct{ folder string }

func openQueue(folder string) (*Queue, error) {
	return &Queue{folder}, os.MkdirAll(folder, 0o700)
}

func (queue *Queue) name(key, to string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(queue.folder, hex.EncodeToString(sum[:])+"."+to+".json")
}

// remember writes an entry to the disk before it ends.
func (queue *Queue) remember(entry Entry) error {
	text, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(queue.folder, "new-")
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(file.Name(), queue.name(entry.Key, entry.To))
	}
	if err != nil {
		os.Remove(file.Name())
		return err
	}
	folder, err := os.Open(queue.folder)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

func (queue *Queue) forget(key, to string) error {
	if err := os.Remove(queue.name(key, to)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// entries are those of the folder, with the time since which the oldest waits.
func (queue *Queue) entries() ([]Entry, time.Time) {
	files, err := os.ReadDir(queue.folder)
	if err != nil {
		log.Printf("queue: %v", err)
		return nil, time.Time{}
	}
	var found []Entry
	var oldest time.Time
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".json") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(queue.folder, file.Name()))
		var entry Entry
		if err != nil || json.Unmarshal(text, &entry) != nil {
			continue
		}
		if info, err := file.Info(); err == nil && (oldest.IsZero() || info.ModTime().Before(oldest)) {
			oldest = info.ModTime()
		}
		found = append(found, entry)
	}
	return found, oldest
}

func (queue *Queue) metrics(reply io.Writer) {
	entries, oldest := queue.entries()
	age := 0.0
	if !oldest.IsZero() {
		age = time.Since(oldest).Seconds()
	}
	fmt.Fprintf(reply, "# TYPE stowage_queue_objects gauge\nstowage_queue_objects %d\n", len(entries))
	fmt.Fprintf(reply, "# TYPE stowage_queue_oldest_seconds gauge\nstowage_queue_oldest_seconds %.0f\n", age)
}

// drain copies what stores lack. It ends at the first failure of a store, and tries again later.
func (writer *Writer) drain(ctx context.Context) {
	entries, _ := writer.queue.entries()
	failed := map[string]bool{}
	for _, entry := range entries {
		if ctx.Err() != nil || failed[entry.To] {
			continue
		}
		if err := writer.mend(ctx, entry); err != nil {
			log.Printf("queue: %s lacks %q: %v", entry.To, entry.Key, err)
			failed[entry.To] = true
		}
	}
}

// mend copies an object as it is now; no write of its key comes in between.
func (writer *Writer) mend(ctx context.Context, entry Entry) error {
	unlock := writer.keys.lock(entry.Key)
	defer unlock()
	if _, err := os.Stat(writer.queue.name(entry.Key, entry.To)); err != nil {
		return nil
	}
	from, to := storeOf(writer.plan.Stores, entry.From), storeOf(writer.plan.Stores, entry.To)
	if from == nil || to == nil {
		return errors.New("the plan knows no such store")
	}
	answer, err := writer.client.send(ctx, http.MethodGet, from, entry.Key, http.Header{}, payload{digest: emptySHA256})
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", entry.From, answer.Status)
	}
	body, sum, err := writer.spool(answer.Body, answer.ContentLength)
	if err != nil {
		return err
	}
	defer os.Remove(body.Name())
	defer body.Close()
	if etag := strings.Trim(answer.Header.Get("Etag"), `"`); len(etag) == 2*md5.Size && answer.Header.Get("X-Amz-Server-Side-Encryption") == "" {
		if own, err := hex.DecodeString(etag); err == nil && !bytes.Equal(own, sum) {
			return errors.New("it came damaged")
		}
	}
	if !writer.send(ctx, to, entry.Key, answer.Header.Get("Content-Type"), sum, io.NewSectionReader(body, 0, answer.ContentLength), answer.ContentLength) {
		return errors.New("it is not taken")
	}
	return writer.queue.forget(entry.Key, entry.To)
}

// keyLocks let one at a time write a key.
type keyLocks struct {
	mutex sync.Mutex
	held  map[string]*keyLock
}

type keyLock struct {
	mutex sync.Mutex
	users int
}

func (locks *keyLocks) lock(key string) func() {
	locks.mutex.Lock()
	if locks.held == nil {
		locks.held = map[string]*keyLock{}
	}
	one := locks.held[key]
	if one == nil {
		one = &keyLock{}
		locks.held[key] = one
	}
	one.users++
	locks.mutex.Unlock()
	one.mutex.Lock()
	return func() {
		one.mutex.Unlock()
		locks.mutex.Lock()
		defer locks.mutex.Unlock()
		if one.users--; one.users == 0 {
			delete(locks.held, key)
		}
	}
}
