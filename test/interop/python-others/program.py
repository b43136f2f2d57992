"""Does with a server what programs on lightkube, kr8s and kopf do, and prints the outcome of each step, a line each:

    python program.py KUBECONFIG

What differs from server to server by its nature (uids, versions, times) is not printed.
"""

import asyncio
import json
import logging
import os
import sys
import threading

os.environ["KUBECONFIG"] = sys.argv[1]

import kopf
import kr8s
import lightkube
from kr8s.objects import ConfigMap, Deployment, Pod
from lightkube.models.meta_v1 import ObjectMeta
from lightkube.resources.apps_v1 import Deployment as LightDeployment
from lightkube.resources.autoscaling_v1 import HorizontalPodAutoscaler as FirstAutoscaler
from lightkube.resources.autoscaling_v2 import HorizontalPodAutoscaler as SecondAutoscaler
from lightkube.resources.core_v1 import ConfigMap as LightConfigMap
from lightkube.resources.core_v1 import Namespace as LightNamespace
from lightkube.resources.core_v1 import Pod as LightPod

logging.disable(logging.CRITICAL)
NAMESPACE = "others"


def step(name, act):
    try:
        outcome = act()
    except Exception as error:
        response = getattr(error, "response", None)
        outcome = f"{type(error).__name__} {getattr(response, 'status_code', error)}"
    print(f"{name}: {json.dumps(outcome, sort_keys=True)}", flush=True)


def deployment(name):
    template = {"metadata": {"labels": {"app": name}}, "spec": {"containers": [{"name": "main", "image": "main"}]}}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "namespace": NAMESPACE},
        "spec": {"replicas": 1, "selector": {"matchLabels": {"app": name}}, "template": template},
    }


def pod(name):
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": NAMESPACE},
        "spec": {"nodeName": "none", "containers": [{"name": "main", "image": "main"}]},
    }


def managers(found):
    return sorted(f"{each.manager} {each.operation} {each.subresource or ''}" for each in found.metadata.managedFields)


light = lightkube.Client(namespace=NAMESPACE, field_manager="light")
step("light namespace", lambda: light.create(LightNamespace(metadata=ObjectMeta(name=NAMESPACE))).status.phase)
step("light create", lambda: light.create(LightDeployment.from_dict(deployment("light"))).spec.progressDeadlineSeconds)
step("light create again", lambda: light.create(LightDeployment.from_dict(deployment("light"))).metadata.name)
step("light scale", lambda: light.patch(LightDeployment.Scale, "light", {"spec": {"replicas": 2}}).spec.replicas)
step("light get scale", lambda: light.get(LightDeployment.Scale, "light").spec.replicas)
step("light strategic merge", lambda: light.patch(LightDeployment, "light", {"kind": "Scale", "spec": {"replicas": 3}}).spec.replicas)
step("light status", lambda: light.patch(LightDeployment.Status, "light", {"status": {"replicas": 1}}).status.replicas)
step("light managers", lambda: managers(light.get(LightDeployment, "light")))


def light_map(value):
    return LightConfigMap(metadata=ObjectMeta(name="light", namespace=NAMESPACE, labels={"of": "light"}), data={"a": value})


step("light apply", lambda: light.apply(light_map("b")).data)
step("light apply by another", lambda: light.apply(light_map("c"), field_manager="other").data)
step("light apply with force", lambda: light.apply(light_map("c"), field_manager="other", force=True).data)
step("light list by label", lambda: [each.metadata.name for each in light.list(LightConfigMap, labels={"of": "light"})])
step("light list by field", lambda: [each.metadata.name for each in light.list(LightConfigMap, fields={"metadata.name": "light"})])
step("light watch", lambda: next(event for event, _ in light.watch(LightConfigMap, labels={"of": "light"})))
step("light stale replace", lambda: light.replace(LightConfigMap(metadata=ObjectMeta(name="light", namespace=NAMESPACE, resourceVersion="1"))).data)


def autoscaler():
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "light"}
    cpu = {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 40}}}
    memory = {"type": "Resource", "resource": {"name": "memory", "target": {"type": "AverageValue", "averageValue": "1Gi"}}}
    spec = {"maxReplicas": 3, "scaleTargetRef": target, "metrics": [cpu, memory]}
    return SecondAutoscaler.from_dict({"metadata": {"name": "light"}, "spec": spec})


step("light autoscaler", lambda: len(light.create(autoscaler()).spec.metrics))
step("light autoscaler by version 1", lambda: light.get(FirstAutoscaler, "light").spec.targetCPUUtilizationPercentage)
step("light autoscaler changed by version 1", lambda: light.patch(FirstAutoscaler, "light", {"spec": {"targetCPUUtilizationPercentage": 50}}).spec.targetCPUUtilizationPercentage)
step("light autoscaler after", lambda: [each.resource.target.averageUtilization for each in light.get(SecondAutoscaler, "light").spec.metrics])
step("light pod", lambda: light.create(LightPod.from_dict(pod("light"))).status.phase)
step("light pod deleted", lambda: light.delete(LightPod, "light"))
step("light pod stays", lambda: light.get(LightPod, "light").metadata.deletionGracePeriodSeconds)
step("light pod deleted at once", lambda: light.delete(LightPod, "light", grace_period=0))
step("light pod gone", lambda: light.get(LightPod, "light").metadata.name)

api = kr8s.api(kubeconfig=sys.argv[1], namespace=NAMESPACE)


def created(made):
    made.create()
    return made


def changed():
    found = Deployment.get("kr8s", namespace=NAMESPACE, api=api)
    found.label(a="b")
    found.annotate(c="d")
    found.patch({"spec": {"replicas": 2}})
    found.refresh()
    return [found.labels.get("a"), found.annotations.get("c"), found.raw.spec.replicas]


def scaled():
    found = Deployment.get("kr8s", namespace=NAMESPACE, api=api)
    found.patch({"spec": {"replicas": 4}}, subresource="scale")
    found.refresh()
    return found.replicas


def deleted():
    made = created(Pod(pod("kr8s"), api=api))
    made.delete()
    made.refresh()
    seconds = made.metadata.deletionGracePeriodSeconds
    made.delete(grace_period=0)
    return [seconds, made.exists()]


def map_of(name, data):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": NAMESPACE}, "data": data}


step("kr8s create", lambda: created(Deployment(deployment("kr8s"), api=api)).raw.spec.revisionHistoryLimit)
step("kr8s change", changed)
step("kr8s scale", scaled)
step("kr8s list", lambda: sorted(each.name for each in api.get("deployments", namespace=NAMESPACE)))
step("kr8s list by short name", lambda: sorted(each.name for each in api.get("cm", namespace=NAMESPACE)))
step("kr8s map", lambda: created(ConfigMap(map_of("kr8s", {"a": "b"}), api=api)).data.to_dict())
step("kr8s missing", lambda: ConfigMap.get("missing", namespace=NAMESPACE, api=api, timeout=0).name)
step("kr8s delete", deleted)
step("kr8s version", lambda: api.version()["major"])
step("kr8s resources", lambda: sorted({each["kind"] for each in api.api_resources()} & {"Pod", "Deployment", "Lease", "Event"}))

seen = []
changes = threading.Condition()


def note(what):
    with changes:
        seen.append(what)
        changes.notify_all()


def awaited(what):
    with changes:
        return changes.wait_for(lambda: what in seen, timeout=60)


@kopf.on.create("configmaps", labels={"of": "kopf"})
def on_create(patch, **_):
    patch.metadata.annotations["kopf.example/seen"] = "yes"
    note("created")


@kopf.on.update("configmaps", labels={"of": "kopf"}, field="data")
def on_update(new, **_):
    note(f"updated to {new['a']}")


@kopf.on.delete("configmaps", labels={"of": "kopf"})
def on_delete(**_):
    note("deleted")


async def operate(ready, stop):
    settings = kopf.OperatorSettings()
    settings.posting.enabled = False
    await kopf.operator(settings=settings, namespaces=[NAMESPACE], standalone=True, ready_flag=ready, stop_flag=stop)


ready, stop = threading.Event(), threading.Event()
operator = threading.Thread(target=lambda: asyncio.run(operate(ready, stop)))
operator.start()
followed = map_of("kopf", {"a": "b"})
followed["metadata"]["labels"] = {"of": "kopf"}
step("kopf is ready", lambda: ready.wait(60))
step("kopf map", lambda: created(ConfigMap(followed, api=api)).name)
step("kopf saw it created", lambda: awaited("created"))


def settled():
    """Waits until the operator has written what it keeps at the object."""
    for event, each in api.watch("configmaps", namespace=NAMESPACE, label_selector="of=kopf"):
        if "kopf.zalando.org/last-handled-configuration" in each.annotations:
            return [each.annotations.get("kopf.example/seen"), list(each.metadata.finalizers)]


step("kopf has written", settled)
step("kopf map changed", lambda: ConfigMap.get("kopf", namespace=NAMESPACE, api=api).patch({"data": {"a": "c"}}))
step("kopf saw it changed", lambda: awaited("updated to c"))
step("kopf map deleted", lambda: ConfigMap.get("kopf", namespace=NAMESPACE, api=api).delete())
step("kopf saw it deleted", lambda: awaited("deleted"))
stop.set()
operator.join(30)
step("kopf has stopped", lambda: not operator.is_alive())
