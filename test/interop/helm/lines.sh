#!/bin/bash
# What people do with helm, each command line with its outcome on one line, and without what is another each time.
# usage: lines.sh HELM KUBECTL KUBECONFIG
H=$1; kubectl=$2; export KUBECONFIG=$3
HOME=$(mktemp -d); export HOME
trap 'rm -rf "$HOME"' EXIT
cd "$HOME" || exit 1
K="$kubectl --request-timeout=30s"
outcome() {
  sed -E -e "s#$HOME#HOME#g" -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+( ?[+-][0-9]{4})?( ?UTC|Z)?/TIME/g' \
    -e 's/[A-Z][a-z]{2} [A-Z][a-z]{2} +[0-9]+ [0-9:]{8} [0-9]{4}/TIME/g' -e 's/127\.0\.0\.1:[0-9]+/ADDRESS/g' \
    -e 's/\b10(\.[0-9]+){3}/IP/g' -e 's/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/UID/g' -e 's/-[0-9]{10}\b/-N/g' \
    -e 's/((modified|created)At"?[:=]"?)[0-9]+/\1N/g' -e 's/(resourceVersion"?: ?"?)[0-9]+/\1N/g' \
    -e 's/\b[0-9]+s\b/SECONDS/g' "$@" | sort | tr -s ' \t\n' '  ~'
}
N=0
run() {
  local of=$1 what=$2; shift 2
  N=$((N + 1))
  timeout 60 $of "$@" >out 2>err
  echo "$?" >code
  # Sorted: helm writes the kinds of a status in any order.
  echo "$N $what $*: $(outcome code out err)"
}
h() { run "$H" helm "$@"; }
k() { run "$K" kubectl "$@"; }
$H create web >/dev/null 2>&1; $H create lib >/dev/null 2>&1
mkdir -p plain/templates plain/crds hooks/templates bad/templates badcrd/crds badcrd/templates keep/templates look/templates
for c in plain hooks bad badcrd keep look; do printf 'apiVersion: v2\nname: %s\nversion: 0.1.0\nappVersion: "1"\n' $c > $c/Chart.yaml; done
cat > plain/values.yaml <<'X'
a: one
replicas: 1
X
cat > plain/templates/cm.yaml <<'X'
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-map
  labels: {app: plain}
data:
  a: {{ .Values.a | quote }}
  rev: {{ .Release.Revision | quote }}
X
cat > plain/templates/svc.yaml <<'X'
apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}-svc}
spec:
  selector: {app: plain}
  ports: [{port: 80, targetPort: 8080, name: http}]
X
cat > plain/templates/dep.yaml <<'X'
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: plain}}
  template:
    metadata: {labels: {app: plain}}
    spec: {containers: [{name: main, image: "example.org/main:{{ .Values.a }}"}]}
X
cat > plain/templates/w.yaml <<'X'
apiVersion: helm.example/v1
kind: Gadget
metadata: {name: {{ .Release.Name }}-gadget}
spec: {size: 3}
X
cat > plain/crds/g.yaml <<'X'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.helm.example}
spec:
  group: helm.example
  scope: Namespaced
  names: {plural: gadgets, singular: gadget, kind: Gadget, listKind: GadgetList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {size: {type: integer, minimum: 1}}
            x-kubernetes-validations: [{rule: "self.size < 10", message: "too big"}]
X
cat > badcrd/crds/g.yaml <<'X'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: bads.helm.example}
spec:
  group: helm.example
  scope: Namespaced
  names: {plural: bads, singular: bad, kind: Bad}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {size: {type: integer, default: x}}}}
X
for when in pre-install post-install pre-upgrade post-upgrade pre-rollback post-rollback pre-delete post-delete; do cat > hooks/templates/$when.yaml <<X
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-$when
  annotations: {helm.sh/hook: $when, helm.sh/hook-weight: "1", helm.sh/hook-delete-policy: before-hook-creation}
data: {when: $when}
X
done
cat > hooks/templates/test.yaml <<'X'
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-test
  annotations: {helm.sh/hook: test}
X
cat > hooks/templates/cm.yaml <<'X'
apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data: {v: {{ .Values.v | default "1" | quote }}}
X
cat > bad/templates/b.yaml <<'X'
apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}}
spec: {ports: [{port: 99999}]}
X
cat > keep/templates/k.yaml <<'X'
apiVersion: v1
kind: Secret
metadata: {name: {{ .Release.Name }}, annotations: {helm.sh/resource-policy: keep}}
stringData: {a: b}
X
cat > look/templates/l.yaml <<'X'
apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-look}
data:
  found: {{ (lookup "v1" "ConfigMap" .Release.Namespace "p1-map").data | toJson | quote }}
  none: {{ lookup "v1" "ConfigMap" .Release.Namespace "none" | toJson | quote }}
  list: {{ len (lookup "v1" "Service" .Release.Namespace "").items | quote }}
  has: {{ .Capabilities.APIVersions.Has "helm.example/v1/Gadget" | quote }}
  hpa: {{ .Capabilities.APIVersions.Has "autoscaling/v2" | quote }}
  version: {{ .Capabilities.KubeVersion.Version | quote }}
X
$K create namespace shop >/dev/null
$K -n shop create serviceaccount default >/dev/null 2>&1
h version --short
h list -A
h -n shop status none
h -n shop install p1 plain --dry-run=server
h -n shop install p1 plain --dry-run=client
h -n shop install p1 plain
h -n shop list
h -n shop status p1
h -n shop get manifest p1
h -n shop get values p1
h -n shop get values p1 --all
h -n shop get notes p1
h -n shop get hooks p1
h -n shop get metadata p1
h -n shop get all p1
h -n shop history p1
h -n shop install p1 plain
k -n shop get cm,svc,deploy,gadget -o name
h -n shop upgrade p1 plain --set a=two
h -n shop upgrade p1 plain --set a=three --reuse-values --description "third"
h -n shop upgrade p1 plain --set replicas=3 --reset-then-reuse-values
h -n shop upgrade p1 plain --set replicas=x
h -n shop history p1
h -n shop get values p1 --revision 2
h -n shop get manifest p1 --revision 1
h -n shop rollback p1 1
h -n shop rollback p1 99
h -n shop rollback p1
h -n shop history p1 --max 3
h -n shop upgrade p1 plain --dry-run=server --set a=four
h -n shop upgrade p1 plain --server-side=false --set a=five
h -n shop upgrade p1 plain --server-side=true --force-conflicts --set a=six
h -n shop upgrade p1 plain --force-replace --server-side=false --set a=seven
k -n shop scale deploy p1 --replicas=5
h -n shop upgrade p1 plain --set a=eight,replicas=2
k -n shop label cm p1-map by=hand
h -n shop upgrade p1 plain --set a=nine
h -n shop upgrade p1 plain --set a=ten --history-max 3
h -n shop history p1
h -n shop install p2 plain --no-hooks --skip-crds --generate-name
h -n shop install p2 plain --set a=x --wait --timeout 3s
h -n shop status p2
h -n shop install p3 plain --rollback-on-failure --timeout 3s
h -n shop list --all
h -n shop upgrade p2 plain --set a=y --wait=legacy --timeout 3s
h -n shop upgrade --install p4 plain --set a=z
h -n shop upgrade nope plain
h -n shop install hk hooks
h -n shop get hooks hk
h -n shop test hk
h -n shop upgrade hk hooks --set v=2
h -n shop rollback hk 1
k -n shop get cm -o name
h -n shop uninstall hk --keep-history
h -n shop list --uninstalled
h -n shop status hk
h -n shop rollback hk 2
h -n shop uninstall hk
k -n shop get cm -o name
h -n shop install bad bad
h -n shop install bad bad --dry-run=server
h -n shop install bad bad --disable-openapi-validation
h -n shop list --failed
h -n shop uninstall bad
h -n shop install badcrd badcrd
h -n shop install big plain --set replicas=-1
h -n shop uninstall big
h -n shop install keep keep
h -n shop uninstall keep
k -n shop get secret keep -o name
h -n shop install keep keep --take-ownership
k -n shop create cm foreign-map
h -n shop install foreign plain
h -n shop install foreign plain --take-ownership --set a=q
h -n shop install look look
h -n shop get manifest look
h -n shop install look2 look --dry-run=server
h template t look
h -n shop template t look --validate
h template t plain --include-crds
h template t plain --validate
h -n other install new plain
h -n other install new plain --create-namespace
h -n other list -q
h -n shop install web web
h -n shop upgrade web web --set replicaCount=2,autoscaling.enabled=true
h -n shop upgrade web web --set ingress.enabled=true,serviceAccount.create=false
h -n shop get manifest web
k -n shop get deploy,svc,hpa,ing,sa -o name
h -n shop test web --timeout 3s
h -n shop uninstall web --wait --timeout 5s
h -n shop uninstall p1 --dry-run
h -n shop uninstall p1
h -n shop uninstall p1 --ignore-not-found
h -n shop uninstall p2 p4 look foreign
k get crd gadgets.helm.example -o name
h -n other uninstall new --cascade orphan
k -n shop get all,cm,secret,gadget -o name
h list -A --all
h -n shop list --selector owner=helm
h -n shop list --filter '^k'
HELM_DRIVER=configmap h -n shop install viacm keep --set x=y
HELM_DRIVER=configmap h -n shop list
