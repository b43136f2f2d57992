"""Does with a server what programs on the kubernetes client for Python do, and prints the outcome of each step, a line each:

    python program.py KUBECONFIG

What differs from server to server by its nature (uids, versions, times) is not printed.
"""

import json
import logging
import re
import sys
import threading
import time

from kubernetes import client, config, dynamic, utils, watch
from kubernetes.client.rest import ApiException
from kubernetes.dynamic.exceptions import DynamicApiError
from kubernetes.informer.informer import SharedInformer
from kubernetes.leaderelection import electionconfig, leaderelection
from kubernetes.leaderelection.resourcelock.leaselock import LeaseLock
from kubernetes.stream import portforward, stream

logging.disable(logging.CRITICAL)
config.load_kube_config(sys.argv[1])
NAMESPACE = "python"
api = client.ApiClient()
core = client.CoreV1Api()
apps = client.AppsV1Api()
custom = client.CustomObjectsApi()
IDENTITY = {"uid", "resourceVersion", "creationTimestamp", "managedFields", "clusterIP", "clusterIPs"}


def masked(value):
    if isinstance(value, dict):
        return {
            key: "any" if key.endswith(("Time", "Timestamp")) or key == "token" else masked(each)
            for key, each in sorted(value.items())
            if key not in IDENTITY
        }
    return [masked(each) for each in value] if isinstance(value, (list, tuple)) else value


def plain(value):
    if hasattr(value, "to_dict"):
        value = api.sanitize_for_serialization(value) if not hasattr(value, "attributes") else value.to_dict()
    text = json.dumps(masked(value))
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UID", text)


def failure(error):
    if not isinstance(error, (ApiException, DynamicApiError)):
        return f"failed: {type(error).__name__} {error}"
    try:
        status = json.loads(error.body)
    except (TypeError, ValueError):
        # A refused handshake tells its headers too.
        return f"{error.status} {re.sub(r'-[+]-[+]- [{].*-[+]-[+]- ', '', str(error.reason))}"
    return f"{error.status} {type(error).__name__} {plain({key: status.get(key) for key in ('reason', 'message', 'details')})}"


def part(name):
    def run(body):
        step = 0

        def say(what, outcome):
            nonlocal step
            step += 1
            try:
                value = outcome()
                print(f"{name}/{step} {what}: {plain(value)}", flush=True)
                return value
            except Exception as error:
                print(f"{name}/{step} {what}: {failure(error)}", flush=True)
                return None

        try:
            body(say)
        except Exception as error:
            print(f"{name} ended: {failure(error)}", flush=True)

    return run


def until(what, done):
    end = time.monotonic() + 15
    while not done():
        if time.monotonic() > end:
            raise RuntimeError(f"waited in vain: {what}")
        time.sleep(0.02)


def config_map(name, data=None):
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name, "labels": {"app": "interop"}},
        "data": data or {},
    }


def deployment(name):
    labels = {"app": name}
    template = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "main", "image": "example.org/main:1"}]}}
    return {"metadata": {"name": name}, "spec": {"selector": {"matchLabels": labels}, "template": template}}


core.create_namespace({"metadata": {"name": NAMESPACE}})


@part("discovery")
def _(say):
    say("version", lambda: client.VersionApi().get_code().minor)
    say("groups", lambda: [[each.name, len(each.versions)] for each in client.ApisApi().get_api_versions().groups if each.name.endswith("k8s.io") or "." not in each.name])
    say("resources", lambda: [[each.name, each.verbs] for each in apps.get_api_resources().resources])


@part("typed")
def _(say):
    say("create", lambda: core.create_namespaced_config_map(NAMESPACE, config_map("a", {"x": "1"})))
    say("create again", lambda: core.create_namespaced_config_map(NAMESPACE, config_map("a")))
    say("a wrong name", lambda: core.create_namespaced_config_map(NAMESPACE, config_map("A!")))
    say("a dry run", lambda: core.create_namespaced_config_map(NAMESPACE, config_map("dry"), dry_run="All"))
    say("an unknown field", lambda: core.create_namespaced_config_map(NAMESPACE, {**config_map("u"), "other": 1}, field_validation="Strict"))
    say("read", lambda: core.read_namespaced_config_map("a", NAMESPACE))
    say("nothing", lambda: core.read_namespaced_config_map("nothing", NAMESPACE))
    say("patch", lambda: core.patch_namespaced_config_map("a", NAMESPACE, {"data": {"y": "2"}}))
    say("JSON patch", lambda: core.patch_namespaced_config_map("a", NAMESPACE, [{"op": "replace", "path": "/data/x", "value": "3"}]))
    present = core.read_namespaced_config_map("a", NAMESPACE)
    present.data = {"r": "1"}
    say("replace", lambda: core.replace_namespaced_config_map("a", NAMESPACE, present))
    say("replace an old state", lambda: core.replace_namespaced_config_map("a", NAMESPACE, present))
    for name in ("b", "c"):
        core.create_namespaced_config_map(NAMESPACE, config_map(name))
    say("list by label", lambda: [each.metadata.name for each in core.list_namespaced_config_map(NAMESPACE, label_selector="app=interop").items])
    say("list by field", lambda: len(core.list_namespaced_config_map(NAMESPACE, field_selector="metadata.name=b").items))

    def pages():
        names, token = [], None
        while token != "":
            page = core.list_namespaced_config_map(NAMESPACE, limit=1, label_selector="app=interop", _continue=token)
            names.append([each.metadata.name for each in page.items])
            token = page.metadata._continue or ""
        return names

    say("pages", pages)
    say("a bad selector", lambda: core.list_namespaced_config_map(NAMESPACE, label_selector="!!"))
    say("delete", lambda: core.delete_namespaced_config_map("b", NAMESPACE, propagation_policy="Background"))
    say("delete again", lambda: core.delete_namespaced_config_map("b", NAMESPACE))
    say("delete a collection", lambda: core.delete_collection_namespaced_config_map(NAMESPACE, label_selector="app=interop").status)
    say("a secret", lambda: core.create_namespaced_secret(NAMESPACE, {"metadata": {"name": "s"}, "stringData": {"a": "b"}}).data)
    say("a service", lambda: core.create_namespaced_service(NAMESPACE, {"metadata": {"name": "s"}, "spec": {"ports": [{"port": 80, "targetPort": "http"}]}}).spec)
    say("a missing namespace", lambda: core.create_namespaced_config_map("missing", config_map("a")))
    say("from YAML", lambda: [each.metadata.name for each in utils.create_from_dict(api, config_map("yaml"), namespace=NAMESPACE)])


@part("deployments")
def _(say):
    say("create", lambda: apps.create_namespaced_deployment(NAMESPACE, deployment("web")).spec)
    say("an invalid one", lambda: apps.create_namespaced_deployment(NAMESPACE, {"metadata": {"name": "bad"}, "spec": {}}))
    say("read scale", lambda: apps.read_namespaced_deployment_scale("web", NAMESPACE))
    say("patch scale", lambda: apps.patch_namespaced_deployment_scale("web", NAMESPACE, {"spec": {"replicas": 3}}))

    def status():
        patched = apps.patch_namespaced_deployment_status("web", NAMESPACE, {"status": {"replicas": 3, "readyReplicas": 2}})
        return [patched.metadata.generation, patched.status.ready_replicas, patched.spec.replicas]

    say("status", status)
    say("strategic merge", lambda: apps.patch_namespaced_deployment("web", NAMESPACE, {"spec": {"template": {"spec": {"containers": [{"name": "side", "image": "example.org/side:1"}]}}}}).spec.template.spec)
    say("immutable", lambda: apps.patch_namespaced_deployment("web", NAMESPACE, {"spec": {"selector": {"matchLabels": {"other": "x"}}}}))

    def update():
        present = apps.read_namespaced_deployment("web", NAMESPACE)
        again = apps.replace_namespaced_deployment("web", NAMESPACE, present)
        return [again.metadata.generation, again.metadata.resource_version == present.metadata.resource_version]

    say("update", update)
    review = {"spec": {"resourceAttributes": {"namespace": NAMESPACE, "verb": "get", "group": "apps", "resource": "deployments"}}}
    say("may I", lambda: client.AuthorizationV1Api().create_self_subject_access_review(review).status.allowed)


@part("custom objects")
def _(say):
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer", "maximum": 9}, "unit": {"type": "string", "default": "cm"}}}}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}, "subresources": {"status": {}}}
    names = {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"}
    definition = {"metadata": {"name": "widgets.python.example"}, "spec": {"group": "python.example", "scope": "Namespaced", "names": names, "versions": [version]}}
    say("definition", lambda: client.ApiextensionsV1Api().create_custom_resource_definition(definition).spec.names)
    at = {"group": "python.example", "version": "v1", "namespace": NAMESPACE, "plural": "widgets"}

    def widget(name, size):
        return {"apiVersion": "python.example/v1", "kind": "Widget", "metadata": {"name": name}, "spec": {"size": size}}

    def served():
        try:
            custom.create_namespaced_custom_object(**at, body=widget("ready", 1))
            return True
        except ApiException:
            return False

    until("widgets are served", served)
    say("create", lambda: custom.create_namespaced_custom_object(**at, body=widget("one", 3)))
    say("too large", lambda: custom.create_namespaced_custom_object(**at, body=widget("two", 10)))
    say("list", lambda: len(custom.list_namespaced_custom_object(**at)["items"]))
    say("patch", lambda: custom.patch_namespaced_custom_object(**at, name="one", body={"spec": {"size": 4}}))
    say("delete", lambda: custom.delete_namespaced_custom_object(**at, name="one"))


@part("dynamic")
def _(say):
    any_client = dynamic.DynamicClient(api)
    maps = any_client.resources.get(api_version="v1", kind="ConfigMap")
    widgets = any_client.resources.get(api_version="python.example/v1", kind="Widget")
    say("resources", lambda: [maps.name, maps.namespaced, widgets.name, widgets.kind])
    say("an unknown kind", lambda: any_client.resources.get(api_version="v1", kind="Nothing"))
    say("create", lambda: maps.create(body=config_map("dyn", {"a": "1"}), namespace=NAMESPACE))
    say("get", lambda: maps.get(name="dyn", namespace=NAMESPACE).data.to_dict())
    say("patch", lambda: maps.patch(body={"metadata": {"name": "dyn"}, "data": {"b": "2"}}, namespace=NAMESPACE, content_type="application/merge-patch+json").data.to_dict())
    say("apply", lambda: maps.server_side_apply(body=config_map("applied", {"a": "1"}), namespace=NAMESPACE, field_manager="interop"))
    say("conflicting apply", lambda: maps.server_side_apply(body=config_map("applied", {"a": "2"}), namespace=NAMESPACE, field_manager="other"))
    say("forced apply", lambda: maps.server_side_apply(body=config_map("applied", {"a": "2"}), namespace=NAMESPACE, field_manager="other", force_conflicts=True))
    say("replace", lambda: maps.replace(body={**config_map("dyn", {"c": "3"})}, namespace=NAMESPACE).data.to_dict())
    say("custom resources", lambda: [each.metadata.name for each in widgets.get(namespace=NAMESPACE).items])
    say("nothing", lambda: maps.get(name="nothing", namespace=NAMESPACE))

    def events():
        seen = []
        for event in maps.watch(namespace=NAMESPACE, label_selector="app=interop", timeout=1):
            seen.append(f"{event['type']} {event['object'].metadata.name}")
            if len(seen) == 3:
                break
        return sorted(seen)

    say("watch", events)
    say("delete", lambda: maps.delete(name="dyn", namespace=NAMESPACE).status)


@part("watch")
def _(say):
    version = core.list_namespaced_config_map(NAMESPACE).metadata.resource_version
    core.create_namespaced_config_map(NAMESPACE, config_map("w"))
    core.patch_namespaced_config_map("w", NAMESPACE, {"data": {"a": "b"}})
    core.delete_namespaced_config_map("w", NAMESPACE)
    watching = watch.Watch()
    seen = []
    for event in watching.stream(core.list_namespaced_config_map, NAMESPACE, resource_version=version, timeout_seconds=5):
        seen.append(f"{event['type']} {event['object'].metadata.name}")
        if seen[-1] == "DELETED w":
            watching.stop()
    say("events", lambda: seen)
    say("a watch that ends", lambda: len(list(watch.Watch().stream(core.list_namespaced_secret, NAMESPACE, timeout_seconds=1))))


@part("informer")
def _(say):
    seen = []
    informer = SharedInformer(core.list_namespaced_config_map, namespace=NAMESPACE, label_selector="app=interop", resync_period=1)
    for kind in ("ADDED", "MODIFIED", "DELETED"):
        informer.add_event_handler(kind, lambda each, kind=kind: seen.append(f"{kind} {each.metadata.name}"))
    informer.start()
    until("it is synced", lambda: "ADDED applied" in seen)
    core.create_namespaced_config_map(NAMESPACE, config_map("i"))
    until("it is added", lambda: "ADDED i" in seen)
    core.delete_namespaced_config_map("i", NAMESPACE)
    until("it is deleted", lambda: "DELETED i" in seen)
    informer.stop()
    say("seen", lambda: [each for each in seen if each.endswith(" i") and not each.startswith("MODIFIED")])


@part("leader election")
def _(say):
    led = threading.Event()
    lock = LeaseLock("leader", NAMESPACE, "first")
    settings = electionconfig.Config(lock, lease_duration=4, renew_deadline=3, retry_period=1, onstarted_leading=led.set, onstopped_leading=None)
    threading.Thread(target=leaderelection.LeaderElection(settings).run, daemon=True).start()
    until("it leads", led.is_set)
    lease = client.CoordinationV1Api().read_namespaced_lease("leader", NAMESPACE)
    say("lease", lambda: [lease.spec.holder_identity, lease.spec.lease_duration_seconds])


@part("pods")
def _(say):
    pod = {"name": "front", "namespace": "interop-pods"}
    say("read", lambda: core.read_namespaced_pod(**pod).status.phase)
    say("log", lambda: core.read_namespaced_pod_log(**pod))
    say("tail", lambda: core.read_namespaced_pod_log(**pod, tail_lines=1))
    say("log of nothing", lambda: core.read_namespaced_pod_log("nothing", "interop-pods"))

    def follow():
        seen = []
        watching = watch.Watch()
        for line in watching.stream(core.read_namespaced_pod_log, **pod):
            seen.append(line)
            if len(seen) == 2:
                watching.stop()
                break
        return seen

    say("follow", follow)
    execs = core.connect_get_namespaced_pod_exec
    options = {"stderr": True, "stdin": False, "stdout": True, "tty": False}
    say("exec", lambda: stream(execs, **pod, command=["echo", "out"], **options))

    def session():
        socket = stream(execs, **pod, command=["sh", "-c", "echo out; echo err >&2; exit 3"], **options, _preload_content=False)
        socket.run_forever(timeout=10)
        return [socket.read_stdout(timeout=1), socket.read_stderr(timeout=1), socket.returncode]

    say("exit code", session)

    def given():
        socket = stream(execs, **pod, command=["head", "-c", "5"], **{**options, "stdin": True}, _preload_content=False)
        socket.write_stdin("hello")
        socket.run_forever(timeout=10)
        return [socket.read_stdout(timeout=1), socket.returncode]

    say("input", given)
    say("exec in nothing", lambda: stream(execs, "nothing", "interop-pods", command=["true"], **options))

    def forward():
        port = int(core.read_namespaced_pod(**pod).metadata.annotations["port"])
        forwarded = portforward(core.connect_get_namespaced_pod_portforward, **pod, ports=str(port))
        socket = forwarded.socket(port)
        socket.settimeout(10)
        socket.sendall(b"hello")
        received = socket.recv(100).decode()
        socket.close()
        return received

    say("port-forward", forward)
