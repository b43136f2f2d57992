// Command client-go measures how long client-go takes for what the bench of kubeatlas measures: from the bytes of a
// discovery document to a RESTMapper, and a lookup in it. It prints one line of JSON.
//
//	client-go FILE WORD KIND GROUP MISS ROUNDS
//
// Or how long it takes by the clock to make a RESTMapper of a server, connections open:
//
//	client-go discover URL ROUNDS
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

// answers is a server without a network: the document at /apis, no groups at /api.
type answers []byte

func (document answers) RoundTrip(request *http.Request) (*http.Response, error) {
	body := []byte(`{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","items":[]}`)
	if request.URL.Path == "/apis" {
		body = document
	}
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {aggregated}},
		Body:       io.NopCloser(bytes.NewReader(body)),
		Request:    request,
	}, nil
}

func main() {
	if os.Args[1] == "discover" {
		discover(os.Args[2], os.Args[3])
		return
	}
	file, word, kind, group, miss := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	rounds, err := strconv.Atoi(os.Args[6])
	check(err)
	document, err := os.ReadFile(file)
	check(err)

	var ready []float64
	client := discoveryClient(document)
	for range rounds {
		runtime.GC()
		start := processorTime()
		_, err := restMapper(discoveryClient(document))
		check(err)
		ready = append(ready, milliseconds(processorTime()-start))
	}
	mapper, err := restMapper(client)
	check(err)
	resource := schema.GroupVersionResource{Resource: word}
	lookups := map[string][]float64{
		"kindFor":     timed(rounds, func() error { _, err := mapper.KindFor(resource); return err }),
		"resourceFor": timed(rounds, func() error { _, err := mapper.ResourceFor(resource); return err }),
		"mappingFor": timed(rounds, func() error {
			_, err := mapper.RESTMapping(schema.GroupKind{Group: group, Kind: kind})
			return err
		}),
		"resolve": timed(rounds, func() error {
			// As kubectl turns a word into a mapping (cli-runtime, resource.Builder), its list of short names left out.
			found, err := mapper.KindFor(resource)
			if err != nil {
				return err
			}
			_, err = mapper.RESTMapping(found.GroupKind(), found.Version)
			return err
		}),
		"miss": timed(rounds, func() error {
			if _, err := mapper.KindFor(schema.GroupVersionResource{Resource: miss}); err == nil {
				return fmt.Errorf("%s is there", miss)
			}
			return nil
		}),
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"readyMs": ready, "lookupMs": lookups}))
}

func discover(url, count string) {
	rounds, err := strconv.Atoi(count)
	check(err)
	var times []float64
	for range rounds {
		client, err := discovery.NewDiscoveryClientForConfig(&rest.Config{Host: url})
		check(err)
		// What it answers does not matter: the connection is open then.
		_ = client.RESTClient().Get().AbsPath("/nothing").Do(context.Background()).Error()
		start := time.Now()
		_, err = restMapper(client)
		check(err)
		times = append(times, milliseconds(time.Since(start)))
	}
	check(json.NewEncoder(os.Stdout).Encode(times))
}

func discoveryClient(document []byte) *discovery.DiscoveryClient {
	client, err := discovery.NewDiscoveryClientForConfigAndClient(
		&rest.Config{Host: "http://server"},
		&http.Client{Transport: answers(document)},
	)
	check(err)
	return client
}

func restMapper(client discovery.DiscoveryInterface) (meta.RESTMapper, error) {
	resources, err := restmapper.GetAPIGroupResources(client)
	if err != nil {
		return nil, err
	}
	return restmapper.NewDiscoveryRESTMapper(resources), nil
}

// timed asks once for each sample: lookups of client-go take milliseconds.
func timed(rounds int, ask func() error) []float64 {
	var samples []float64
	for range rounds {
		start := processorTime()
		check(ask())
		samples = append(samples, milliseconds(processorTime()-start))
	}
	return samples
}

// processorTime is that of all threads, the garbage collector's included, as on the other side.
func processorTime() time.Duration {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func milliseconds(duration time.Duration) float64 { return float64(duration.Nanoseconds()) / 1e6 }

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
