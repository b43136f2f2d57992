package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/disk"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// mappers are made of one round of discovery each.
type mappers struct {
	// As a controller makes it.
	plain meta.RESTMapper
	// As kubectl makes it (ConfigFlags of cli-runtime), whose discovery client keeps its documents in files.
	kubectl reader
	// The same over the client that keeps them in memory and gives lists in random order.
	memory reader
	folder string
}

func newMappers(config *rest.Config) (*mappers, error) {
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	groups, err := restmapper.GetAPIGroupResources(client)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "conformance-")
	if err != nil {
		return nil, err
	}
	onDisk, err := disk.NewCachedDiscoveryClientForConfig(
		config, filepath.Join(folder, "discovery"), filepath.Join(folder, "http"), 6*time.Hour)
	if err != nil {
		return nil, err
	}
	return &mappers{
		plain:   restmapper.NewDiscoveryRESTMapper(groups),
		kubectl: newReader(remember(onDisk)),
		memory:  newReader(memory.NewMemCacheClient(client)),
		folder:  folder,
	}, nil
}

func (m *mappers) close() {
	_ = os.RemoveAll(m.folder)
}

func (m *mappers) ask(question Question) (string, error) {
	resource := schema.GroupVersionResource{Group: question.Group, Version: question.Version, Resource: question.Resource}
	kind := schema.GroupKind{Group: question.Group, Kind: question.Kind}
	switch question.Method {
	case "kindFor":
		return one(tellKind)(m.plain.KindFor(resource)), nil
	case "kindsFor":
		return many(tellKind)(m.plain.KindsFor(resource)), nil
	case "resourceFor":
		return one(tellResource)(m.plain.ResourceFor(resource)), nil
	case "resourcesFor":
		return many(tellResource)(m.plain.ResourcesFor(resource)), nil
	case "mappingFor":
		return one(tellMapping)(m.plain.RESTMapping(kind, question.Versions...)), nil
	case "mappingsFor":
		return many(tellMapping)(m.plain.RESTMappings(kind, question.Versions...)), nil
	case "singularFor":
		return one(func(singular string) string { return singular })(m.plain.ResourceSingularizer(question.Resource)), nil
	case "kubectl":
		return m.kubectl.read(question.Words), nil
	case "memory":
		return m.memory.read(question.Words), nil
	default:
		return "", fmt.Errorf("there is no method %q", question.Method)
	}
}

func one[T any](tell func(T) string) func(T, error) string {
	return func(answer T, err error) string {
		if err != nil {
			return failed(err)
		}
		return found(tell(answer))
	}
}

func many[T any](tell func(T) string) func([]T, error) string {
	return func(answers []T, err error) string {
		if err != nil {
			return failed(err)
		}
		members := make([]string, 0, len(answers))
		for _, answer := range answers {
			members = append(members, tell(answer))
		}
		return found(members...)
	}
}

// remembered saves reading the same files for every question.
type remembered struct {
	discovery.CachedDiscoveryInterface
	groups []*metav1.APIGroup
	lists  []*metav1.APIResourceList
	err    error
}

func remember(client discovery.CachedDiscoveryInterface) *remembered {
	groups, lists, err := client.ServerGroupsAndResources()
	return &remembered{client, groups, lists, err}
}

func (r *remembered) ServerGroupsAndResources() ([]*metav1.APIGroup, []*metav1.APIResourceList, error) {
	return r.groups, r.lists, r.err
}
