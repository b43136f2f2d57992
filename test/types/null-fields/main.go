// Writes src/openapi/types/null-fields.ts: the fields that a Go server sends as null when they are empty, which OpenAPI does not
// tell. It is what encoding/json makes of the zero value of every type that the schemes know:
//
//	go run . > ../../../src/openapi/types/null-fields.ts
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// neverNull are fields of which a server refuses the empty value, or sets them itself.
var neverNull = map[string]string{
	"APIGroup":                               "versions",
	"APIGroupList":                           "groups",
	"APIResource":                            "verbs",
	"APIResourceList":                        "resources",
	"APIVersions":                            "serverAddressByClientCIDRs versions",
	"CapacityRequestPolicy":                  "default",
	"CephFSPersistentVolumeSource":           "monitors",
	"CephFSVolumeSource":                     "monitors",
	"CertificateSigningRequestSpec":          "request",
	"CustomResourceDefinitionSpec":           "versions",
	"CustomResourceDefinitionStatus":         "storedVersions",
	"DaemonSetSpec":                          "selector",
	"DeploymentSpec":                         "selector",
	"Endpoint":                               "addresses",
	"GRPCAction":                             "service",
	"HTTPIngressPath":                        "pathType",
	"HTTPIngressRuleValue":                   "paths",
	"IngressClassParametersReference":        "scope",
	"LimitedPriorityLevelConfiguration":      "nominalConcurrencyShares",
	"MutatingWebhook":                        "admissionReviewVersions sideEffects",
	"NodeSelector":                           "nodeSelectorTerms",
	"NonResourcePolicyRule":                  "nonResourceURLs verbs",
	"NonResourceRule":                        "verbs",
	"OpaqueDeviceConfiguration":              "parameters",
	"PodFailurePolicyOnExitCodesRequirement": "values",
	"PodSpec":                                "containers",
	"PolicyRule":                             "verbs",
	"PolicyRulesWithSubjects":                "subjects",
	"RBDPersistentVolumeSource":              "monitors",
	"RBDVolumeSource":                        "monitors",
	"ReplicaSetSpec":                         "selector",
	"ResourcePolicyRule":                     "apiGroups resources verbs",
	"ResourceRule":                           "verbs",
	"ScaleIOPersistentVolumeSource":          "secretRef",
	"ScaleIOVolumeSource":                    "secretRef",
	"StatefulSetSpec":                        "selector",
	"SubjectRulesReviewStatus":               "nonResourceRules resourceRules",
	"SuccessPolicy":                          "rules",
	"TokenRequestSpec":                       "audiences expirationSeconds",
	"TokenRequestStatus":                     "expirationTimestamp",
	"TopologySelectorLabelRequirement":       "values",
	"ValidatingWebhook":                      "admissionReviewVersions sideEffects",
	"WebhookConversion":                      "conversionReviewVersions",
}

func main() {
	must(apiextensions.AddToScheme(scheme.Scheme))
	must(apiregistration.AddToScheme(scheme.Scheme))
	seen := map[reflect.Type]bool{}
	// What earlier servers send as null: the first before 1.34 in templates, the others a 1.29.
	fields := map[string]bool{
		"ObjectMeta.creationTimestamp":                         true,
		"HorizontalPodAutoscalerStatus.conditions":             true,
		"PodFailurePolicyOnExitCodesRequirement.containerName": true,
		"PodFailurePolicyRule.onExitCodes":                     true,
		"PodFailurePolicyRule.onPodConditions":                 true,
	}
	var visit func(t reflect.Type)
	visit = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			visit(t.Elem())
			return
		case reflect.Struct:
		default:
			return
		}
		if seen[t] || !strings.HasPrefix(t.PkgPath(), "k8s.io/") {
			return
		}
		seen[t] = true
		text, err := json.Marshal(reflect.New(t).Interface())
		must(err)
		values := map[string]json.RawMessage{}
		// Some types are written as text.
		if json.Unmarshal(text, &values) == nil {
			for name, value := range values {
				if string(value) == "null" && counts(t.Name(), name) {
					fields[t.Name()+"."+name] = true
				}
			}
		}
		for i := range t.NumField() {
			visit(t.Field(i).Type)
		}
	}
	for _, t := range scheme.Scheme.AllKnownTypes() {
		visit(t)
	}
	fmt.Print(`// Written by test/types/null-fields. Do not edit.

/**
 * Fields of Go types that a server sends as null when they are empty, as ` + "`Kind.field`" + `: those without ` + "`omitempty`" + `, and
 * times. OpenAPI does not tell.
 */
export const nullFields: ReadonlySet<string> = new Set(
  '`)
	fmt.Print(strings.Join(slices.Sorted(maps.Keys(fields)), " "))
	fmt.Print("'.split(' '),\n);\n")
}

// counts reports whether a server may send the field as null. Lists always have items.
func counts(name, field string) bool {
	if strings.HasSuffix(name, "List") || strings.HasSuffix(name, "Event") && field == "object" || field == "Object" {
		return false
	}
	return !slices.Contains(strings.Fields(neverNull[name]), field)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
