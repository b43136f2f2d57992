import type { KubeList, KubeObject } from '../../src/core/model/kube-object.js';
import type { FakeApiServer } from '../../src/testing/index.js';

/** Discovery documents of a real server. */
export { captured as capturedDocuments, capturedNames as captures } from '../fixtures/captured.js';

export const v2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
export const v2beta1 = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
export const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
export const metadata = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
export const metadataList = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

/** What a request brings besides its path. */
export interface Asking {
  readonly method?: string;
  readonly accept?: string;
  readonly headers?: Record<string, string>;
  readonly contentType?: string;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** An answer, its JSON parsed. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly type: string | null;
  readonly text: string;
  readonly body: unknown;
}

/** Sends one request to a fake server's function. */
export async function ask(server: FakeApiServer, path: string, asking: Asking = {}): Promise<Answered> {
  const { method = 'GET', accept, body, contentType = 'application/json', headers = {} } = asking;
  const sent = new Headers(headers);
  if (accept !== undefined) sent.set('accept', accept);
  if (body !== undefined) sent.set('content-type', contentType);
  const text = body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body);
  const response = await server.handle(
    new Request(`http://kubernetes.test${path}`, { method, headers: sent, body: text }),
  );
  return read(response);
}

/** Reads a response to its end. */
export async function read(response: Response): Promise<Answered> {
  const text = await response.text();
  const type = response.headers.get('content-type');
  const body: unknown = type?.split(';')[0] === 'application/json' ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, type, text, body };
}

/** What of a Status a test usually looks at. */
export function failureOf({ status, body }: Answered): { code: number; reason: string } {
  const { kind, status: outcome, code, reason } = body as Record<string, unknown>;
  if (kind !== 'Status' || outcome !== 'Failure' || code !== status) {
    throw new Error(`no failure Status: ${JSON.stringify(body)}`);
  }
  return { code: status, reason: String(reason) };
}

/** An object that was answered. */
export function objectIn({ body }: Answered): KubeObject {
  return body as KubeObject;
}

/** A list that was answered. */
export function listIn({ body }: Answered): KubeList {
  return body as KubeList;
}

/** The names of the items of a list, in order. */
export function namesIn(answered: Answered): (string | undefined)[] {
  return listIn(answered).items.map((item) => item.metadata.name);
}

/** A config map. */
export function configMap(name: string, fields: object = {}, namespace = 'default'): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, ...fields } };
}

/** One event of a watch, parsed. */
export interface WatchLine {
  readonly type: string;
  readonly object: KubeObject;
}

/** A watch as its client sees it. */
export interface Watching {
  readonly response: Response;
  /** The next event; undefined when the watch has ended. */
  readonly next: () => Promise<WatchLine | undefined>;
  /** All events until the end. */
  readonly rest: () => Promise<WatchLine[]>;
  /** So many events. */
  readonly take: (count: number) => Promise<(WatchLine | undefined)[]>;
  readonly leave: () => Promise<void>;
}

/** Begins a watch on a fake server's function. */
export async function watching(
  server: Pick<FakeApiServer, 'handle'>,
  path: string,
  { accept, signal = null }: { accept?: string; signal?: AbortSignal | null } = {},
): Promise<Watching> {
  const headers = new Headers(accept === undefined ? {} : { accept });
  return watchIn(await server.handle(new Request(`http://kubernetes.test${path}`, { headers, signal })));
}

/** Reads a response as a watch. */
export function watchIn(response: Response): Watching {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const next = async (): Promise<WatchLine | undefined> => {
    for (;;) {
      const end = text.indexOf('\n');
      if (end >= 0) {
        const line = text.slice(0, end);
        text = text.slice(end + 1);
        return JSON.parse(line) as WatchLine;
      }
      const part = await reader?.read();
      if (part === undefined || part.done) {
        if (text !== '') throw new Error(`ends inside an event: ${text}`);
        return undefined;
      }
      text += decoder.decode(part.value, { stream: true });
    }
  };
  return {
    response,
    next,
    rest: async () => {
      const events: WatchLine[] = [];
      for (let event = await next(); event !== undefined; event = await next()) events.push(event);
      return events;
    },
    take: async (count) => {
      const events: (WatchLine | undefined)[] = [];
      while (events.length < count) events.push(await next());
      return events;
    },
    leave: async () => {
      await reader?.cancel();
    },
  };
}

/** `ADDED a`: what a test usually looks at of an event. */
export function formatEvent(event: WatchLine | undefined): string {
  if (event === undefined) return 'end';
  const { name, resourceVersion = '' } = event.object.metadata;
  return `${event.type} ${name ?? `at ${resourceVersion}`}`;
}
