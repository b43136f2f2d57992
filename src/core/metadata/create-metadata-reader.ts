import type { Client } from '../client.js';
import { isObjectNotFound } from '../errors.js';
import type { KubeList, KubeObject } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { createTokenCheck } from '../representation/continue-tokens.js';
import { continueOf } from '../representation/parsed-answer.js';
import {
  partialObjectMetadata,
  type MetadataBy,
  type MetadataOptions,
  type MetadataShapes,
} from '../representation/partial-object-metadata.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import {
  callOptionNames,
  requireCallOptions,
  requireCount,
  requireKnownOptions,
  requireMethods,
  requireObject,
  type OptionChecks,
  type OptionNames,
} from '../shared/arguments.js';
import { unreadOf } from './unread-of.js';
import type {
  ListQuestion,
  MetadataPage,
  MetadataQuestion,
  MetadataReader,
  MetadataStep,
  PagingOptions,
  Unread,
} from './metadata-answer.js';

type MetadataHandle<Item> = ResourceHandle<MetadataShapes<KubeObject, Item>>;

const defaultLimit = 500;

const readNames: OptionNames<MetadataQuestion> = { mapping: true, namespace: true, name: true };
const listNames: OptionNames<ListQuestion> = {
  mapping: true,
  namespace: true,
  labelSelector: true,
  fieldSelector: true,
};
const pagingChecks: OptionChecks<PagingOptions> = {
  limit: requireCount,
  firstLimit: requireCount,
  expired: true,
  signal: true,
  timeoutMs: true,
};

/**
 * Creates a {@link MetadataReader}: for programs that read many objects and must distinguish a missing object from an
 * object that they could not read. If the first failure should end the work, use `client.handle(mapping)
 * .as('PartialObjectMetadata')`.
 *
 * @param options whether to include `managedFields`
 * @throws InvalidArgumentError for anything but a client, and for an unknown option
 * @example
 * const reader = createMetadataReader(client);
 * const answer = await reader.read({ mapping: await handle.mapping(), namespace: 'shop', name: 'front-0' });
 * if (answer.state === 'unknown') console.warn(answer.message);
 * else console.log(answer.state); // 'found' or 'missing'
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 */
export function createMetadataReader<ManagedFields extends boolean = false>(
  client: Pick<Client, 'handle'>,
  options: MetadataOptions<ManagedFields> = {},
): MetadataReader<MetadataBy<ManagedFields>> {
  type Item = MetadataBy<ManagedFields>;
  requireMethods('client', client, ['handle']);
  partialObjectMetadata(options); // checks them
  const { managedFields } = options;
  const handleFor = (mapping: RESTMapping, namespace: string | undefined): MetadataHandle<Item> => {
    const handle = client.handle(mapping).as('PartialObjectMetadata', { managedFields });
    return namespace === undefined ? handle : handle.namespace(namespace);
  };

  return Object.freeze<MetadataReader<Item>>({
    async read(question, options = {}) {
      const { mapping, namespace, name } = requireKnownOptions(requireObject('question', question), readNames);
      const { signal, timeoutMs } = requireCallOptions(options, callOptionNames);
      try {
        return { state: 'found', object: await handleFor(mapping, namespace).get(name, { signal, timeoutMs }) };
      } catch (error) {
        return isObjectNotFound(error) ? { state: 'missing' } : unreadOf(error, { signal, isPage: false });
      }
    },
    async *pages(question, options = {}) {
      const { mapping, namespace } = requireKnownOptions(requireObject('question', question), listNames);
      const { limit = defaultLimit } = requireCallOptions(options, pagingChecks);
      yield* readPages(handleFor(mapping, namespace), question, { ...options, limit });
    },
  });
}

async function* readPages<Item>(
  handle: MetadataHandle<Item>,
  { mapping, labelSelector, fieldSelector }: ListQuestion,
  { firstLimit, expired = 'stop', signal, timeoutMs, ...options }: PagingOptions & { readonly limit: number },
): AsyncGenerator<MetadataStep<Item>, void, undefined> {
  const check = createTokenCheck(mapping.resource);
  let whenExpired = expired;
  let limit: number | undefined = firstLimit ?? options.limit;
  let next: string | undefined;
  let wasPage = false;
  for (;;) {
    const list = await handle
      .list({ labelSelector, fieldSelector, limit, continue: next, signal, timeoutMs })
      .catch((error: unknown) => unreadOf(error, { signal, isPage: true }));
    if (!('state' in list)) {
      yield pageOf(list);
      wasPage = true;
      limit &&= options.limit;
      next = continueOf(list);
      if (next === undefined) return;
    } else if (wasPage && list.reason === 'expired' && whenExpired === 'restart') {
      yield { state: 'again' };
      [whenExpired, limit, next] = ['stop', undefined, undefined];
      continue;
    } else {
      // The answer must not be a second 410 in a row: a server that forgets its own token would be asked forever.
      next = wasPage && whenExpired === 'continue' ? tokenIn(list) : undefined;
      if (next === undefined) return yield list;
      wasPage = false;
    }
    const repeated = check(next);
    if (repeated !== undefined) return yield unreadOf(repeated, { signal, isPage: true });
  }
}

function pageOf<Item>(list: KubeList<Item>): MetadataPage<Item> {
  const { remainingItemCount: remaining } = list.metadata;
  const isCount = Number.isSafeInteger(remaining) && (remaining ?? -1) >= 0;
  return {
    state: 'page',
    items: list.items,
    more: continueOf(list) !== undefined,
    remaining: isCount ? remaining : undefined,
  };
}

/** Returns the token with which the server offers to continue after a 410. */
function tokenIn({ reason, error }: Unread): string | undefined {
  if (reason !== 'expired' || error.code !== 'api') return undefined;
  const token: unknown = error.status.metadata?.continue;
  return typeof token === 'string' && token !== '' ? token : undefined;
}
