import type { Client } from '../../src/core/client.js';
import type { KubeList, PartialObjectMetadata } from '../../src/core/model/kube-object.js';
import type { RESTMapping } from '../../src/core/model/rest-mapping.js';
import type { Status } from '../../src/core/model/status.js';
import type { ListOptions } from '../../src/core/resource/options.js';
import { ApiError } from '../../src/core/transport/errors.js';

/** What a scripted client answers: a list, an object, or the error to reject with. */
export type Scripted = KubeList<PartialObjectMetadata> | PartialObjectMetadata | Error;

/** One request, with the namespace of its handle. */
export interface Asked extends ListOptions {
  readonly namespace?: string | undefined;
  readonly name?: string;
}

export const gadgets: RESTMapping = {
  resource: { group: 'example.org', version: 'v1', resource: 'gadgets' },
  kind: { group: 'example.org', version: 'v1', kind: 'Gadget' },
  scope: 'Namespaced',
};

export function gadget(name: string): PartialObjectMetadata {
  return { apiVersion: 'example.org/v1', kind: 'Gadget', metadata: { name, uid: `uid-${name}` } };
}

/** A page with gadgets of these names. */
export function page(
  names: readonly string[],
  next?: string,
  remainingItemCount?: number,
): KubeList<PartialObjectMetadata> {
  const metadata = { continue: next, remainingItemCount };
  return { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadataList', metadata, items: names.map(gadget) };
}

/** An answer of the server that is no success. */
export function refused(
  statusCode: number,
  status: Status = {},
  fromServer = true,
  path = '/apis/example.org/v1/namespaces/shop/gadgets/front',
): ApiError {
  return new ApiError({ method: 'GET', path, statusCode, status, fromServer });
}

/** The server has forgotten the first page; with the token to go on with in the present state. */
export const expired = (next?: string): ApiError => refused(410, { reason: 'Expired', metadata: { continue: next } });

/** A client whose one handle answers a script, one answer to a request. A request beyond the script is an error. */
export function scriptedClient(answers: readonly Scripted[]): {
  readonly client: Pick<Client, 'handle'>;
  readonly asked: Asked[];
} {
  const left = [...answers];
  const asked: Asked[] = [];
  const next = async (question: Asked): Promise<unknown> => {
    asked.push(Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined)));
    const answer = left.shift() ?? new Error('nothing more was to be asked');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const handle = (namespace?: string): object => ({
    as: (representation: string) => {
      if (representation !== 'PartialObjectMetadata') throw new Error('metadata alone is to be read');
      return handle(namespace);
    },
    namespace: (bound: string) => handle(bound),
    get: (name: string, options: ListOptions) => next({ ...options, namespace, name }),
    list: (options: ListOptions) => next({ ...options, namespace }),
  });
  return { asked, client: { handle: (() => handle()) as Client['handle'] } };
}
