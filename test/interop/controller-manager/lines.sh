#!/bin/bash
# What people see of the controllers of Kubernetes, each command line with its outcome on one line. The controllers are
# those of kube-controller-manager; pods have no node, and become ready by the loop below.
# usage: lines.sh KUBE-CONTROLLER-MANAGER KUBECTL KUBECONFIG
manager=$1; K="timeout 60 $2"; export KUBECONFIG=$3
HOME=$(mktemp -d); export HOME
cd "$HOME" || exit 1
"$manager" --kubeconfig="$KUBECONFIG" --controllers='*,-node-lifecycle-controller,-taint-eviction-controller' \
  --leader-elect=false --secure-port=0 --cert-dir="$HOME" --kube-api-qps=100 --kube-api-burst=200 >log 2>&1 &
trap 'kill $(jobs -p); wait; rm -rf "$HOME"' EXIT
ready='{"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}'
$K create namespace work >/dev/null
# Changes of a pod that is ready, or goes, need nothing.
$2 -n work get pods --watch -o jsonpath='{.metadata.name} {.status.phase} {.metadata.deletionTimestamp}{"\n"}' |
  while read -r pod phase going; do
    [ "$phase$going" = Pending ] && $K -n work patch pod "$pod" --subresource=status -p "$ready" >/dev/null 2>&1
  done &
outcome() {
  # How far a rollout was at a moment is another each time.
  grep -hv '^Waiting for ' "$@" | sed -E -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+Z?/TIME/g' \
    -e 's/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/UID/g' -e 's/-[0-9a-z]{5}\b"?( |$)/-ID\1/g' \
    -e 's/-[0-9a-z]{8,10}-ID/-HASH-ID/g' -e 's/\b10(\.[0-9]+){3}/IP/g' | sort -u | tr -s ' \t\n' '  ~'
}
N=0
k() {
  N=$((N + 1))
  $K "$@" >out 2>err
  echo "$?" >code
  echo "$N kubectl $*: $(outcome code out err)"
}
w() { k -n work "$@"; }
cat > sts.yaml <<'X'
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  replicas: 2
  serviceName: db
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {containers: [{name: main, image: example.org/db}]}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {nodeSelector: {agent: of-lines}, containers: [{name: main, image: example.org/agent}]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: once}
spec:
  completions: 2
  parallelism: 2
  template:
    metadata: {labels: {job: once}}
    spec: {restartPolicy: Never, containers: [{name: main, image: example.org/job}]}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: often}
spec:
  schedule: "0 0 1 1 *"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: example.org/job}]}}}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 3, selector: {matchLabels: {app: web}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: q}
spec: {hard: {pods: "50", configmaps: "10"}}
X
printf '%s' '{"apiVersion":"v1","kind":"Node","metadata":{"name":"of-lines","labels":{"agent":"of-lines"}}}' | $K create -f - >/dev/null
k get node of-lines -o 'jsonpath={.spec.taints[*].key}'
$K taint node of-lines node.kubernetes.io/not-ready- >/dev/null 2>&1
w wait serviceaccount/default --for=create --timeout=50s
w wait configmap/kube-root-ca.crt --for=create --timeout=50s
w create deployment web --image=example.org/main:1 --replicas=2
w rollout status deploy/web --timeout=50s
w get deploy web -o 'jsonpath={.metadata.annotations}{.status.readyReplicas} {.status.conditions[*].type} {.status.conditions[*].reason}'
w get rs -o 'jsonpath={.items[*].metadata.name}{.items[*].metadata.annotations}{.items[*].metadata.ownerReferences[*].kind}'
w set image deploy/web main=example.org/main:2
w rollout status deploy/web --timeout=50s
w rollout history deploy/web
w rollout undo deploy/web
w rollout status deploy/web --timeout=50s
w rollout status deploy/web --revision=3 --timeout=20s
w rollout history deploy/web
w scale deploy/web --replicas=4
w wait deploy/web '--for=jsonpath={.status.readyReplicas}=4' --timeout=50s
w rollout pause deploy/web
w rollout resume deploy/web
w rollout restart deploy/web
w rollout status deploy/web --timeout=50s
w delete pod -l app=web --timeout=40s
w wait deploy/web '--for=jsonpath={.status.readyReplicas}=4' --timeout=50s
w apply -f sts.yaml
w rollout status sts/db --timeout=50s
w get pods -l app=db -o name
w rollout status ds/agent --timeout=50s
w get ds agent -o 'jsonpath={.status.desiredNumberScheduled} {.status.numberReady}'
w wait job/once '--for=jsonpath={.status.ready}=2' --timeout=40s
w get job once -o 'jsonpath={.status.active} {.metadata.finalizers} {.spec.selector.matchLabels.batch\.kubernetes\.io/controller-uid}'
w create job now --from=cronjob/often
w wait job/now '--for=jsonpath={.status.ready}=1' --timeout=40s
w wait pdb/web '--for=jsonpath={.status.currentHealthy}=4' --timeout=40s
w get pdb web -o 'jsonpath={.status.disruptionsAllowed} {.status.expectedPods} {.status.conditions[*].reason}'
w wait endpointslice -l kubernetes.io/service-name=web --for=create --timeout=40s
w wait resourcequota/q '--for=jsonpath={.status.hard.pods}=50' --timeout=30s
w autoscale deploy web --min=2 --max=5 --cpu=50%
w scale sts db --replicas=1
w wait sts/db '--for=jsonpath={.status.replicas}=1' --timeout=40s
w delete deploy web --cascade=foreground --timeout=50s
w get rs,pods -l app=web -o name
w delete job once --timeout=40s
w wait pod -l job=once --for=delete --timeout=40s
w delete sts db --cascade=orphan
w wait pod/db-0 --for=delete --timeout=15s
w get events --field-selector type=Normal -o 'jsonpath={range .items[*]}{.involvedObject.kind} {.reason}{"\n"}{end}'
k delete namespace work --timeout=58s
k delete node of-lines
