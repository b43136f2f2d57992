import { kubernetesDocuments } from './documents/kubernetes-documents.js';
import type { CapturedDocuments } from './served/captured-documents.js';

/**
 * Returns the discovery documents of the built-in resources of Kubernetes 1.37, as its API server serves them: every
 * group, kind, short name, category and subresource. A fake server with these documents serves Pods, Deployments and
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

// The shapes used in the type above
export type { CapturedDocument, CapturedDocuments } from './served/captured-documents.js';
