package main

import (
	"encoding/json"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The classes of errors.
const (
	noMatch   = `"no match"`
	ambiguous = `"ambiguous"`
	other     = `"error"`
)

// answers are the different answers to one question, each as JSON: a list of what was found, or the class of the error.
type answers map[string]struct{}

func (seen *answers) add(answer string) {
	if *seen == nil {
		*seen = answers{}
	}
	(*seen)[answer] = struct{}{}
}

func (seen answers) sorted() string {
	list := make([]string, 0, len(seen))
	for answer := range seen {
		list = append(list, answer)
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

// found gives the members as JSON. They are sorted and each is told once: their order is no part of the answer.
func found(members ...string) string {
	slices.Sort(members)
	text, err := json.Marshal(slices.Compact(members))
	if err != nil {
		panic(err)
	}
	return string(text)
}

func failed(err error) string {
	switch {
	case meta.IsNoMatchError(err):
		return noMatch
	case meta.IsAmbiguousError(err):
		return ambiguous
	case strings.HasPrefix(err.Error(), "the server doesn't have a resource type"):
		// What kubectl makes of a NoMatchError.
		return noMatch
	default:
		return other
	}
}

func tellKind(kind schema.GroupVersionKind) string {
	return kind.GroupVersion().String() + " " + kind.Kind
}

func tellResource(resource schema.GroupVersionResource) string {
	return resource.GroupVersion().String() + " " + resource.Resource
}

// tellMapping names the endpoint, the kind (its group and version are the endpoint's) and the scope.
func tellMapping(mapping *meta.RESTMapping) string {
	scope := "Cluster"
	if mapping.Scope.Name() == meta.RESTScopeNameNamespace {
		scope = "Namespaced"
	}
	kind := mapping.GroupVersionKind.Kind
	if mapping.GroupVersionKind.GroupVersion() != mapping.Resource.GroupVersion() {
		kind = tellKind(mapping.GroupVersionKind)
	}
	return tellResource(mapping.Resource) + " " + kind + " " + scope
}
