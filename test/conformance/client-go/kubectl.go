package main

import (
	"io"
	"net/http"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest/fake"
	"k8s.io/client-go/restmapper"
)

// A reader reads what people type, by the builder that kubectl has for it.
type reader struct {
	mapper     meta.RESTMapper
	categories restmapper.CategoryExpander
}

func newReader(client discovery.CachedDiscoveryInterface) reader {
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(client)
	return reader{
		mapper:     restmapper.NewShortcutExpander(mapper, client, nil),
		categories: restmapper.NewDiscoveryCategoryExpander(client),
	}
}

// read gives the mappings that `kubectl get` would list, with the object's name where the words have one.
func (r reader) read(words []string) string {
	result := resource.NewFakeBuilder(
		emptyServer,
		func() (meta.RESTMapper, error) { return r.mapper, nil },
		func() (restmapper.CategoryExpander, error) { return r.categories, nil },
	).
		Unstructured().
		NamespaceParam("default").DefaultNamespace().
		RequireObject(false).
		ResourceTypeOrNameArgs(true, words...).
		Do()
	var members []string
	err := result.Visit(func(info *resource.Info, err error) error {
		if err != nil {
			return err
		}
		member := tellMapping(info.Mapping)
		if info.Name != "" {
			member += " /" + info.Name
		}
		members = append(members, member)
		return nil
	})
	if err != nil {
		return failed(err)
	}
	return found(members...)
}

// emptyServer has nothing in any list: only the mapping is of interest.
func emptyServer(schema.GroupVersion) (resource.RESTClient, error) {
	return &fake.RESTClient{
		NegotiatedSerializer: resource.UnstructuredPlusDefaultContentConfig().NegotiatedSerializer,
		Client: fake.CreateHTTPClient(func(*http.Request) (*http.Response, error) {
			return &http.Response{
				StatusCode: http.StatusOK,
				Header:     http.Header{"Content-Type": []string{"application/json"}},
				Body:       io.NopCloser(strings.NewReader(`{"apiVersion":"v1","kind":"List","items":[]}`)),
			}, nil
		}),
	}, nil
}
