package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Backfill says what stands already and where it belongs.
type Backfill struct {
	To string
	// Flags are rclone's: sizes, the storage class.
	Flags []string
}

// copy has rclone copy these keys over whatever is there. It asks the target for nothing: the mover looks by itself, before and after.
func (run *Run) copy(ctx context.Context, from, to string, keys []string) error {
	file, err := os.CreateTemp(run.state, "copy-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	var list strings.Builder
	for _, key := range keys {
		// A list has a key a line; rclone cannot be told of others.
		if !strings.ContainsAny(key, "\r\n") {
			list.WriteString(key + "\n")
		}
	}
	_, err = file.WriteString(list.String())
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	args := append([]string{"copy", run.remote(from), run.remote(to), "--files-from-raw", file.Name(),
		"--no-traverse", "--no-check-dest", "--s3-no-head", "--metadata", "--retries", "1"}, run.plan.CopyFlags...)
	return run.rclone(ctx, args)
}

func (run *Run) remote(id string) string {
	return id + ":" + storeOf(run.plan.Stores, id).Bucket
}

// rclone runs it with the plan's remotes. It holds the lock as well, and so keeps the next run away if this one is killed.
func (run *Run) rclone(ctx context.Context, args []string) error {
	command := exec.CommandContext(ctx, "rclone", args...)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 10 * time.Second
	command.ExtraFiles = []*os.File{run.lock}
	command.Stdout, command.Stderr = os.Stderr, os.Stderr
	command.Env = os.Environ()
	for i := range run.plan.Stores {
		store := &run.plan.Stores[i]
		name := strings.ToUpper(store.ID)
		set := func(option, value string) {
			command.Env = append(command.Env, "RCLONE_CONFIG_"+name+"_"+option+"="+value)
		}
		for option, value := range store.Rclone {
			set(option, value)
		}
		for _, secret := range secretsOf(store) {
			set(strings.TrimPrefix(secret, name+"_"), os.Getenv(secret))
		}
	}
	return command.Run()
}

// backfill copies what stands to where the plan holds it, deletes nothing, and then has both sides compared.
func (run *Run) backfill(ctx context.Context, from string) error {
	if len(run.plan.Backfills) == 0 {
		return errors.New("the plan knows of nothing that stands")
	}
	var failed []string
	for i, one := range run.plan.Backfills {
		which := append([]string{}, one.Flags...)
		args := append([]string{"copy", from, run.remote(one.To), "--checksum", "--metadata"}, append(which, run.plan.CopyFlags...)...)
		if !run.goes {
			args = append(args, "--dry-run")
		}
		if err := run.rclone(ctx, args); err != nil {
			failed = append(failed, fmt.Sprintf("copy %s: %v", strconv.Itoa(i+1), err))
			continue
		}
		if !run.goes {
			continue
		}
		if err := run.rclone(ctx, append([]string{"check", from, run.remote(one.To), "--one-way"}, sizesOf(one.Flags)...)); err != nil {
			failed = append(failed, fmt.Sprintf("check %s: %v", strconv.Itoa(i+1), err))
		}
	}
	if len(failed) > 0 {
		return errors.New(strings.Join(failed, "; "))
	}
	return nil
}

// sizesOf leaves out flags that say how to write.
func sizesOf(flags []string) []string {
	var kept []string
	for i := 0; i+1 < len(flags); i += 2 {
		if flags[i] == "--min-size" || flags[i] == "--max-size" || flags[i] == "--filter" {
			kept = append(kept, flags[i], flags[i+1])
		}
	}
	return kept
}
