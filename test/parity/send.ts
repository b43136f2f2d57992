import { request as httpRequest, Agent as HttpAgent } from 'node:http';
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https';
import { parseMediaType } from '../../src/core/media/media-type.js';
import type { Answer, Earlier, Made, ParityRequest, User } from './request.js';

/** One of the two servers. */
export interface Place {
  readonly url: string;
  /** PEM; without it the server uses plain HTTP. */
  readonly ca?: string | undefined;
  /** Bearer tokens; a user without one sends none. */
  readonly tokens: Readonly<Partial<Record<User, string>>>;
}

/** Sends requests to one server and keeps its answers. */
export interface Sender {
  send(request: ParityRequest): Promise<Answer>;
  close(): void;
}

const timeoutMs = 20_000;

/**
 * Creates a {@link Sender}. Requests are sent as written, through `node:http` alone: no other client touches path,
 * headers or retries.
 */
export function createSender({ url, ca, tokens }: Place): Sender {
  const { hostname, port } = new URL(url);
  const agent = ca === undefined ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true, ca });
  const request = ca === undefined ? httpRequest : httpsRequest;
  const answers = new Map<string, Answer>();
  const earlier: Earlier = (name) => {
    const answer = answers.get(name);
    if (answer === undefined) throw new Error(`no earlier request is called ${JSON.stringify(name)}`);
    return answer;
  };

  const exchange = (asked: ParityRequest): Promise<Answer> => {
    const { method = 'GET', accept = 'application/json', user = 'admin' } = asked;
    const body = textOf(asked.body, earlier);
    const contentType = asked.contentType === undefined ? 'application/json' : asked.contentType;
    const token = tokens[user];
    const headers = {
      ...(accept === null ? {} : { accept }),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...(body === undefined || contentType === null ? {} : { 'content-type': contentType }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...made(asked.headers ?? {}, earlier),
    };
    return new Promise((resolve, reject) => {
      const path = made(asked.path, earlier);
      const sent = request({ hostname, port, method, path, headers, agent, timeout: timeoutMs });
      sent.once('timeout', () => sent.destroy(new Error(`no answer after ${timeoutMs} ms`)));
      sent.once('error', reject);
      sent.once('response', (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.once('error', reject);
        response.once('end', () => {
          const singular = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
          const known = Object.fromEntries(singular) as Record<string, string>;
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: known, body: parse(text, known['content-type']) });
        });
      });
      sent.end(body);
    });
  };
  return {
    send: async (asked) => {
      if (answers.has(asked.name)) throw new Error(`two requests are called ${JSON.stringify(asked.name)}`);
      try {
        const answer = await exchange(asked);
        answers.set(asked.name, answer);
        return answer;
      } catch (cause) {
        throw new Error(`${asked.name}: ${url} did not answer`, { cause });
      }
    },
    close: () => {
      agent.destroy();
    },
  };
}

function made<T extends string | object>(value: Made<T>, earlier: Earlier): T {
  return typeof value === 'function' ? (value as (earlier: Earlier) => T)(earlier) : value;
}

function textOf(body: ParityRequest['body'], earlier: Earlier): string | undefined {
  if (body === undefined) return undefined;
  const value = made(body, earlier);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Parses the events of a watch, one per line. */
function parseLines(text: string): unknown {
  try {
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  } catch {
    return text;
  }
}

function parse(text: string, contentType = ''): unknown {
  if (text === '' || parseMediaType(contentType)?.type !== 'application/json') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return parseLines(text);
  }
}
