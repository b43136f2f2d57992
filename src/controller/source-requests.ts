import { metadataOf } from '../watch/followed-object.js';
import { requireVerdict } from '../core/shared/arguments.js';
import { callQuietly } from '../core/shared/call-quietly.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import type { GivenSource, OpenSource, SourceRole } from './controller-source.js';
import { requestsOfOwners, type OwnerCandidates } from './owner-requests.js';
import { beganDeletion } from './predicates.js';
import { requestKey, requireRequest, type ReconcileRequest } from './reconcile-request.js';

/** The priority of objects that were only listed, at the start or after an interruption. It is controller-runtime's. */
export const listedPriority = -100;

/** Where the request for an object failed. */
export type SourceFailure = 'predicate' | 'map' | 'name';

/** Receives the requests and failures of a source. */
export interface RequestSink {
  add(request: ReconcileRequest, priority: number): void;
  /** A predicate or a map failed for an object, or the object has no usable name. */
  fail(at: SourceFailure, error: unknown, object: unknown): void;
}

/** Turns the objects and later steps of a source into requests. */
export function readRequests(source: OpenSource, owners: () => OwnerCandidates, sink: RequestSink) {
  const { informer, role, options } = source;
  const addRequests = (object: unknown, priority: number, isLeaving = false): void => {
    const [at, argument] = readings[role];
    try {
      for (const [index, request] of candidatesOf(object, source, owners, isLeaving).entries()) {
        try {
          sink.add(requireRequest(at === 'map' ? `${argument}[${index}]` : argument, request), priority);
        } catch (error) {
          // What a server or a map names must not end a controller.
          sink.fail(at, error, object);
        }
      }
    } catch (error) {
      sink.fail(at, error, object);
    }
  };
  /** Requests all objects again, as if they were listed. */
  const again = (): void => {
    for (const object of informer.getSnapshot()) addRequests(object, listedPriority);
  };
  again();
  const end = informer.on((step) => {
    if (step.type !== 'added' && step.type !== 'changed' && step.type !== 'removed') return;
    const { predicate, predicateOn = ['changed'] } = options;
    if (predicate !== undefined && predicateOn.includes(beganDeletion(step) ? 'removed' : step.type)) {
      try {
        if (!requireVerdict('predicate', predicate(step))) return;
      } catch (error) {
        // A superfluous reconcile does no harm; a missing one does.
        sink.fail('predicate', error, step.object);
      }
    }
    // Steps that arrive while a state is being read were listed, for the initial state and for later ones.
    const priority = informer.health.listing && step.type !== 'removed' ? listedPriority : 0;
    if (step.type === 'changed' && role !== 'for')
      addRequests(step.before, priority, ownersOf(step.before) !== ownersOf(step.object));
    addRequests(step.object, priority, step.type === 'removed');
  });
  return { again, end };
}

/** By the role of a source: where its requests fail, and how messages call them. */
const readings: Readonly<Record<SourceRole, readonly [SourceFailure, string]>> = {
  for: ['name', 'metadata'],
  owns: ['name', 'owner'],
  watches: ['map', 'map()'],
};

/** Returns a text that is another one when an object has changed hands. */
function ownersOf(object: unknown): string {
  const { uid, ownerReferences } = metadataOf(object) ?? {};
  return JSON.stringify([uid, ownerReferences]);
}

/**
 * Returns what an object names to reconcile, unchecked.
 *
 * @param isLeaving whether the object is gone, or has other owners from now on
 */
function candidatesOf(
  object: unknown,
  { role, options }: GivenSource,
  owners: () => OwnerCandidates,
  isLeaving: boolean,
): readonly unknown[] {
  if (role === 'for') return [metadataOf(object) ?? {}];
  if (role === 'owns') {
    const requests = requestsOfOwners(object, owners(), options);
    if (!isLeaving) return requests;
    const all = [...requests, ...requestsOfOwners(object, owners(), options, 'name')];
    return [...new Map(all.map((each) => [requestKey(each), each])).values()];
  }
  const requests: unknown = options.map?.(object as never);
  if (Array.isArray(requests)) return requests;
  callQuietly(() => requests);
  throw new InvalidArgumentError('map', 'must synchronously return a list of requests');
}
