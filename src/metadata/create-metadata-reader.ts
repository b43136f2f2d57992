import type { Client } from '../client.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { MetadataShapes } from '../representation/partial-object-metadata.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { isMissing, unreadOf } from './judge-failure.js';
import type {
  ListQuestion,
  MetadataPage,
  MetadataReader,
  MetadataStep,
  PagingOptions,
  Unread,
} from './metadata-answer.js';

type MetadataHandle = ResourceHandle<MetadataShapes>;

/** Makes a {@link MetadataReader} of a client. Census, owners and identity read by it, and so may programs. */
export function createMetadataReader(client: Pick<Client, 'handle'>): MetadataReader {
  const handleFor = (mapping: RESTMapping, namespace: string | undefined): MetadataHandle => {
    const handle = client.handle(mapping).as('PartialObjectMetadata');
    return namespace === undefined ? handle : handle.namespace(namespace);
  };

  return Object.freeze<MetadataReader>({
    async read(question, options = {}) {
      const { mapping, namespace, name } = question;
      try {
        return { state: 'found', object: await handleFor(mapping, namespace).get(name, options) };
      } catch (error) {
        return isMissing(error, question) ? { state: 'missing' } : unreadOf(error, options.signal);
      }
    },
    pages: ({ mapping, namespace, ...selectors }, options) =>
      pagesOf(handleFor(mapping, namespace), selectors, options),
  });
}

async function* pagesOf(
  handle: MetadataHandle,
  selectors: Pick<ListQuestion, 'labelSelector' | 'fieldSelector'>,
  { limit, firstLimit = limit, expired, signal, timeoutMs }: PagingOptions,
): AsyncGenerator<MetadataStep, void, undefined> {
  const call = { ...selectors, signal, timeoutMs };
  let next: string | undefined;
  let yielded = 0;
  for (;;) {
    const before = yielded;
    let failure: Unread;
    try {
      if (yielded === 0 && firstLimit !== limit) {
        const first = await handle.list({ ...call, limit: firstLimit });
        yielded += 1;
        yield pageOf(first);
        next = continueOf(first);
        if (next === undefined) return;
      }
      for await (const page of handle.pages({ ...call, limit, continue: next })) {
        yielded += 1;
        yield pageOf(page);
        next = continueOf(page);
      }
      return;
    } catch (error) {
      failure = unreadOf(error, signal);
    }
    if (failure.reason === 'expired' && expired === 'restart' && yielded > 0) {
      yield { state: 'again' };
      yield await handle.list(call).then(pageOf, (error: unknown) => unreadOf(error, signal));
      return;
    }
    next = expired === 'continue' ? tokenIn(failure) : undefined;
    // A server that forgets what it has just told would be asked for ever.
    if (next === undefined || yielded === before) {
      yield failure;
      return;
    }
  }
}

function pageOf(list: MetadataShapes['many']): MetadataPage {
  const { items, metadata } = list;
  return { state: 'page', items, more: continueOf(list) !== undefined, remaining: metadata.remainingItemCount };
}

function continueOf({ metadata }: MetadataShapes['many']): string | undefined {
  return metadata.continue === '' ? undefined : metadata.continue;
}

/** Where the server says to go on after a 410. */
function tokenIn({ reason, error }: Unread): string | undefined {
  if (reason !== 'expired' || error.code !== 'api') return undefined;
  const token = error.status.metadata?.continue;
  return token === '' ? undefined : token;
}
