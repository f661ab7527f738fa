package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"go.yaml.in/yaml/v3"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/internal/cli"
)

// A container is one of a pod, as far as the examples use it.
type container struct {
	Image         string
	Command, Args []string
	Env           []struct {
		Name      string
		ValueFrom struct {
			SecretKeyRef struct{ Name, Key string } `yaml:"secretKeyRef"`
		} `yaml:"valueFrom"`
	}
	Ports []struct {
		ContainerPort int `yaml:"containerPort"`
	}
	VolumeMounts []struct {
		Name      string
		MountPath string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
}

// A manifest is one object of kubernetes.yaml.
type manifest struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		ServiceName string `yaml:"serviceName"`
		Selector    map[string]any
		Ports       []struct{ Port int }
		Template    struct {
			Metadata struct{ Labels map[string]any }
			Spec     struct {
				Containers []container
				Volumes    []struct {
					Name   string
					Secret struct {
						SecretName string `yaml:"secretName"`
					}
				}
			}
		}
		VolumeClaimTemplates []struct{ Metadata struct{ Name string } } `yaml:"volumeClaimTemplates"`
	}
}

// deployed reads a file of the examples.
func deployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// refused says why quock does not take the flags of a command line; "" if it does. What the
// flags do together is not tried: that takes a server.
func refused(line string) string {
	fields := strings.Fields(line)
	for i := range fields {
		fields[i] = strings.Trim(fields[i], `"'`)
	}
	end := slices.Index(fields, "--")
	if end < 0 || end == len(fields)-1 {
		return "it names no candidate"
	}
	var out bytes.Buffer
	if code := cli.Main(context.Background(), append(fields[1:end:end], "--help"), nil, io.Discard, &out); code != 0 {
		return fmt.Sprintf("exit %d: %s", code, out.String())
	}
	return ""
}

// lines returns the lines of a text that begin quock, each with those that go on behind \.
func lines(text string) []string {
	return regexp.MustCompile(`(?m)^\s*quock .*$`).FindAllString(strings.ReplaceAll(text, "\\\n", " "), -1)
}

// after is the word behind another one; "" if there is none.
func after(text, word string) string {
	fields := strings.Fields(text)
	if i := slices.Index(fields, word); i >= 0 && i+1 < len(fields) {
		return strings.Trim(fields[i+1], `"'`)
	}
	return ""
}

// TestDeploy reads the examples for a campaign on several machines, and does not run them: that
// takes a cluster. What it can be wrong in without one is held here.
func TestDeploy(t *testing.T) {
	if refused("quock fuzz --nats nats://nats:4222 --tokn x -- node reader.mjs") == "" {
		t.Fatal("a wrong flag is not seen")
	}
	page := deployed(t, "README.md")
	image := after(page, "-t")
	kubernetes(t, page, image)
	workflow(t, image)
	for _, line := range lines(page) {
		if why := refused(line); why != "" {
			t.Errorf("%s: %s", line, why)
		}
	}
	if want := "ARG QUOCK=quock/quock:" + runner.Version; !strings.Contains(deployed(t, "worker.Dockerfile"), want+"\n") {
		t.Errorf("the worker's image does not have %s", want)
	}
}

// kubernetes holds the parts of kubernetes.yaml against each other.
func kubernetes(t *testing.T, page, image string) {
	objects := map[string]manifest{}
	for d := yaml.NewDecoder(strings.NewReader(deployed(t, "kubernetes.yaml"))); ; {
		var m manifest
		err := d.Decode(&m)
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		objects[m.Kind] = m
	}
	service, set, job := objects["Service"], objects["StatefulSet"], objects["Job"]
	if len(objects) != 3 || len(set.Spec.Template.Spec.Containers) != 1 || len(job.Spec.Template.Spec.Containers) != 1 {
		t.Fatalf("a server with its service and a job are expected, and there are %v", objects)
	}
	nats, worker := set.Spec.Template.Spec.Containers[0], job.Spec.Template.Spec.Containers[0]
	command := strings.Join(lines(strings.Join(worker.Args, "\n")), "\n")
	if why := refused(command); why != "" {
		t.Errorf("the job's %q: %s", command, why)
	}

	// The server's flags are its own; the version is that of the one that quock embeds.
	o, err := server.ConfigureOptions(flag.NewFlagSet("nats-server", flag.ContinueOnError), nats.Args, nil, nil, nil)
	if err != nil || !o.JetStream || o.Authorization != "$("+nats.Env[0].Name+")" || o.StoreDir != nats.VolumeMounts[0].MountPath {
		t.Errorf("nats-server %q: %v", nats.Args, err)
	}
	if major, _, _ := strings.Cut(server.VERSION, "."); !strings.HasPrefix(nats.Image, "nats:"+major+".") {
		t.Errorf("%s is not of version %s", nats.Image, server.VERSION)
	}

	to, err := url.Parse(after(command, "--nats"))
	secret, volume := nats.Env[0].ValueFrom.SecretKeyRef, job.Spec.Template.Spec.Volumes[0]
	for what, same := range map[string][]string{
		"the server's address":        {to.Host, fmt.Sprintf("%s:%d", service.Metadata.Name, service.Spec.Ports[0].Port)},
		"the server's port":           {fmt.Sprint(service.Spec.Ports[0].Port), fmt.Sprint(nats.Ports[0].ContainerPort)},
		"the server's labels":         {fmt.Sprint(service.Spec.Selector), fmt.Sprint(set.Spec.Template.Metadata.Labels)},
		"the server's name":           {service.Metadata.Name, set.Spec.ServiceName},
		"the server's volume":         {set.Spec.VolumeClaimTemplates[0].Metadata.Name, nats.VolumeMounts[0].Name},
		"the secret":                  {after(page, "generic"), secret.Name, volume.Secret.SecretName},
		"the worker's volume":         {volume.Name, worker.VolumeMounts[0].Name},
		"the file of the token":       {after(command, "--token"), worker.VolumeMounts[0].MountPath + "/" + secret.Key},
		"the key of the token":        {"--from-literal=" + secret.Key + "=", regexp.MustCompile(`--from-literal=\w+=`).FindString(page)},
		"the worker's image":          {image, worker.Image},
		"the campaign":                {after(command, "--campaign"), after(page, "--campaign")},
		"the build that is the image": {"registry.example.com/" + after(command, "--build"), image},
	} {
		if len(slices.Compact(same)) != 1 || same[0] == "" {
			t.Errorf("%s differs or is missing: %q", what, same)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// workflow holds github.yml against the flags of quock.
func workflow(t *testing.T, image string) {
	var w struct {
		Jobs map[string]struct {
			Container struct{ Image string }
			Strategy  struct{ Matrix map[string][]int }
			Steps     []struct {
				Env map[string]string
				Run string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(deployed(t, "github.yml")), &w); err != nil {
		t.Fatal(err)
	}
	work := w.Jobs["work"]
	if work.Container.Image != image || len(work.Strategy.Matrix["worker"]) < 2 {
		t.Errorf("image %q, matrix %v", work.Container.Image, work.Strategy.Matrix)
	}
	var wrote string
	commands := 0
	for _, step := range work.Steps {
		for _, name := range regexp.MustCompile(`\$([A-Z_]+)`).FindAllStringSubmatch(step.Run, -1) {
			if step.Env[name[1]] == "" {
				t.Errorf("%q has no variable %s", step.Run, name[1])
			}
		}
		if strings.Contains(step.Env["TOKEN"], "secrets.QUOCK_NATS_TOKEN") {
			wrote = after(step.Run, ">")
		}
		for _, line := range lines(step.Run) {
			commands++
			if why := refused(line); why != "" || after(line, "--token") != wrote {
				t.Errorf("%q, with the token in %q: %s", line, wrote, why)
			}
		}
	}
	if commands != 1 || !strings.Contains(deployed(t, "README.md"), "`QUOCK_NATS_TOKEN` is a secret") {
		t.Errorf("%d commands of quock, and the page names the secret otherwise", commands)
	}
}
