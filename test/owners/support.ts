import { createMapper, type RESTMapper } from '../../src/core/mapper/create-mapper.js';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { formatGroupVersionResource } from '../../src/core/model/group-version-resource.js';
import type { PartialObjectMetadata } from '../../src/core/model/kube-object.js';
import type { Served } from '../../src/core/representation/shapes.js';
import type { OwnerReference } from '../../src/core/model/owner-reference.js';
import type {
  MetadataAnswer,
  MetadataQuestion,
  MetadataReader,
  Unread,
  UnreadReason,
} from '../../src/core/metadata/create-metadata-reader.js';
import type { ResolveOwnerPorts } from '../../src/owners/resolve-owner.js';
import { TimeoutError } from '../../src/core/transport/errors.js';
import { catalogOf, res } from '../mapper/build-catalog.js';

/** A reference that nothing is wrong with. */
export function reference(more: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'front', uid: 'uid-front', ...more };
}

/** Words that try to be more than a word. */
export const hostileWords = ['__proto__', 'constructor', '..', '.', 'a/b', 'a\r\nb', 'a\0b', '%2e%2e', 'a?b', 'a#b'];

/** The metadata of an object. */
export function metadata(
  name: string,
  uid: string,
  more: Omit<PartialObjectMetadata['metadata'], 'name' | 'uid'> = {},
): Served<PartialObjectMetadata> {
  return { apiVersion: 'v1', kind: 'Thing', metadata: { name, uid, ...more } };
}

/** A catalog with all that owners can be told by. */
export function worldCatalog(failures: Parameters<typeof catalogOf>[1] = {}): Catalog {
  return catalogOf(
    [
      {
        name: '',
        versions: { v1: [res('pods', 'Pod'), res('nodes', 'Node', { scope: 'Cluster' }), res('events', 'Event')] },
      },
      { name: 'apps', versions: { v1: [res('replicasets', 'ReplicaSet'), res('deployments', 'Deployment')] } },
      {
        name: 'shop.example.org',
        versions: {
          v2: [
            res('oxen', 'Ox'),
            res('carts', 'Cart'),
            res('baskets', 'Cart'),
            res('markets', 'Market', { scope: 'Cluster' }),
          ],
          v1: [res('oxen', 'Ox'), res('geese', 'Goose')],
        },
      },
    ],
    failures,
  );
}

export const worldMapper = (): RESTMapper => createMapper(worldCatalog());

/** A server in memory: what it says of an object is by its URL, `oxen.v2.shop.example.org/web/front`. */
export interface World {
  readonly ports: ResolveOwnerPorts;
  /** The URLs that were asked, in order. */
  readonly asked: string[];
  /** How often a mapper was asked for, and how often anew. */
  readonly learned: { atHand: number; anew: number };
}

/** What a URL answers: an object, the server's word that there is none, or a reason. */
export type Said = Served<PartialObjectMetadata> | 'missing' | UnreadReason;

/** Makes a {@link World}. URLs that are not listed are no URLs of the server. */
export function world(
  urls: Readonly<Record<string, Said>>,
  {
    catalogAtHand,
    mapper = worldMapper(),
    newer,
  }: { catalogAtHand?: Catalog; mapper?: RESTMapper | string; newer?: RESTMapper | string } = {},
): World {
  const asked: string[] = [];
  const learned = { atHand: 0, anew: 0 };
  const known = new Map(Object.entries(urls));
  const read: MetadataReader['read'] = async (question) => {
    const url = urlOf(question);
    asked.push(url);
    return answerOf(known.get(url) ?? 'not-served', url);
  };
  return {
    asked,
    learned,
    ports: {
      read,
      catalogAtHand: () => catalogAtHand,
      async learn({ anew }) {
        learned[anew ? 'anew' : 'atHand'] += 1;
        const found = anew ? (newer ?? mapper) : mapper;
        return typeof found === 'string' ? { message: found } : { mapper: found };
      },
    },
  };
}

export function urlOf({ mapping, namespace, name }: MetadataQuestion): string {
  const parts = [formatGroupVersionResource(mapping.resource), ...(namespace === undefined ? [] : [namespace]), name];
  return parts.join('/');
}

function answerOf(said: Said, url: string): MetadataAnswer {
  if (typeof said === 'object') return { state: 'found', object: said };
  if (said === 'missing') return { state: 'missing' };
  return unread(said, `${url} is ${said}`, said === 'forbidden' ? 403 : 404);
}

/** What could not be read, with an error that nobody looks at. */
export function unread(reason: UnreadReason, message: string, statusCode?: number): Unread {
  const error = new TimeoutError({ method: 'GET', path: '/x' }, 'timeoutMs', 5);
  return { state: 'unknown', reason, message, ...(statusCode !== undefined && { statusCode }), error };
}
