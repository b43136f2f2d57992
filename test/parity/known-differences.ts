import type { KnownDifference } from './known-difference.js';
import { knownWords } from './known-words.js';

const answer = ['status', 'body'];

/**
 * All known differences between the fake server and kube-apiserver 1.37. A run fails for a difference that is not
 * listed, and for a listed one that is gone. docs/testing.md shows this list; `why` is for those who change it.
 */
export const knownDifferences: readonly KnownDifference[] = [
  {
    what: 'YAML, CBOR, and protobuf without the option `protobuf` are neither written (406) nor read (415)',
    why: 'Few clients need them.',
    places: [
      { requests: /^(from legacy, )?discovery: .* as (YAML|protobuf)$/, parts: [...answer, 'header.content-type'] },
      { requests: /^read .* as YAML$/, parts: [...answer, 'header.content-type'] },
      { requests: /^delete .* options in YAML$/, parts: answer },
      { requests: /^body: .* as (YAML|protobuf)$/, parts: answer },
    ],
  },
  {
    what: 'Without schemas, only metadata is validated; unknown and duplicate fields are kept without a warning',
    why: 'With `schemas`, and for definitions with a schema, unknown fields and wrong types are answered as on real servers. Duplicate fields are kept. With `defaults`, the rules of 55 built-in kinds are checked, those of the others are not.',
    places: [
      { requests: /^body: an unknown field of a configmap, Warn$/, parts: ['body.nonsense', 'header.warning'] },
      { requests: /^body: an unknown field of a configmap, Ignore$/, parts: ['body.nonsense'] },
      { requests: /^body: an unknown field of a configmap, Strict$/, parts: answer },
      { requests: /^body: a field twice$/, parts: ['header.warning'] },
      { requests: /^body: a configmap (whose data are numbers|above 1 MiB)$/, parts: answer },
      { requests: /^body: (a gadget of the wrong type|a meter (without a size|that is too small))$/, parts: answer },
      { requests: /^body: a meter with more than it has$/, parts: ['body.spec.more', 'header.warning'] },
    ],
  },
  {
    what: 'Without `defaults`, no defaults are set, except the phase of pods and namespaces; with them, those of less common kinds are missing',
    why: 'Objects of `objects` and `put` are stored as they are.',
    places: [
      { requests: /^body: a meter without a unit$/, parts: ['body.spec.unit'] },
      { requests: /^body: a deployment that leaves all it can to the server$/, parts: ['body.spec'] },
      { requests: /^act: the bound pod$/, parts: ['body.spec', 'body.status.qosClass'] },
      { requests: /^ending: delete (pods|services)$/, parts: ['body.spec', 'body.status'] },
      {
        requests: /^watch deployments\.apps: the state (of a version|at 0), with bookmarks$/,
        parts: ['body[2].object.spec'],
      },
      {
        requests: /^watch deployments\.apps: the state as Table( without objects)?$/,
        parts: ['body[2].object.rows[0].cells[1]', 'body[2].object.rows[0].cells[7]'],
      },
      {
        requests: /^built-ins: persistentvolumeclaims as Table$/,
        parts: ['body.rows[0].cells[1]', 'body.rows[0].cells[8]'],
      },
      { requests: /^built-ins: jobs(\.batch as Table| by status\.successful=0)$/, parts: ['body.rows[0].cells[7]'] },
      {
        requests: /^built-ins: horizontalpodautoscalers\.autoscaling as Table$/,
        parts: ['body.rows[0].cells[2]', 'body.rows[0].cells[3]'],
      },
    ],
  },
  {
    what: 'Finalizers that real servers add are missing: for storage and jobs and, without `garbageCollection`, those of deletions; nodes get no taint',
    why: 'There are no controllers that would remove them.',
    places: [
      { requests: /^built-ins: persistentvolumeclaims as metadata$/, parts: ['body.metadata.finalizers'] },
      { requests: /^delete .*: in the foreground, dryRun$/, parts: ['body'] },
      { requests: /^ending: delete jobs\.batch$/, parts: ['body', 'header.warning'] },
    ],
  },
  {
    what: 'Without `namespaceLifecycle`, objects can be created in a namespace that does not exist; a deleted namespace is gone immediately, and its objects stay',
    why: 'Most tests start with objects, not with their namespaces. With it, a namespace has no service account and no config map of its own.',
    places: [
      { requests: /^missing: POST \/api\/v1\/namespaces\/nowhere\/configmaps$/, parts: answer },
      { requests: /^ending: delete a namespace$/, parts: ['body.metadata.deletionTimestamp', 'body.status.phase'] },
      { requests: /^ending: (the namespace is ending|create in a namespace that is ending)$/, parts: answer },
    ],
  },
  {
    what: 'There are no warnings about unusual finalizers or unusual owners, nor with the refusal of a watch',
    why: 'Use the switch `warnings` if your test needs them.',
    places: [
      { requests: /^watch: at \/api\/v1\/componentstatuses\?watch=1$/, parts: ['header.warning'] },
      { requests: /^names: create gadgets\S+ with a finalizer without a domain$/, parts: ['header.warning'] },
      {
        requests: /^names: create \S+ with an owner twice$/,
        parts: ['header.warning', 'body.metadata.ownerReferences'],
      },
    ],
  },
  {
    what: 'Legacy documents that are made from aggregated documents have no storageVersionHash',
    why: 'Aggregated documents do not contain it. If it matters, pass the legacy documents as well.',
    places: [
      {
        requests:
          /^(discovery|reader|missing): (read |POST |PUT |PATCH |DELETE )?\/apis\/parity\.example\.org\/v1( as all formats)?$/,
        parts: ['body.resources[*].storageVersionHash'],
      },
      {
        requests: /^(discovery|missing): \/api\/v1\/?$/,
        parts: ['body.resources[*].storageVersionHash'],
      },
      {
        requests: /^(discovery|reader): (read )?\/apis\/apps\/v1(\/| as all formats)?$/,
        parts: ['body.resources[*].storageVersionHash'],
      },
      {
        requests:
          /^discovery: \/apis\/(autoscaling\/v1|autoscaling\/v2|batch\/v1|policy\/v1|(events|apiextensions|apiregistration|rbac\.authorization|storage)\.k8s\.io\/v1)$/,
        parts: ['body.resources[*].storageVersionHash'],
      },
    ],
  },
  {
    what: 'Paths with empty segments are answered with 404 in plain text, `/` lists fewer paths, health has fewer checks, `/metrics` has only `apiserver_request_total`, and `/openapi/v2` only what kubectl falls back on',
    why: 'Clients of resources do not request them.',
    places: [
      { requests: /^missing: \/api\/v1\/namespaces\/\/configmaps$/, parts: [...answer, 'header'] },
      { requests: /^missing: \/api(\/v1)?\/\/(v1\/)?configmaps$/, parts: ['body', 'header'] },
      { requests: /^missing: \/$/, parts: ['body'] },
    ],
  },
  {
    what: 'OpenAPI documents have no descriptions, only what kubectl reads of operations, and other hashes; the index has group-versions alone',
    why: 'Descriptions are nine tenths of the documents.',
    places: [{ requests: /^reader: read \/openapi\/v3$/, parts: ['body'] }],
  },
  {
    what: 'Reviews of access give no reason',
    why: 'Rights are a function, and there are no role bindings.',
    places: [{ requests: /^review: own access of a reader to a path$/, parts: ['body.status.reason'] }],
  },
  knownWords,
];

/**
 * Differences that `mask.ts` removes from both answers before the comparison, although the fake server could do better.
 */
export const notCompared: readonly Pick<KnownDifference, 'what' | 'why'>[] = [
  {
    what: 'Without `defaults`, the managed fields of a new object name other structs (`.`), and lack the fields that real servers add; with them, those of a pod also have what admission fills in',
    why: 'Only the schema says which maps a type always has.',
  },
  {
    what: 'Legacy documents list custom resources in a fixed order',
    why: 'On a real server the order is random and changes with each restart.',
  },
];
