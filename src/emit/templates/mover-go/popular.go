package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
)

const popularName = "popular"

// Popular says where standing objects go by how often they are read.
type Popular struct {
	Hot, Rest string
	// Does: "copy" leaves the popular objects in the rest as well, "move" does not.
	Does string
	// Objects that the plan has in the first.
	Objects int
	// Sizes that popularity divides, each null where nothing bounds it.
	Sizes []struct{ MinSize, MaxSize *int64 }
	// Prefix of all keys that are the plan's.
	Prefix string
	// Except is the prefix of new objects, which have rules of their own.
	Except string
}

// popular brings in the keys that are read most, and takes the others there back.
func (run *Run) popular(ctx context.Context) {
	ctx, count, end := run.begin(ctx, popularName)
	end(run.follow(ctx, count))
}

func (run *Run) follow(ctx context.Context, count *tally) error {
	rule := run.plan.Popular
	name := os.Getenv("STOWAGE_KEYS")
	if name == "" {
		name = "keys.txt"
	}
	want, err := rule.wanted(name)
	if err != nil {
		return err
	}
	// A list cut short would move most objects back.
	if len(want) < rule.Objects/2 && os.Getenv("STOWAGE_FEW_KEYS") == "" {
		return fmt.Errorf("%s names less than half of %d keys; if that is right, set STOWAGE_FEW_KEYS=1", name, rule.Objects)
	}
	isThere := make([]bool, len(want))
	var leaving []object
	err = run.bucket(rule.Hot).list(ctx, rule.Prefix, func(found []object) error {
		for _, one := range found {
			if at, ok := slices.BinarySearch(want, one.key); ok {
				isThere[at] = true
			} else if rule.isOf(one) {
				leaving = append(leaving, one)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var entering []string
	for i, key := range want {
		if !isThere[i] {
			entering = append(entering, key)
		}
	}
	fmt.Fprintf(os.Stderr, "stowage: %d keys become popular, %d no longer are\n", len(entering), len(leaving))
	for part := range slices.Chunk(leaving, batchSize) {
		if err := run.batch(ctx, count, Job{Name: popularName, Does: "move", From: rule.Hot, To: rule.Rest}, part); err != nil {
			return err
		}
	}
	enter := Job{Name: popularName, Does: rule.Does, From: rule.Rest, To: rule.Hot}
	for part := range slices.Chunk(entering, batchSize) {
		var found []object
		for _, one := range heads(ctx, count, run.bucket(rule.Rest), part) {
			if rule.isOf(one) {
				found = append(found, one)
			}
		}
		if err := run.batch(ctx, count, enter, found); err != nil {
			return err
		}
	}
	return nil
}

// isOf says whether popularity decides where an object is.
func (rule *Popular) isOf(one object) bool {
	if rule.Except != "" && strings.HasPrefix(one.key, rule.Except) {
		return false
	}
	for _, sizes := range rule.Sizes {
		if (sizes.MinSize == nil || one.size >= *sizes.MinSize) && (sizes.MaxSize == nil || one.size <= *sizes.MaxSize) {
			return true
		}
	}
	return false
}

// wanted are the keys of a file, sorted.
func (rule *Popular) wanted(name string) ([]string, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s is empty or not there; top-keys.sh writes it", name)
	}
	defer file.Close()
	var want []string
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<16)
	for lines.Scan() {
		if key := lines.Text(); key != "" && strings.HasPrefix(key, rule.Prefix) && (rule.Except == "" || !strings.HasPrefix(key, rule.Except)) {
			want = append(want, key)
		}
	}
	if len(want) == 0 && lines.Err() == nil {
		return nil, fmt.Errorf("%s is empty or not there; top-keys.sh writes it", name)
	}
	slices.Sort(want)
	return slices.Compact(want), lines.Err()
}
