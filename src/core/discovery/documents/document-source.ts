import type { AnswerBody } from '../../media/answer-body.js';
import type { ApiAnswer, Connection } from '../../transport/connection.js';
import { requestFollowing } from './follow-redirect.js';

/** A request for one document. */
export interface DocumentRequest {
  readonly path: string;
  readonly accept: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** The content of a document, and its validator. */
export interface Document<Content> {
  readonly content: Content;
  readonly etag: string | undefined;
}

/** A document that has a validator: its content may have to be parsed, and may then turn out to be malformed. */
interface Remembered<Content> {
  readonly etag: string;
  readonly content: () => Content;
  /** Called if the content is malformed. */
  readonly refuse?: ((problem: string) => void) | undefined;
}

/** Parameters of {@link createDocumentSource}. */
export interface DocumentSourceParts {
  readonly connection: Connection;
  /** The base URL of the server. */
  readonly server: string;
  readonly maxBytes: number;
  /** How many documents are remembered: the most recent ones. */
  readonly max: number;
}

/** Fetches documents of one kind. Content confirmed by its validator (304) is the same object as before. */
export interface DocumentSource<Content extends object> {
  /** Throws what the connection throws, and what `parse` throws. */
  fetch(request: DocumentRequest, parse: (answer: ApiAnswer & AnswerBody) => Content): Promise<Document<Content>>;
  /** Adds a document that was received by an earlier process. */
  recall(document: Pick<DocumentRequest, 'path' | 'accept'>, recalled: Remembered<Content>): void;
  /** Clears the memory, so that documents are fetched again. */
  clear(): void;
}

/**
 * Creates a {@link DocumentSource}. Of a document with an ETag, memory keeps the tag and the content, never the bytes. A
 * 304 then costs neither a body nor a parse.
 */
export function createDocumentSource<Content extends object>({
  connection,
  server,
  maxBytes,
  max,
}: DocumentSourceParts): DocumentSource<Content> {
  const memory = new Map<string, Remembered<Content>>();
  const remember = (key: string, document: Remembered<Content>): void => {
    // The most recent document is last.
    memory.delete(key);
    memory.set(key, document);
    const [oldest] = memory.keys();
    if (memory.size > max && oldest !== undefined) memory.delete(oldest);
  };
  return {
    async fetch(request, parse) {
      const key = keyOf(request);
      for (;;) {
        const known = memory.get(key);
        const conditions = known !== undefined && { ifNoneMatch: known.etag, expected: [304] };
        const answer = await requestFollowing(connection, server, {
          method: 'GET',
          ...request,
          maxBytes,
          ...conditions,
        });
        if (known === undefined || answer.status !== 304) {
          const content = parse(answer);
          const etag = validatorOf(answer);
          if (etag === undefined) memory.delete(key);
          else remember(key, { etag, content: () => content });
          return { content, etag };
        }
        try {
          return { content: known.content(), etag: known.etag };
        } catch {
          // A store held something malformed, although the server confirmed its validator.
          memory.delete(key);
          known.refuse?.(`the document at ${request.path} is malformed`);
        }
      }
    },
    recall: (document, recalled) => {
      remember(keyOf(document), recalled);
    },
    clear: () => {
      memory.clear();
    },
  };
}

function keyOf({ path, accept }: Pick<DocumentRequest, 'path' | 'accept'>): string {
  return `${path} ${accept}`;
}

/**
 * Returns the ETag as the server made it. A proxy that recompresses weakens the tag; the server compares byte for byte
 * with its own strong one, and If-None-Match compares weakly by definition (RFC 9110 13.1.2).
 */
function validatorOf({ headers }: ApiAnswer): string | undefined {
  return headers['etag']?.replace(/^W\//, '') || undefined;
}
