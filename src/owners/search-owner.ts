import type { PartialObjectMetadata } from '../core/model/kube-object.js';
import type { OwnerReference } from '../core/model/owner-reference.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import { quote } from '../core/shared/quote.js';
import type {
  MetadataAnswer,
  MetadataQuestion,
  MetadataReader,
  UnreadReason,
} from '../core/metadata/metadata-answer.js';
import type { CallOptions } from '../core/resource/options.js';
import type { AskedForOwner, PresentOwner } from './owner-resolution.js';

/** The result of looking for an owner at one endpoint. */
export type Finding =
  | EndpointAnswer
  /** No request was sent. */
  | { readonly state: 'unknown'; readonly reason: 'wrong-scope' | 'group-unavailable'; readonly message: string };

type EndpointAnswer =
  | { readonly state: 'present'; readonly owner: PresentOwner['owner']; readonly mapping: RESTMapping }
  | { readonly state: 'absent'; readonly reason: 'not-found' | 'other-uid' }
  | { readonly state: 'unknown'; readonly reason: UnreadReason | 'no-uid'; readonly message: string };

/** Looks for one owner at one endpoint after another, and records the requests. */
export interface OwnerSearch {
  readonly asked: readonly AskedForOwner[];
  /** Looks at one endpoint. For a cluster-scoped dependent, a namespaced endpoint gets no request. */
  at(mapping: RESTMapping): Promise<Finding>;
}

/** Creates the search for an owner of a dependent in `namespace`, which is undefined for a cluster-scoped dependent. */
export function searchOwner(
  { name, uid }: OwnerReference,
  namespace: string | undefined,
  read: MetadataReader['read'],
  options: CallOptions,
): OwnerSearch {
  const asked: AskedForOwner[] = [];
  return {
    asked,
    async at(mapping) {
      const isNamespaced = mapping.scope === 'Namespaced';
      if (isNamespaced && namespace === undefined) {
        const message = `a cluster-scoped object cannot have an owner among ${quote(mapping.resource.resource)}, which are namespaced`;
        return { state: 'unknown', reason: 'wrong-scope', message };
      }
      const question = { mapping, namespace: isNamespaced ? namespace : undefined, name };
      const answer = await read(question, options);
      const finding = judge(answer, question, uid);
      asked.push(
        Object.freeze({
          resource: mapping.resource,
          ...(question.namespace !== undefined && { namespace: question.namespace }),
          name,
          outcome: finding.state === 'present' ? 'present' : finding.reason,
          ...(answer.state === 'unknown' && answer.statusCode !== undefined && { statusCode: answer.statusCode }),
        }),
      );
      return finding;
    },
  };
}

function judge(answer: MetadataAnswer, { mapping, name }: MetadataQuestion, uid: string): EndpointAnswer {
  if (answer.state === 'missing') return { state: 'absent', reason: 'not-found' };
  if (answer.state === 'unknown') return { state: 'unknown', reason: answer.reason, message: answer.message };
  // The type requires fields that a server may leave out.
  const { metadata }: PartialObjectMetadata = answer.object;
  const shown = `${mapping.resource.resource} ${quote(name)}`;
  if (metadata.name !== name) {
    const message = `the server returned ${quote(metadata.name ?? '')} for ${shown}`;
    return { state: 'unknown', reason: 'unusable-answer', message };
  }
  if (!metadata.uid) return { state: 'unknown', reason: 'no-uid', message: `${shown} exists but has no uid` };
  if (metadata.uid !== uid) return { state: 'absent', reason: 'other-uid' };
  return { state: 'present', owner: answer.object, mapping };
}
