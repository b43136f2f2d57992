// Command client-go runs informers of client-go on a server and tells what they see, a JSON value a line:
//
//	client-go URL NAMESPACE
//	client-go measure URL typed|metadata COUNT
//	client-go latency URL
//
// Three informers run: config maps as Go types, widgets of example.com/v1 as unstructured objects, and the metadata of
// secrets. They are made as controllers make them. A line on standard input asks for their stores; its end is the end.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// A step is something that an informer saw.
type step struct {
	Informer string `json:"informer"`
	// add, update, delete, synced or error.
	Type string `json:"type"`
	Name string `json:"name,omitempty"`
	// What the object holds, read from the place that this kind of informer gets to see.
	Value string `json:"value,omitempty"`
	// The deletion itself was not seen.
	Unseen bool   `json:"unseen,omitempty"`
	Error  string `json:"error,omitempty"`
}

// A state is what the stores of all informers hold: names and values.
type state struct {
	Stores map[string][]string `json:"stores"`
}

var (
	output = json.NewEncoder(os.Stdout)
	lock   sync.Mutex
)

func tell(line any) {
	lock.Lock()
	defer lock.Unlock()
	check(output.Encode(line))
}

func main() {
	switch os.Args[1] {
	case "measure":
		measure(os.Args[2], os.Args[3], count(os.Args[4]))
		return
	case "latency":
		latency(os.Args[2])
		return
	}
	// What goes wrong on the way is part of what is tried.
	klog.SetLogger(klog.Logger{})
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	all := start(ctx, &rest.Config{Host: os.Args[1], QPS: -1}, os.Args[2])
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		stores := map[string][]string{}
		for name, informer := range all {
			stores[name] = contents(informer.GetStore())
		}
		tell(state{stores})
	}
}

func start(ctx context.Context, config *rest.Config, namespace string) map[string]cache.SharedIndexInformer {
	// As controllers ask: protobuf first.
	binary := rest.CopyConfig(config)
	binary.ContentType = "application/vnd.kubernetes.protobuf"
	binary.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	typed := must(kubernetes.NewForConfig(binary))
	unstructured := must(dynamic.NewForConfig(config))
	partial := must(metadata.NewForConfig(config))

	widgets := schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "widgets"}
	secrets := schema.GroupVersionResource{Version: "v1", Resource: "secrets"}
	all := map[string]cache.SharedIndexInformer{
		"typed": informers.NewSharedInformerFactoryWithOptions(typed, 0, informers.WithNamespace(namespace)).
			Core().V1().ConfigMaps().Informer(),
		"dynamic": dynamicinformer.NewFilteredDynamicSharedInformerFactory(unstructured, 0, namespace, nil).
			ForResource(widgets).Informer(),
		"metadata": metadatainformer.NewFilteredSharedInformerFactory(partial, 0, namespace, nil).
			ForResource(secrets).Informer(),
	}
	for name, informer := range all {
		check(informer.SetWatchErrorHandler(func(_ *cache.Reflector, err error) {
			tell(step{Informer: name, Type: "error", Error: err.Error()})
		}))
		handle := must(informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { tell(seen(name, "add", object)) },
			UpdateFunc: func(_, object any) { tell(seen(name, "update", object)) },
			DeleteFunc: func(object any) { tell(seen(name, "delete", object)) },
		}))
		go informer.Run(ctx.Done())
		go func() {
			if cache.WaitForCacheSync(ctx.Done(), handle.HasSynced) {
				tell(step{Informer: name, Type: "synced"})
			}
		}()
	}
	return all
}

func seen(informer, kind string, object any) step {
	unknown, unseen := object.(cache.DeletedFinalStateUnknown)
	if unseen {
		object = unknown.Obj
	}
	return step{Informer: informer, Type: kind, Name: must(meta.Accessor(object)).GetName(), Value: valueOf(object), Unseen: unseen}
}

func valueOf(object any) string {
	switch object := object.(type) {
	case *corev1.ConfigMap:
		return object.Data["value"]
	case *unstructured.Unstructured:
		value, _, err := unstructured.NestedString(object.Object, "spec", "value")
		check(err)
		return value
	case *metav1.PartialObjectMetadata:
		return object.Annotations["value"]
	default:
		panic(fmt.Sprintf("an informer gave a %T", object))
	}
}

func contents(store cache.Store) []string {
	names := []string{}
	for _, object := range store.List() {
		names = append(names, must(meta.Accessor(object)).GetName()+" "+valueOf(object))
	}
	slices.Sort(names)
	return names
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
