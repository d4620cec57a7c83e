package main

import (
	"bufio"
	"hash/fnv"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// keyList is a file of keys, one a line, read again when it changes. It keeps digests: two keys alike by them only make a
// read ask the other store first.
type keyList struct {
	mutex   sync.RWMutex
	looked  time.Time
	changed time.Time
	keys    []uint64
	failed  string
}

func digestOf(key string) uint64 {
	hash := fnv.New64a()
	hash.Write([]byte(key))
	return hash.Sum64()
}

// Has is nil where there is no list.
func (list *keyList) Has(file, key string) *bool {
	if file == "" {
		return nil
	}
	list.refresh(file)
	list.mutex.RLock()
	defer list.mutex.RUnlock()
	if list.keys == nil {
		return nil
	}
	_, has := slices.BinarySearch(list.keys, digestOf(key))
	return &has
}

// refresh looks at the file once a second at most; a list that cannot be read stays as it was.
func (list *keyList) refresh(file string) {
	list.mutex.RLock()
	isFresh := time.Since(list.looked) < time.Second
	list.mutex.RUnlock()
	if isFresh {
		return
	}
	list.mutex.Lock()
	defer list.mutex.Unlock()
	if time.Since(list.looked) < time.Second {
		return
	}
	list.looked = time.Now()
	about, err := os.Stat(file)
	if err == nil && about.ModTime().Equal(list.changed) {
		return
	}
	keys := []uint64{}
	if err == nil {
		err = eachLine(file, func(key string) { keys = append(keys, digestOf(key)) })
	}
	if err != nil {
		// Once, and not each second until it is there.
		if list.failed != err.Error() {
			log.Printf("popular keys: %v", err)
		}
		list.failed = err.Error()
		return
	}
	list.failed = ""
	slices.Sort(keys)
	list.keys, list.changed = keys, about.ModTime()
}

func eachLine(file string, do func(string)) error {
	from, err := os.Open(file)
	if err != nil {
		return err
	}
	defer from.Close()
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		if lines.Text() != "" {
			do(lines.Text())
		}
	}
	return lines.Err()
}

// readLog writes down keys, one a line, in a file a day.
type readLog struct {
	mutex sync.Mutex
	day   string
	file  *os.File
	lines *bufio.Writer
}

// Write leaves out a key that is no line.
func (reads *readLog) Write(folder, key string, now time.Time) {
	if strings.ContainsAny(key, "\r\n") {
		return
	}
	reads.mutex.Lock()
	defer reads.mutex.Unlock()
	if err := reads.open(folder, now.UTC().Format("2006-01-02")); err != nil {
		log.Printf("%s: %v", folder, err)
		return
	}
	reads.lines.WriteString(key + "\n")
}

// flush never ends.
func (reads *readLog) flush() {
	for range time.Tick(time.Second) {
		reads.mutex.Lock()
		if err := reads.lines.Flush(); err != nil {
			log.Printf("%s: %v", reads.file.Name(), err)
		}
		reads.mutex.Unlock()
	}
}

func (reads *readLog) open(folder, day string) error {
	if reads.file != nil && reads.day == day {
		return nil
	}
	file, err := os.OpenFile(filepath.Join(folder, "reads-"+day), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	isFirst := reads.file == nil
	if !isFirst {
		reads.lines.Flush()
		reads.file.Close()
	}
	reads.file, reads.day, reads.lines = file, day, bufio.NewWriter(file)
	if isFirst {
		go reads.flush()
	}
	return nil
}
