package main

import (
	"bufio"
	"context"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// What informers took until all were synced.
type measured struct {
	ClockMs     float64 `json:"clockMs"`
	ProcessorMs float64 `json:"processorMs"`
	// The heap in use after a collection, and before there was an informer.
	HeapBytes uint64 `json:"heapBytes"`
	Objects   int    `json:"objects"`
}

// measure runs so many informers of all pods on a server, each with a store of its own, tells what they took, and stays
// until the input ends:
//
//	client-go measure URL typed|metadata COUNT
//
// The authority (PEM) and the token come from the environment.
func measure(url, form string, count int) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	config := &rest.Config{
		Host:            url,
		BearerToken:     os.Getenv("TOKEN"),
		TLSClientConfig: rest.TLSClientConfig{CAData: []byte(os.Getenv("CA"))},
		QPS:             -1,
	}
	heap := heapInUse()
	start, processor := time.Now(), processorTime()
	var all []cache.SharedIndexInformer
	for range count {
		informer := podInformer(rest.CopyConfig(config), form)
		all = append(all, informer)
		go informer.Run(ctx.Done())
	}
	for _, informer := range all {
		if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
			panic("never synced")
		}
	}
	clock, processor := time.Since(start), processorTime()-processor
	objects := 0
	for _, informer := range all {
		objects += len(informer.GetStore().ListKeys())
	}
	tell(measured{milliseconds(clock), milliseconds(processor), heapInUse() - heap, objects})
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
	}
	runtime.KeepAlive(all)
}

// As controllers make them: protobuf first, without managedFields, which nobody reads.
func podInformer(config *rest.Config, form string) cache.SharedIndexInformer {
	var informer cache.SharedIndexInformer
	if form == "metadata" {
		pods := schema.GroupVersionResource{Version: "v1", Resource: "pods"}
		informer = metadatainformer.NewSharedInformerFactory(must(metadata.NewForConfig(config)), 0).ForResource(pods).Informer()
	} else {
		config.ContentType = "application/vnd.kubernetes.protobuf"
		config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
		informer = informers.NewSharedInformerFactory(must(kubernetes.NewForConfig(config)), 0).Core().V1().Pods().Informer()
	}
	check(informer.SetTransform(func(object any) (any, error) {
		must(meta.Accessor(object)).SetManagedFields(nil)
		return object, nil
	}))
	return informer
}

func heapInUse() uint64 {
	var stats runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func milliseconds(duration time.Duration) float64 {
	return float64(duration.Nanoseconds()) / 1e6
}

func count(word string) int {
	return must(strconv.Atoi(word))
}
