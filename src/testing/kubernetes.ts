import { kubernetesDocuments } from './documents/kubernetes-documents.js';
import { requireOneOf } from '../core/shared/arguments.js';
import type { KubeObject } from '../core/model/kube-object.js';
import { objectsOfKubernetes } from './served/kubernetes-objects.js';
import { loadPatterns } from './schemas/patterns.js';
import type { CapturedDocuments } from './served/captured-documents.js';
import type { FakeDefaults } from './defaults/fill-in.js';
import type { FakeProtobuf } from './protobuf/create-protobuf.js';
import type { FakeSchemas } from './served/options.js';

/**
 * Returns the discovery documents of the built-in resources of Kubernetes 1.37, as its API server serves them (and that of
 * the beta of 1.38): every group, kind, short name, category and subresource. A fake server with these documents serves Pods, Deployments and
 * all other built-in resources, with Tables that have the columns of the real ones, and CustomResourceDefinitions. Each
 * call returns its own copy.
 *
 * @example
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-0', namespace: 'shop' } };
 * const fake = createFakeApiServer({ documents: kubernetes(), objects: [pod] });
 */
export function kubernetes(): CapturedDocuments {
  return JSON.parse(kubernetesDocuments) as CapturedDocuments;
}

/**
 * Returns objects that a real server has from its start: the namespaces `default`, `kube-system`, `kube-public` and
 * `kube-node-lease`, the service `kubernetes`, and the two priority classes of the system. Give them to the option
 * `objects` of `createFakeApiServer` where your code, or kubectl, looks for them. Each call returns its own copies.
 *
 * @example
 * const fake = createFakeApiServer({ documents: kubernetes(), objects: kubernetesObjects() });
 */
export function kubernetesObjects(): KubeObject[] {
  return structuredClone([...objectsOfKubernetes]);
}

/**
 * Returns the schemas of the built-in kinds of Kubernetes 1.37, as its API server publishes them, without descriptions: the
 * option `schemas` of `createFakeApiServer`. They are loaded with the first call, and need `DecompressionStream`, which
 * Node and browsers have.
 *
 * @param release of whose servers the schemas are; those of 1.38 are from its beta, and values that are new in it are in
 *   no `enum`
 * @throws InvalidArgumentError for another release
 * @example
 * const fake = createFakeApiServer({ documents: kubernetes(), schemas: await kubernetesSchemas() });
 */
export async function kubernetesSchemas(release: '1.37' | '1.38' = '1.37'): Promise<FakeSchemas> {
  requireOneOf('release', release, ['1.37', '1.38']);
  const packed = await import('./schemas/kubernetes-schemas.js');
  const schemas = await unpack(packed.packedKubernetesSchemas);
  if (release === '1.37') return schemas;
  const { mergeInto } = await import('./verbs/patch.js');
  return mergeInto(schemas, await unpack(packed.packedChangesOf138)) as FakeSchemas;
}

async function unpack(packed: string): Promise<FakeSchemas> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text()) as FakeSchemas;
}

/**
 * Returns the protobuf of the stable built-in kinds of Kubernetes 1.37: the option `protobuf` of `createFakeApiServer`, for
 * clients that speak it, such as typed clients in Go. The table of messages is loaded with the first call.
 *
 * @example
 * const fake = createFakeApiServer({ documents: kubernetes(), protobuf: await kubernetesProtobuf() });
 */
export async function kubernetesProtobuf(): Promise<FakeProtobuf> {
  const [{ createProtobuf }, { kubernetesMessages }] = await Promise.all([
    import('./protobuf/create-protobuf.js'),
    import('./protobuf/kubernetes-messages.js'),
  ]);
  return createProtobuf(kubernetesMessages);
}

/**
 * Returns the defaults of the built-in kinds of Kubernetes 1.37: the option `defaults` of `createFakeApiServer`. Objects that
 * are written by requests then have the fields that a real server fills in, so that a controller that compares what it
 * wants with what is there behaves as in a cluster, and objects of common kinds that a real server refuses are refused in its
 * words. They are loaded with the first call.
 *
 * @example
 * const fake = createFakeApiServer({ documents: kubernetes(), defaults: await kubernetesDefaults() });
 */
export async function kubernetesDefaults(): Promise<FakeDefaults> {
  const [
    { createDefaults },
    { defaultsOfKubernetes },
    { rulesOfKubernetes },
    { definitionRules },
    { createNormalize },
    { kubernetesMessages },
  ] = await Promise.all([
    import('./defaults/fill-in.js'),
    import('./defaults/kubernetes-defaults.js'),
    import('./defaults/kubernetes-rules.js'),
    import('./schemas/definition-rules.js'),
    import('./protobuf/create-protobuf.js'),
    import('./protobuf/kubernetes-messages.js'),
    loadPatterns(),
  ]);
  return createDefaults(
    defaultsOfKubernetes,
    [...rulesOfKubernetes, definitionRules],
    createNormalize(kubernetesMessages),
  );
}

// The shapes used in the types above
export type { KubeObject, ManagedFieldsEntry, ObjectMeta } from '../core/model/kube-object.js';
export type { OwnerReference } from '../core/model/owner-reference.js';
export type { FakeDefaults } from './defaults/fill-in.js';
export type { ObjectLike } from '../core/model/kube-object.js';
export type { FakeProtobuf } from './protobuf/create-protobuf.js';
export type { FakeSchemas } from './served/options.js';
export type { Cause, FieldReason } from './wire/refusals.js';
export type { Schema } from '../openapi/index.js';
export type { CapturedDocument, CapturedDocuments } from './served/captured-documents.js';
