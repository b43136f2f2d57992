import type { DiscoveryFormat } from '../../../src/index.js';
import type { CapturedAnswer, CapturedDocuments } from '../../fixtures/captured.js';
import type { Answer } from './ask.js';
import { discoveryAccepts } from './discovery-formats.js';
import { askAsAdmin } from './install.js';
import type { ServerAccess } from './server-access.js';

type Server = Pick<ServerAccess, 'url' | 'ca' | 'tokens' | 'formats'>;

/** The headers that matter to a client and never vary. */
const keptHeaders = ['cache-control', 'content-type', 'etag', 'vary'];

/** Replaces the address of the server, from the range for documentation (RFC 5737). */
const someAddress = '192.0.2.2:6443';
/** Replaces the build information of the server about the machine that it was built on. */
const someMachine = { goVersion: 'go1.26.8', platform: 'linux/amd64' };

/**
 * Fetches all discovery documents of a server in one format; for the legacy format, including those of each
 * group-version. The same server always yields the same documents, byte for byte.
 *
 * @param customGroups the groups of custom resources
 */
export async function captureDocuments(
  server: Server,
  format: DiscoveryFormat,
  customGroups: ReadonlySet<string>,
): Promise<CapturedDocuments> {
  const documents: Record<string, CapturedAnswer> = {};
  for (const path of ['/api', '/apis']) documents[path] = await capture(server, path, discoveryAccepts[format]);
  documents['/version'] = masked(await capture(server, '/version', 'application/json'), someMachine);
  if (format !== 'legacy') return documents;

  const { body } = documents['/api'] ?? {};
  const serverAddressByClientCIDRs = [{ clientCIDR: '0.0.0.0/0', serverAddress: someAddress }];
  documents['/api'] = masked(documents['/api'], { serverAddressByClientCIDRs });
  const { versions } = body as { versions: readonly string[] };
  for (const version of versions) documents[`/api/${version}`] = await capture(server, `/api/${version}`);

  const { groups } = documents['/apis']?.body as { groups: readonly LegacyGroup[] };
  for (const { name, versions } of groups) {
    for (const { groupVersion } of versions) {
      const path = `/apis/${groupVersion}`;
      const answer = await capture(server, path);
      documents[path] = customGroups.has(name) ? sorted(answer) : answer;
    }
  }
  return documents;
}

interface LegacyGroup {
  readonly name: string;
  readonly versions: readonly { readonly groupVersion: string }[];
}

async function capture(server: Server, path: string, accept = discoveryAccepts.legacy): Promise<CapturedAnswer> {
  const { status, headers, body } = await askAsAdmin(server, { path, headers: { accept } }, [200, 503]);
  const kept = keptHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { status, headers: Object.fromEntries(kept), body: parsed(headers, body) };
}

function parsed(headers: Answer['headers'], body: string): unknown {
  return headers['content-type']?.toString().startsWith('text/') === true ? body : JSON.parse(body);
}

/** Replaces existing fields of the body; does not add others. */
function masked(answer: CapturedAnswer | undefined, fields: Readonly<Record<string, unknown>>): CapturedAnswer {
  if (answer === undefined) throw new Error('there is nothing to mask');
  const body = Object.entries(answer.body as object).map(([name, value]: [string, unknown]) => {
    return [name, name in fields ? fields[name] : value] as const;
  });
  return { ...answer, body: Object.fromEntries(body) };
}

/**
 * Sorts the resources of custom groups by name, each followed by its subresources. Aggregated documents have this
 * order, while the order in legacy documents changes with each update.
 */
function sorted(answer: CapturedAnswer): CapturedAnswer {
  const body = answer.body as { readonly resources: readonly { readonly name: string }[] };
  const parentOf = ({ name }: { readonly name: string }): string => name.split('/')[0] ?? '';
  const resources = body.resources.toSorted((a, b) => {
    const [left, right] = [parentOf(a), parentOf(b)];
    return left === right ? 0 : left < right ? -1 : 1;
  });
  return { ...answer, body: { ...body, resources } };
}
