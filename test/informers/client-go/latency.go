package main

import (
	"bufio"
	"context"
	"os"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// When the object was written last, in microseconds, is in this annotation.
const writtenAt = "bench.kubeatlas.dev/written-at"

// An arrival is a write that a reconcile has seen. Times are microseconds since 1970.
type arrival struct {
	Name      string `json:"name"`
	WrittenAt int64  `json:"writtenAt"`
	ArrivedAt int64  `json:"arrivedAt"`
}

// A ready controller has reconciled what was there at the start.
type ready struct {
	Ready bool `json:"ready"`
}

// latency runs a controller of all pods, an informer, a work queue and one worker, and tells when a write of an object
// reaches its reconcile, until the input ends:
//
//	client-go latency URL
//
// The authority (PEM) and the token come from the environment.
func latency(url string) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	client := must(kubernetes.NewForConfig(&rest.Config{
		Host:            url,
		BearerToken:     os.Getenv("TOKEN"),
		TLSClientConfig: rest.TLSClientConfig{CAData: []byte(os.Getenv("CA"))},
		QPS:             -1,
		ContentConfig: rest.ContentConfig{
			ContentType:        "application/vnd.kubernetes.protobuf",
			AcceptContentTypes: "application/vnd.kubernetes.protobuf,application/json",
		},
	}))
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	defer queue.ShutDown()
	informer := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
	add := func(object any) { queue.Add(must(cache.DeletionHandlingMetaNamespaceKeyFunc(object))) }
	must(informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    add,
		UpdateFunc: func(_, object any) { add(object) },
		DeleteFunc: add,
	}))
	go informer.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		panic("never synced")
	}
	go wait.UntilWithContext(ctx, func(context.Context) {
		for {
			key, shutdown := queue.Get()
			if shutdown {
				return
			}
			reconcile(informer.GetStore(), key)
			queue.Forget(key)
			queue.Done(key)
		}
	}, time.Second)
	check(wait.PollUntilContextCancel(ctx, 10*time.Millisecond, true, func(context.Context) (bool, error) {
		return queue.Len() == 0, nil
	}))
	tell(ready{true})
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
	}
}

func reconcile(store cache.Store, key string) {
	object, exists, err := store.GetByKey(key)
	check(err)
	if !exists {
		return
	}
	pod := object.(*corev1.Pod)
	if written, err := strconv.ParseInt(pod.Annotations[writtenAt], 10, 64); err == nil {
		tell(arrival{pod.Name, written, time.Now().UnixMicro()})
	}
}
