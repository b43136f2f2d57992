import { LRUCache } from 'lru-cache';
import type { RootAnswer } from './root-answer.js';

/** What a root answered last, to be asked for again by its ETag. */
export interface KeptAnswer {
  readonly etag: string;
  readonly answer: RootAnswer;
}

/** The answers of one client's roots, by path and Accept header. */
export type DocumentCache = LRUCache<string, KeptAnswer>;

/** A server has two roots; the rest is room for other formats asked of them. */
export function createDocumentCache(): DocumentCache {
  return new LRUCache({ max: 8 });
}
