// Package main is etcd, the store behind the kube-apiserver that is built from the same module.
package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() {
	etcdmain.Main(os.Args)
}
