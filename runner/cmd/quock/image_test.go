package main

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A release is the part of goreleaser's configuration that the image depends on.
type release struct {
	Builds []struct {
		Main         string
		Env          []string
		Goos, Goarch []string
	}
	DockersV2 []struct {
		Images, Platforms []string
		Dockerfile        string
	} `yaml:"dockers_v2"`
}

// TestImage reads the definition of the container image, and does not build it: that takes
// an engine, which "make release-snapshot" uses where one is running. What it can be wrong
// in without one is held here: a base that has no libraries takes a binary without cgo, for
// each platform of the image.
func TestImage(t *testing.T) {
	const root = "../../../"
	text, err := os.ReadFile(root + ".goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var r release
	if err := yaml.Unmarshal(text, &r); err != nil || len(r.Builds) != 1 || len(r.DockersV2) != 1 {
		t.Fatalf("%d builds and %d images: %v", len(r.Builds), len(r.DockersV2), err)
	}
	build, image := r.Builds[0], r.DockersV2[0]
	for _, platform := range image.Platforms {
		goos, goarch := path.Split(platform)
		if !slices.Contains(build.Goos, path.Clean(goos)) || !slices.Contains(build.Goarch, goarch) {
			t.Errorf("the image is for %s, and no binary is built for it", platform)
		}
	}
	file, err := os.ReadFile(root + image.Dockerfile)
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string][]string{}
	for line := range strings.Lines(string(file)) {
		if fields := strings.Fields(line); len(fields) > 1 && !strings.HasPrefix(line, "#") {
			steps[fields[0]] = append(steps[fields[0]], fields[1:]...)
		}
	}
	if from := strings.Join(steps["FROM"], " "); from != "scratch" {
		t.Errorf("it is FROM %s, and not scratch", from)
	}
	if copied := steps["COPY"]; len(copied) != 2 || copied[0] != "$TARGETPLATFORM/quock" || len(steps["ENTRYPOINT"]) != 1 || steps["ENTRYPOINT"][0] != `["`+copied[1]+`"]` {
		t.Errorf("it copies %q and starts %q", copied, steps["ENTRYPOINT"])
	}
	if !slices.Contains(build.Env, "CGO_ENABLED=0") {
		t.Error("the image has no C library, and the binary is built with cgo")
	}
	if path.Base(path.Clean(build.Main)) != "quock" {
		t.Errorf("the image copies quock, and %s is built", build.Main)
	}
}
