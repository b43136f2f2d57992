import type { KubeObject } from '../../src/core/model/kube-object.js';

/** The user whose token a request has. */
export type User = 'admin' | 'reader' | 'nobody' | 'stranger';

/** The answer of one of the two servers. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed body of a JSON answer, or the text of any other. */
  readonly body: unknown;
}

/** Returns the answer of the same server to an earlier request, by name. Throws for an unknown name. */
export type Earlier = (name: string) => Answer;

/** A value, or a function that derives it from earlier answers of the same server: uids, resource versions, tokens. */
export type Made<T> = T | ((earlier: Earlier) => T);

/** One request of the list. Both servers get all requests in the same order. */
export interface ParityRequest {
  /** Unique; `known-differences.ts` refers to it. */
  readonly name: string;
  /** @default 'GET' */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | undefined;
  /** The path as sent, including the query. */
  readonly path: Made<string>;
  /** @default 'application/json'; null sends none */
  readonly accept?: string | null | undefined;
  /** @default 'application/json' with a body; null sends none */
  readonly contentType?: string | null | undefined;
  readonly headers?: Made<Readonly<Record<string, string>>> | undefined;
  /** A string is sent as is, anything else as JSON. */
  readonly body?: Made<string | object> | undefined;
  /** @default 'admin' */
  readonly user?: User | undefined;
  /** Compares only the status, for requests that only prepare others. */
  readonly prepares?: boolean | undefined;
}

/** Prefixes the name of each request with a word. */
export function scene(word: string, requests: readonly ParityRequest[]): ParityRequest[] {
  return requests.map((request) => ({ ...request, name: `${word}: ${request.name}` }));
}

/** Returns the object in the answer to an earlier request. */
export function objectFrom(earlier: Earlier, name: string): KubeObject {
  return earlier(name).body as KubeObject;
}
