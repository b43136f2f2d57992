import type { AnswerBody } from '../../media/answer-body.js';
import type { ApiAnswer, Connection } from '../../transport/connection.js';
import { requestFollowing } from './follow-redirect.js';
import type { StoreAccess } from './store-access.js';
import { isValidator } from './stored-record.js';

/** A request for one document. */
export interface DocumentRequest {
  readonly path: string;
  readonly accept: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Parameters of {@link createDocumentSource}. */
export interface DocumentSourceParts {
  readonly connection: Connection;
  /** The base URL of the server. */
  readonly server: string;
  readonly maxBytes: number;
  /** How many documents are remembered: the most recent ones. */
  readonly max: number;
  /** Receives each document that has an ETag. */
  readonly store?: StoreAccess | undefined;
}

/**
 * Fetches documents of one kind and reads them into `Content`. Content confirmed by its ETag (304) is the same object
 * as before.
 */
export interface DocumentSource<Content extends object> {
  /**
   * Throws what the connection throws, and what `parse` throws. `parse` receives the previous content of the document,
   * if it is remembered.
   */
  fetch(request: DocumentRequest, parse: (body: AnswerBody, before: Content | undefined) => Content): Promise<Content>;
  /** Adds a document that was learned earlier; `content` is called on first use, and may throw. */
  recall(document: Pick<DocumentRequest, 'path' | 'accept'>, etag: string, content: () => Content): void;
  /** Reports whether there is a document with an ETag, which is then in the store as well. */
  has(document: Pick<DocumentRequest, 'path' | 'accept'>): boolean;
  /** Clears the memory, so that documents are fetched again. */
  clear(): void;
}

interface Remembered<Content> {
  readonly etag: string;
  readonly content: () => Content;
}

/**
 * Creates a {@link DocumentSource}. For a document with an ETag, memory keeps the tag and the content, never the bytes;
 * these go into the store, if there is one. A 304 then costs neither a body nor a parse.
 */
export function createDocumentSource<Content extends object>({
  connection,
  server,
  maxBytes,
  max,
  store,
}: DocumentSourceParts): DocumentSource<Content> {
  const memory = new Map<string, Remembered<Content>>();
  const remember = (key: string, document: Remembered<Content>): void => {
    // The most recent document is last.
    memory.delete(key);
    memory.set(key, document);
    const [oldest] = memory.keys();
    if (memory.size > max && oldest !== undefined) memory.delete(oldest);
  };

  const ask = ({ path, ...request }: DocumentRequest, etag: string | undefined): Promise<ApiAnswer> =>
    requestFollowing(connection, server, {
      method: 'GET',
      path,
      ...request,
      maxBytes,
      ...(etag !== undefined && { ifNoneMatch: etag, expected: [304] }),
    });

  function keep({ path, accept }: DocumentRequest, answer: ApiAnswer, content: Content): Content {
    const key = `${path} ${accept}`;
    const etag = validatorOf(answer);
    if (etag === undefined) {
      memory.delete(key);
      return content;
    }
    remember(key, { etag, content: () => content });
    if (store !== undefined && isValidator(etag))
      void store.write([path, accept], { etag, mediaType: answer.mediaType }, answer.bytes());
    return content;
  }

  return {
    async fetch(request, parse) {
      const { path, accept } = request;
      const known = memory.get(`${path} ${accept}`);
      const answer = await ask(request, known?.etag);
      if (known === undefined || answer.status !== 304) {
        return keep(request, answer, parse(answer, known && contentOf(known)));
      }
      try {
        return known.content();
      } catch {
        // The stored content is malformed, although the server confirmed its ETag.
        memory.delete(`${path} ${accept}`);
        store?.refuse([path, accept], `the document at ${path} is malformed`);
        const anew = await ask(request, undefined);
        return keep(request, anew, parse(anew, undefined));
      }
    },
    recall({ path, accept }, etag, content) {
      remember(`${path} ${accept}`, { etag, content });
    },
    has({ path, accept }) {
      const known = memory.get(`${path} ${accept}`);
      return known !== undefined && isValidator(known.etag);
    },
    clear() {
      memory.clear();
    },
  };
}

/** Returns the previous content, or undefined if a store held something malformed. */
function contentOf<Content>({ content }: Remembered<Content>): Content | undefined {
  try {
    return content();
  } catch {
    return undefined;
  }
}

/**
 * Returns the ETag as the server made it. A proxy that recompresses weakens the tag; the server compares byte for byte
 * with its own strong one, and If-None-Match compares weakly by definition (RFC 9110 13.1.2).
 */
function validatorOf({ headers }: ApiAnswer): string | undefined {
  const etag = headers['etag'];
  return etag?.replace(/^W\//, '') || undefined;
}
