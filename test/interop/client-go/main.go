// Command interop does with a server what controllers and tools in Go do, and prints the outcome of each step, a line each:
//
//	interop KUBECONFIG
//
// What differs from server to server by its nature (uids, versions, times) is not printed.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-logr/logr"
	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	applyappsv1 "k8s.io/client-go/applyconfigurations/apps/v1"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	applymetav1 "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/record"
	"k8s.io/klog/v2"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const ns = "interop"

var (
	ctx    = context.Background()
	config *rest.Config
	typed  *kubernetes.Clientset
	lock   sync.Mutex
)

func main() {
	klog.SetLogger(logr.Discard())
	ctrl.SetLogger(logr.Discard())
	klog.SetOutput(io.Discard)
	var err error
	config, err = clientcmd.BuildConfigFromFlags("", os.Args[1])
	must(err)
	config.QPS = -1
	config.UserAgent = "interop/1"
	inProtobuf := rest.CopyConfig(config)
	inProtobuf.ContentType = runtime.ContentTypeProtobuf
	inProtobuf.AcceptContentTypes = runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON
	typed, err = kubernetes.NewForConfig(inProtobuf)
	must(err)
	_, err = typed.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: ns}}, metav1.CreateOptions{})
	must(err)
	for _, part := range []struct {
		name string
		run  func(say func(string, ...any))
	}{
		{"discovery", discover}, {"typed", useTyped}, {"reviews", review}, {"watch", useWatch}, {"dynamic", useDynamic},
		{"metadata", useMetadata}, {"scale", useScale}, {"informers", inform}, {"leader election", elect}, {"events", record_},
		{"apply", apply}, {"controller-runtime", reconcile},
	} {
		runPart(part.name, part.run)
	}
}

func runPart(name string, run func(say func(string, ...any))) {
	step := 0
	say := func(what string, values ...any) {
		lock.Lock()
		defer lock.Unlock()
		step++
		texts := make([]string, len(values))
		for i, value := range values {
			texts[i] = textOf(value)
		}
		fmt.Printf("%s/%d %s: %s\n", name, step, what, strings.Join(texts, " "))
	}
	defer func() {
		if problem := recover(); problem != nil {
			say("panic", fmt.Sprint(problem))
			fmt.Fprintln(os.Stderr, string(debug.Stack()))
		}
	}()
	run(say)
}

func textOf(value any) string {
	switch value := value.(type) {
	case nil:
		return "ok"
	case error:
		return fmt.Sprintf("%s %s", errors.ReasonForError(value), plain(value.Error()))
	case string:
		return value
	}
	text, err := json.Marshal(value)
	must(err)
	return string(text)
}

// plain leaves out what is different each time.
func plain(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		if len(strings.Trim(word, "(),")) == 36 && strings.Count(word, "-") == 4 {
			words[i] = "UID"
		}
	}
	return strings.Join(words, " ")
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func until(what string, done func() bool) {
	err := wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, 15*time.Second, true, func(context.Context) (bool, error) { return done(), nil })
	if err != nil {
		panic("waited in vain: " + what)
	}
}

func discover(say func(string, ...any)) {
	// With the types of bodies that typed clients have.
	for _, client := range []discovery.DiscoveryInterface{typed.Discovery(), discovery.NewDiscoveryClientForConfigOrDie(config)} {
		version, err := client.ServerVersion()
		must(err)
		say("version", version.Major+"."+version.Minor)
		groups, err := client.ServerGroups()
		must(err)
		say("apps", groups.Groups[slices.IndexFunc(groups.Groups, func(g metav1.APIGroup) bool { return g.Name == "apps" })].PreferredVersion)
		_, lists, err := client.ServerGroupsAndResources()
		say("errors", err)
		slices.SortFunc(lists, func(a, b *metav1.APIResourceList) int { return strings.Compare(a.GroupVersion, b.GroupVersion) })
		for _, list := range lists {
			names := []string{}
			for _, resource := range list.APIResources {
				names = append(names, resource.Name)
			}
			slices.Sort(names)
			say(list.GroupVersion, names)
		}
	}
	resources, err := typed.Discovery().ServerResourcesForGroupVersion("apps/v1")
	must(err)
	say("verbs", resources.APIResources[0].Name, resources.APIResources[0].Verbs)
	_, err = typed.Discovery().ServerResourcesForGroupVersion("nothing.example/v1")
	say("no group", err)
	paths, err := typed.Discovery().OpenAPIV3().Paths()
	_, ok := paths["apis/apps/v1"]
	say("OpenAPI", ok, err)
}

func podOf(name string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "front"}},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: "example.org/main:1"}}},
	}
}

func deploymentOf(name string) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: ns},
		Spec: appsv1.DeploymentSpec{
			Replicas: ptr.To[int32](2),
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: podOf("").Spec},
		},
	}
}

func mapOf(name string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "front"}}, Data: data}
}

func useTyped(say func(string, ...any)) {
	maps := typed.CoreV1().ConfigMaps(ns)
	made, err := maps.Create(ctx, mapOf("a", map[string]string{"k": "v"}), metav1.CreateOptions{})
	say("create", made.Data, made.Namespace, made.UID != "", !made.CreationTimestamp.IsZero(), err)
	_, err = maps.Create(ctx, mapOf("a", nil), metav1.CreateOptions{})
	say("create again", err)
	_, err = maps.Create(ctx, mapOf("NOT A NAME", nil), metav1.CreateOptions{})
	say("create a wrong name", err)
	generated, err := maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{GenerateName: "g-"}}, metav1.CreateOptions{})
	say("generated name", len(generated.Name), err)
	_, err = maps.Create(ctx, mapOf("trial", nil), metav1.CreateOptions{DryRun: []string{"All"}})
	say("dry run", err)
	_, err = maps.Get(ctx, "trial", metav1.GetOptions{})
	say("get nothing", err)
	made.Data["k"] = "w"
	updated, err := maps.Update(ctx, made, metav1.UpdateOptions{})
	say("update", updated.Data, updated.ResourceVersion != made.ResourceVersion, err)
	_, err = maps.Update(ctx, made, metav1.UpdateOptions{})
	say("update of an old version", err)
	patched, err := maps.Patch(ctx, "a", types.StrategicMergePatchType, []byte(`{"data":{"p":"q"}}`), metav1.PatchOptions{})
	say("strategic merge patch", patched.Data, err)
	patched, err = maps.Patch(ctx, "a", types.JSONPatchType, []byte(`[{"op":"remove","path":"/data/p"}]`), metav1.PatchOptions{})
	say("JSON patch", patched.Data, err)
	list, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "app=front", FieldSelector: "metadata.name=a"})
	say("list", len(list.Items), list.ResourceVersion != "", err)
	page, err := maps.List(ctx, metav1.ListOptions{Limit: 1})
	say("page", len(page.Items), page.Continue != "", page.RemainingItemCount, err)
	_, err = maps.List(ctx, metav1.ListOptions{Continue: "nonsense"})
	say("a broken page", errors.ReasonForError(err))
	err = maps.Delete(ctx, "a", metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions("other")})
	say("delete of another", errors.ReasonForError(err))
	say("delete", maps.Delete(ctx, "a", *metav1.NewPreconditionDeleteOptions(string(made.UID))))
	say("delete again", maps.Delete(ctx, "a", metav1.DeleteOptions{}))
	say("delete a collection", maps.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "app=none"}))

	secret, err := typed.CoreV1().Secrets(ns).Create(ctx, &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: "s"}, Data: map[string][]byte{"b": {0, 255}}, StringData: map[string]string{"t": "text"},
	}, metav1.CreateOptions{})
	say("secret", secret.Data, secret.StringData, secret.Type, err)

	pods := typed.CoreV1().Pods(ns)
	pod, err := pods.Create(ctx, podOf("front"), metav1.CreateOptions{})
	say("pod", pod.Status.Phase, pod.Spec.RestartPolicy, pod.Spec.Containers[0].ImagePullPolicy, err)
	pod.Status.Phase = corev1.PodRunning
	pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}}
	pod, err = pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	say("status", pod.Status.Phase, len(pod.Status.Conditions), err)
	running, err := pods.List(ctx, metav1.ListOptions{FieldSelector: "status.phase=Running"})
	say("running pods", len(running.Items), err)
	pod.Spec.Containers[0].Name = "other"
	_, err = pods.Update(ctx, pod, metav1.UpdateOptions{})
	say("immutable", errors.ReasonForError(err))
	err = pods.EvictV1(ctx, &policyv1.Eviction{ObjectMeta: metav1.ObjectMeta{Name: "front"}})
	say("eviction", err)
	_, err = pods.Get(ctx, "front", metav1.GetOptions{})
	say("evicted", err)

	deployments := typed.AppsV1().Deployments(ns)
	deployment, err := deployments.Create(ctx, deploymentOf("web"), metav1.CreateOptions{})
	say("deployment", deployment.Generation, deployment.Spec.Replicas, err)
	deployment.Spec.Replicas = ptr.To[int32](3)
	deployment, err = deployments.Update(ctx, deployment, metav1.UpdateOptions{})
	say("deployment updated", deployment.Generation, deployment.Spec.Replicas, err)
	again, err := deployments.Update(ctx, deployment, metav1.UpdateOptions{})
	say("update of nothing", again.Generation, again.ResourceVersion == deployment.ResourceVersion, err)
	count, err := deployments.GetScale(ctx, "web", metav1.GetOptions{})
	say("scale", count.Spec, err)
	count, err = deployments.UpdateScale(ctx, "web", &autoscalingv1.Scale{ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: ns}, Spec: autoscalingv1.ScaleSpec{Replicas: 5}}, metav1.UpdateOptions{})
	say("scaled", count.Spec, err)

	_, err = typed.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{}, metav1.CreateOptions{})
	say("no name", err)
	role, err := typed.CoreV1().ServiceAccounts(ns).Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}, metav1.CreateOptions{})
	say("service account", role.Name, err)
	token, err := typed.CoreV1().ServiceAccounts(ns).CreateToken(ctx, "robot", &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{Audiences: []string{"a"}, ExpirationSeconds: ptr.To[int64](3600)}}, metav1.CreateOptions{})
	say("token", token.Status.Token != "", token.Spec.Audiences, err)
}

func review(say func(string, ...any)) {
	own, err := typed.AuthenticationV1().SelfSubjectReviews().Create(ctx, &authenticationv1.SelfSubjectReview{}, metav1.CreateOptions{})
	say("self", slices.Contains(own.Status.UserInfo.Groups, "system:masters"), err)
	access, err := typed.AuthorizationV1().SelfSubjectAccessReviews().Create(ctx, &authorizationv1.SelfSubjectAccessReview{
		Spec: authorizationv1.SelfSubjectAccessReviewSpec{ResourceAttributes: &authorizationv1.ResourceAttributes{Verb: "get", Resource: "pods"}},
	}, metav1.CreateOptions{})
	say("access", access.Status.Allowed, err)
	rules, err := typed.AuthorizationV1().SelfSubjectRulesReviews().Create(ctx, &authorizationv1.SelfSubjectRulesReview{Spec: authorizationv1.SelfSubjectRulesReviewSpec{Namespace: ns}}, metav1.CreateOptions{})
	say("rules", len(rules.Status.ResourceRules) > 0, err)
}

func useWatch(say func(string, ...any)) {
	maps := typed.CoreV1().ConfigMaps(ns)
	list, err := maps.List(ctx, metav1.ListOptions{})
	must(err)
	watcher, err := maps.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion, LabelSelector: "app=front", AllowWatchBookmarks: true, TimeoutSeconds: ptr.To[int64](3)})
	must(err)
	made, err := maps.Create(ctx, mapOf("watched", map[string]string{"a": "b"}), metav1.CreateOptions{})
	must(err)
	made.Labels = nil
	_, err = maps.Update(ctx, made, metav1.UpdateOptions{})
	must(err)
	must(maps.Delete(ctx, "watched", metav1.DeleteOptions{}))
	for event := range watcher.ResultChan() {
		if event.Type == watch.Bookmark {
			continue
		}
		say("event", event.Type, event.Object.(*corev1.ConfigMap).Data)
	}
}

var (
	widgets     = schema.GroupVersionResource{Group: "interop.example", Version: "v1", Resource: "widgets"}
	definitions = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
)

func widget(name string, size int64) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "interop.example/v1", "kind": "Widget",
		"metadata": map[string]any{"name": name},
		"spec":     map[string]any{"size": size},
	}}
}

func useDynamic(say func(string, ...any)) {
	all := dynamic.NewForConfigOrDie(config)
	definition := map[string]any{}
	must(json.Unmarshal([]byte(`{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "widgets.interop.example"},
		"spec": {"group": "interop.example", "scope": "Namespaced", "names": {"plural": "widgets", "kind": "Widget"},
			"versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}, "scale": {
				"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"}}, "schema": {"openAPIV3Schema": {
				"type": "object", "properties": {
					"spec": {"type": "object", "properties": {"size": {"type": "integer", "maximum": 9}, "mode": {"type": "string", "default": "fast"}}},
					"status": {"type": "object", "properties": {"size": {"type": "integer"}}}}}}}]}}`), &definition))
	_, err := all.Resource(definitions).Create(ctx, &unstructured.Unstructured{Object: definition}, metav1.CreateOptions{})
	say("definition", err)
	until("the definition is established", func() bool {
		object, err := all.Resource(definitions).Get(ctx, "widgets.interop.example", metav1.GetOptions{})
		must(err)
		conditions, _, _ := unstructured.NestedSlice(object.Object, "status", "conditions")
		return slices.ContainsFunc(conditions, func(c any) bool {
			condition := c.(map[string]any)
			return condition["type"] == "Established" && condition["status"] == "True"
		})
	})
	until("widgets are served", func() bool {
		_, err := all.Resource(widgets).Namespace(ns).List(ctx, metav1.ListOptions{})
		return err == nil
	})
	handle := all.Resource(widgets).Namespace(ns)
	var made *unstructured.Unstructured
	until("a widget can be stored", func() bool {
		made, err = handle.Create(ctx, widget("one", 3), metav1.CreateOptions{})
		return !errors.IsTooManyRequests(err)
	})
	say("create", made.Object["spec"], made.GetGeneration(), err)
	_, err = handle.Create(ctx, widget("two", 10), metav1.CreateOptions{})
	say("too large", err)
	must(unstructured.SetNestedField(made.Object, int64(4), "spec", "size"))
	must(unstructured.SetNestedField(made.Object, int64(7), "status", "size"))
	made, err = handle.Update(ctx, made, metav1.UpdateOptions{})
	say("update", made.Object["spec"], made.Object["status"], made.GetGeneration(), err)
	must(unstructured.SetNestedField(made.Object, int64(7), "status", "size"))
	made, err = handle.UpdateStatus(ctx, made, metav1.UpdateOptions{})
	say("status", made.Object["spec"], made.Object["status"], made.GetGeneration(), err)
	made, err = handle.Patch(ctx, "one", types.MergePatchType, []byte(`{"spec":{"size":5}}`), metav1.PatchOptions{})
	say("patch", made.Object["spec"], err)
	made, err = handle.Apply(ctx, "one", &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "interop.example/v1", "kind": "Widget", "spec": map[string]any{"size": int64(6)},
	}}, metav1.ApplyOptions{FieldManager: "applier"})
	say("apply", err)
	list, err := handle.List(ctx, metav1.ListOptions{})
	say("list", list.GetKind(), len(list.Items), err)
	maps, err := all.Resource(corev1.SchemeGroupVersion.WithResource("namespaces")).List(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + ns})
	say("namespaces", len(maps.Items), maps.Items[0].GetLabels(), err)
}

func useMetadata(say func(string, ...any)) {
	all := metadata.NewForConfigOrDie(config)
	handle := all.Resource(widgets).Namespace(ns)
	list, err := handle.List(ctx, metav1.ListOptions{})
	say("custom resources", len(list.Items), err)
	one, err := handle.Patch(ctx, "one", types.MergePatchType, []byte(`{"metadata":{"labels":{"a":"b"}}}`), metav1.PatchOptions{})
	say("patch", one.Kind, one.Labels, one.Generation, err)
	secrets, err := all.Resource(corev1.SchemeGroupVersion.WithResource("secrets")).Namespace(ns).List(ctx, metav1.ListOptions{})
	say("secrets", len(secrets.Items), secrets.Items[0].Name, err)
	_, err = handle.Get(ctx, "nothing", metav1.GetOptions{})
	say("nothing", err)
	say("delete", handle.Delete(ctx, "nothing", metav1.DeleteOptions{PropagationPolicy: ptr.To(metav1.DeletePropagationBackground)}))
}

func useScale(say func(string, ...any)) {
	client := discovery.NewDiscoveryClientForConfigOrDie(config)
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	mapping, err := mapper.RESTMapping(schema.GroupKind{Group: "apps", Kind: "Deployment"})
	must(err)
	say("mapping", mapping.Resource.String(), mapping.Scope.Name())
	_, err = mapper.RESTMapping(schema.GroupKind{Group: "apps", Kind: "Nothing"})
	say("no mapping", err)
	scales, err := scale.NewForConfig(config, mapper, dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(client))
	must(err)
	for _, resource := range []struct {
		of   schema.GroupResource
		name string
	}{{schema.GroupResource{Group: "apps", Resource: "deployments"}, "web"}, {widgets.GroupResource(), "one"}} {
		got, err := scales.Scales(ns).Get(ctx, resource.of, resource.name, metav1.GetOptions{})
		must(err)
		say("get", resource.of.String(), got.Spec, got.Status.Selector)
		got.Spec.Replicas = 1
		got, err = scales.Scales(ns).Update(ctx, resource.of, got, metav1.UpdateOptions{})
		say("update", got.Spec, err)
		got, err = scales.Scales(ns).Patch(ctx, resource.of.WithVersion("v1"), resource.name, types.MergePatchType, []byte(`{"spec":{"replicas":2}}`), metav1.PatchOptions{})
		say("patch", got.Spec, err)
	}
}

func inform(say func(string, ...any)) {
	stop := make(chan struct{})
	defer close(stop)
	ofMaps := informers.NewSharedInformerFactoryWithOptions(typed, 0, informers.WithNamespace(ns))
	ofWidgets := dynamicinformer.NewFilteredDynamicSharedInformerFactory(dynamic.NewForConfigOrDie(config), 0, ns, nil)
	ofSecrets := metadatainformer.NewFilteredSharedInformerFactory(metadata.NewForConfigOrDie(config), 0, ns, nil)
	all := map[string]cache.SharedIndexInformer{
		"config maps": ofMaps.Core().V1().ConfigMaps().Informer(),
		"widgets":     ofWidgets.ForResource(widgets).Informer(),
		"secrets":     ofSecrets.ForResource(corev1.SchemeGroupVersion.WithResource("secrets")).Informer(),
	}
	var mutex sync.Mutex
	seen := map[string][]string{}
	for name, informer := range all {
		note := func(what string, object any) {
			mutex.Lock()
			defer mutex.Unlock()
			if late, ok := object.(cache.DeletedFinalStateUnknown); ok {
				object = late.Obj
			}
			seen[name] = append(seen[name], what+" "+object.(metav1.Object).GetName())
		}
		_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { note("add", object) },
			UpdateFunc: func(_, object any) { note("update", object) },
			DeleteFunc: func(object any) { note("delete", object) },
		})
		must(err)
	}
	_, err := typed.CoreV1().ConfigMaps(ns).Create(ctx, mapOf("before", nil), metav1.CreateOptions{})
	must(err)
	ofMaps.Start(stop)
	ofWidgets.Start(stop)
	ofSecrets.Start(stop)
	for name, informer := range all {
		until(name+" are synced", informer.HasSynced)
	}
	maps := typed.CoreV1().ConfigMaps(ns)
	made, err := maps.Create(ctx, mapOf("after", nil), metav1.CreateOptions{})
	must(err)
	made.Data = map[string]string{"a": "b"}
	_, err = maps.Update(ctx, made, metav1.UpdateOptions{})
	must(err)
	must(maps.Delete(ctx, "after", metav1.DeleteOptions{}))
	must(dynamic.NewForConfigOrDie(config).Resource(widgets).Namespace(ns).Delete(ctx, "one", metav1.DeleteOptions{}))
	must(typed.CoreV1().Secrets(ns).Delete(ctx, "s", metav1.DeleteOptions{}))
	last := map[string]string{"config maps": "delete after", "widgets": "delete one", "secrets": "delete s"}
	for name := range all {
		until(name+" have seen all", func() bool {
			mutex.Lock()
			defer mutex.Unlock()
			return slices.Contains(seen[name], last[name])
		})
	}
	for _, name := range []string{"config maps", "widgets", "secrets"} {
		steps := slices.DeleteFunc(seen[name], func(s string) bool { return strings.Contains(s, "g-") || strings.Contains(s, "kube-root") })
		say(name, steps)
	}
}

func elect(say func(string, ...any)) {
	lease := &resourcelock.LeaseLock{
		LeaseMeta: metav1.ObjectMeta{Name: "leader", Namespace: ns}, Client: typed.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: "first"},
	}
	during, cancel := context.WithCancel(ctx)
	defer cancel()
	holder := ""
	leaderelection.RunOrDie(during, leaderelection.LeaderElectionConfig{
		Lock: lease, LeaseDuration: 4 * time.Second, RenewDeadline: 3 * time.Second, RetryPeriod: 100 * time.Millisecond,
		ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {
				// Long enough to renew it.
				time.Sleep(300 * time.Millisecond)
				got, err := typed.CoordinationV1().Leases(ns).Get(ctx, "leader", metav1.GetOptions{})
				must(err)
				holder = *got.Spec.HolderIdentity
				say("leads", holder, got.Spec.LeaseDurationSeconds, got.Spec.LeaseTransitions, got.Spec.RenewTime.After(got.Spec.AcquireTime.Time))
				cancel()
			},
			OnStoppedLeading: func() {},
		},
	})
	got, err := typed.CoordinationV1().Leases(ns).Get(ctx, "leader", metav1.GetOptions{})
	say("released", ptr.Deref(got.Spec.HolderIdentity, "none"), err)
}

func record_(say func(string, ...any)) {
	about := &corev1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, ObjectMeta: metav1.ObjectMeta{Name: "front", Namespace: ns, UID: "u"}}
	old := record.NewBroadcaster()
	old.StartRecordingToSink(&typedSink{})
	old.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "interop"}).Event(about, "Normal", "Old", "said")
	old.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "interop"}).Event(about, "Normal", "Old", "said")
	recent := events.NewBroadcaster(&events.EventSinkImpl{Interface: typed.EventsV1()})
	stop := make(chan struct{})
	defer close(stop)
	recent.StartRecordingToSink(stop)
	recent.NewRecorder(scheme.Scheme, "interop").Eventf(about, nil, "Warning", "New", "Act", "said %d", 1)
	found := map[string]corev1.Event{}
	until("the events are there", func() bool {
		list, err := typed.CoreV1().Events(ns).List(ctx, metav1.ListOptions{FieldSelector: "involvedObject.name=front"})
		must(err)
		for _, event := range list.Items {
			found[event.Reason] = event
		}
		return found["Old"].Count == 2 && found["New"].Name != ""
	})
	old.Shutdown()
	say("core", found["Old"].Type, found["Old"].Message, found["Old"].Count, found["Old"].Source)
	say("events.k8s.io", found["New"].Type, found["New"].Message, found["New"].Action, found["New"].ReportingController)
}

type typedSink struct{}

func (typedSink) Create(event *corev1.Event) (*corev1.Event, error) {
	return typed.CoreV1().Events(ns).CreateWithEventNamespaceWithContext(ctx, event)
}

func (typedSink) Update(event *corev1.Event) (*corev1.Event, error) {
	return typed.CoreV1().Events(ns).UpdateWithEventNamespaceWithContext(ctx, event)
}

func (typedSink) Patch(event *corev1.Event, data []byte) (*corev1.Event, error) {
	return typed.CoreV1().Events(ns).PatchWithEventNamespaceWithContext(ctx, event, data)
}

func apply(say func(string, ...any)) {
	maps := typed.CoreV1().ConfigMaps(ns)
	mine := applycorev1.ConfigMap("applied", ns).WithData(map[string]string{"a": "1", "b": "2"})
	made, err := maps.Apply(ctx, mine, metav1.ApplyOptions{FieldManager: "me"})
	say("create", made.Data, err)
	yours := applycorev1.ConfigMap("applied", ns).WithData(map[string]string{"a": "3"})
	_, err = maps.Apply(ctx, yours, metav1.ApplyOptions{FieldManager: "you"})
	say("conflict", err)
	made, err = maps.Apply(ctx, yours, metav1.ApplyOptions{FieldManager: "you", Force: true})
	say("force", made.Data, err)
	mine = applycorev1.ConfigMap("applied", ns).WithData(map[string]string{"c": "4"})
	made, err = maps.Apply(ctx, mine, metav1.ApplyOptions{FieldManager: "me"})
	say("leave a field", made.Data, err)
	extracted, err := applycorev1.ExtractConfigMap(made, "me")
	say("extract", extracted.Data, err)
	labels := map[string]string{"app": "applied"}
	container := applycorev1.Container().WithName("main").WithImage("example.org/main:1")
	deployment, err := typed.AppsV1().Deployments(ns).Apply(ctx, applyappsv1.Deployment("applied", ns).WithSpec(applyappsv1.DeploymentSpec().
		WithReplicas(1).WithSelector(applymetav1.LabelSelector().WithMatchLabels(labels)).
		WithTemplate(applycorev1.PodTemplateSpec().WithLabels(labels).WithSpec(applycorev1.PodSpec().WithContainers(container)))),
		metav1.ApplyOptions{FieldManager: "me"})
	say("deployment", deployment.Spec.Replicas, deployment.Generation, err)
	own, err := applyappsv1.ExtractDeployment(deployment, "me")
	say("extract a deployment", own.Spec, err)
	status, err := typed.AppsV1().Deployments(ns).ApplyStatus(ctx, applyappsv1.Deployment("applied", ns).WithStatus(applyappsv1.DeploymentStatus().WithReplicas(1)), metav1.ApplyOptions{FieldManager: "status"})
	say("status", status.Status.Replicas, status.Generation, err)
}

// reconcile has a manager whose controller makes a deployment for each config map with a label, until nothing changes.
func reconcile(say func(string, ...any)) {
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme: scheme.Scheme, Metrics: server.Options{BindAddress: "0"}, Logger: logr.Discard(),
	})
	must(err)
	var mutex sync.Mutex
	results := []string{}
	err = ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Owns(&appsv1.Deployment{}).Complete(reconciler(func(request ctrl.Request) (ctrl.Result, error) {
		source := &corev1.ConfigMap{}
		if err := manager.GetClient().Get(ctx, request.NamespacedName, source); err != nil {
			return ctrl.Result{}, client.IgnoreNotFound(err)
		}
		if source.Labels["reconcile"] != "yes" {
			return ctrl.Result{}, nil
		}
		deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: source.Name, Namespace: source.Namespace}}
		result, err := controllerutil.CreateOrUpdate(ctx, manager.GetClient(), deployment, func() error {
			if deployment.CreationTimestamp.IsZero() {
				deployment.Spec = deploymentOf(source.Name).Spec
			}
			deployment.Spec.Template.Spec.Containers[0].Image = "example.org/main:" + source.Data["tag"]
			return controllerutil.SetControllerReference(source, deployment, scheme.Scheme)
		})
		mutex.Lock()
		defer mutex.Unlock()
		if err != nil {
			results = append(results, textOf(err))
		} else if result != controllerutil.OperationResultNone {
			results = append(results, string(result))
		}
		return ctrl.Result{}, err
	}))
	must(err)
	during, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- manager.Start(during) }()
	source := mapOf("reconciled", map[string]string{"tag": "1"})
	source.Labels["reconcile"] = "yes"
	source, err = typed.CoreV1().ConfigMaps(ns).Create(ctx, source, metav1.CreateOptions{})
	must(err)
	until("the deployment is there", func() bool {
		_, err := typed.AppsV1().Deployments(ns).Get(ctx, "reconciled", metav1.GetOptions{})
		return err == nil
	})
	source.Data["tag"] = "2"
	_, err = typed.CoreV1().ConfigMaps(ns).Update(ctx, source, metav1.UpdateOptions{})
	must(err)
	until("the deployment is updated", func() bool {
		got, err := typed.AppsV1().Deployments(ns).Get(ctx, "reconciled", metav1.GetOptions{})
		return err == nil && got.Spec.Template.Spec.Containers[0].Image == "example.org/main:2"
	})
	time.Sleep(200 * time.Millisecond)
	cancel()
	say("manager", <-done)
	mutex.Lock()
	say("reconciled", results)
	mutex.Unlock()

	// Without a controller: is what was written what is wanted?
	direct, err := client.New(config, client.Options{Scheme: scheme.Scheme})
	must(err)
	for range 3 {
		deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: "whole", Namespace: ns}}
		result, err := controllerutil.CreateOrUpdate(ctx, direct, deployment, func() error {
			deployment.Spec = deploymentOf("whole").Spec
			return nil
		})
		say("whole spec", result, err)
	}
	owned := &appsv1.Deployment{}
	must(direct.Get(ctx, types.NamespacedName{Namespace: ns, Name: "reconciled"}, owned))
	say("owner", owned.OwnerReferences[0].Kind, owned.OwnerReferences[0].Name, reflect.ValueOf(owned.OwnerReferences).Len())
}

type reconciler func(ctrl.Request) (ctrl.Result, error)

func (r reconciler) Reconcile(_ context.Context, request ctrl.Request) (ctrl.Result, error) {
	return r(request)
}
