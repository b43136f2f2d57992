import type { KubeObject } from '../../src/model/kube-object.js';

/** Whose token a request carries. */
export type User = 'admin' | 'reader' | 'nobody' | 'stranger';

/** An answer of one of the two servers. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed body of a JSON answer, the text of any other. */
  readonly body: unknown;
}

/** What the same server answered to an earlier request, by its name. Throws for a name that there is none of. */
export type Earlier = (name: string) => Answer;

/** A value, or how to make it of what the server itself gave before: uids, resource versions, tokens. */
export type Made<T> = T | ((earlier: Earlier) => T);

/** One request of the list. Both servers get all of them, in the same order. */
export interface ParityRequest {
  /** Unique, and what `known-differences.ts` calls it by. */
  readonly name: string;
  /** @default 'GET' */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | undefined;
  /** As it goes onto the wire, with its query. */
  readonly path: Made<string>;
  /** @default 'application/json'; null sends none */
  readonly accept?: string | null | undefined;
  /** @default 'application/json' where there is a body; null sends none */
  readonly contentType?: string | null | undefined;
  readonly headers?: Made<Readonly<Record<string, string>>> | undefined;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: Made<string | object> | undefined;
  /** @default 'admin' */
  readonly user?: User | undefined;
  /** Compares the status alone: for requests that only prepare others. */
  readonly prepares?: boolean | undefined;
}

/** Puts a word before the name of each request. */
export function scene(word: string, requests: readonly ParityRequest[]): ParityRequest[] {
  return requests.map((request) => ({ ...request, name: `${word}: ${request.name}` }));
}

/** The object that an earlier request was answered with. */
export function objectFrom(earlier: Earlier, name: string): KubeObject {
  return earlier(name).body as KubeObject;
}
