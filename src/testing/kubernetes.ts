import { kubernetesDocuments } from './documents/kubernetes-documents.js';
import type { CapturedDocuments } from './served/captured-documents.js';

/**
 * The built-in resources of Kubernetes 1.36, as its API server tells of them: discovery documents with every group, kind,
 * short name, category and subresource. With them a fake server knows Pods, Deployments and all others, their Tables have
 * the columns that the real ones have, and CustomResourceDefinitions are among them. Each call gives documents of its own.
 *
 * @example
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-0', namespace: 'shop' } };
 * const fake = createFakeApiServer({ documents: kubernetes(), objects: [pod] });
 */
export function kubernetes(): CapturedDocuments {
  return JSON.parse(kubernetesDocuments) as CapturedDocuments;
}

// The shapes that stand in the type above
export type { CapturedDocument, CapturedDocuments } from './served/captured-documents.js';
