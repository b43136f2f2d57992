import { groupVersionPath } from '../../core/model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../../core/model/group-version.js';
import { formatMediaType, kindMediaType } from '../../core/media/media-type.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { emptyReply, jsonReply, type Reply } from '../wire/reply.js';
import { passesRouter } from '../wire/accept.js';
import {
  methodNotAllowed,
  notAcceptable,
  notRoutable,
  pageNotFound,
  resourceNotFound,
  serviceUnavailable,
  writtenTypes,
} from '../wire/refusals.js';
import { minorOf } from '../served/check-switches.js';
import type { FakeFormat, FakeSwitches } from '../served/options.js';
import type { CapturedDocument } from '../served/captured-documents.js';
import type { Registry } from '../served/registry.js';
import { holdsCustomResources, type RootName, type ServedGroup, type ServedVersion } from '../served/served.js';
import { etagOf } from './etag.js';
import { documentKind, formatsOf, negotiateFormat } from './formats.js';
import { aggregatedItems } from './render-aggregated.js';
import {
  inRealLegacyOrder,
  renderApiVersions,
  renderGroupDocument,
  renderGroupList,
  renderResourceList,
} from './render-legacy.js';
import { healthAnswer, pathsAnswer } from './server-pages.js';

/** The attributes of a request that discovery depends on. */
export interface DiscoveryRequest {
  readonly method: string;
  readonly accept: string | null;
  readonly ifNoneMatch: string | null;
  readonly switches: FakeSwitches;
}

/** Answers `/api`, `/apis`, `/apis/<group>`, `/api/v1` and `/apis/<group>/<version>`. */
export interface DiscoveryAnswers {
  root(name: RootName, request: DiscoveryRequest): Promise<Reply>;
  group(name: string, request: DiscoveryRequest): Reply;
  version(groupVersion: GroupVersion, request: DiscoveryRequest): Reply;
}

/** Renders a registry. Keeps aggregated items until the registry or the switches change. */
export function createDiscoveryAnswers(registry: Registry): DiscoveryAnswers {
  const rendered = new Map<RootName, { revision: number; switches: FakeSwitches; items: unknown[]; etag: string }>();

  const aggregated = async (name: RootName, switches: FakeSwitches): Promise<{ items: unknown[]; etag: string }> => {
    const known = rendered.get(name);
    if (known?.revision === registry.revision && known.switches === switches) return known;
    const { revision } = registry;
    const items = aggregatedItems(registry.root(name)?.groups.values() ?? [], {
      internalIDField: switches.internalIDInAggregated === true ? internalIDField(switches) : undefined,
      isDead: (group, version) => isDead({ group, version: version.version }, version, switches),
    });
    // Over the part that v2 and v2beta1 share.
    const fresh = { revision, switches, items, etag: await etagOf(JSON.stringify({ metadata: {}, items })) };
    rendered.set(name, fresh);
    return fresh;
  };

  return {
    root: async (name, request) => {
      const { accept, ifNoneMatch, switches } = request;
      const root = registry.root(name);
      if (root === undefined) throw pageNotFound();
      if (name === 'api') requireRoute(request);
      if (root.failure !== undefined) return capturedReply(root.failure);
      const format = negotiateFormat(accept, formatsOf(switches.speaks, name), switches);
      if (format === undefined) throw notAcceptable();
      const captured = registry.captured(`/${name}`);
      if (format === 'legacy') {
        return captured !== undefined && formatOf(captured) === 'legacy'
          ? capturedReply(captured)
          : jsonReply(200, renderLegacyRoot(name, [...root.groups.values()], switches));
      }
      const { items, etag } = await aggregated(name, switches);
      const unchanged = captured === undefined || changesAggregated(switches) ? undefined : captured;
      const tag = (unchanged && new Headers(unchanged.headers).get('etag')) ?? etag;
      const headers = { etag: tag, vary: 'Accept', 'cache-control': 'public' };
      if (ifNoneMatch === tag) return emptyReply(304, headers);
      const kind = documentKind(format);
      const body = { kind: kind.kind, apiVersion: formatGroupVersion(kind), metadata: {}, items };
      return jsonReply(200, unchanged !== undefined && formatOf(unchanged) === format ? unchanged.body : body, {
        ...headers,
        'content-type': formatMediaType(kindMediaType(kind)),
      });
    },

    group: (name, { accept, switches }) => {
      const group = registry.group(name);
      if (group === undefined) throw pageNotFound();
      requireLegacy(accept, switches);
      const captured = registry.captured(`/apis/${encodeURIComponent(name)}`);
      return captured === undefined ? jsonReply(200, renderGroupDocument(group)) : capturedReply(captured);
    },

    version: (groupVersion, request) => {
      const { accept, switches } = request;
      const { group } = groupVersion;
      if (registry.group(group) === undefined) throw pageNotFound();
      const version = registry.version(groupVersion);
      if (version === undefined) throw registry.isCustom(group) ? pageNotFound() : resourceNotFound();
      if (isDead(groupVersion, version, switches)) {
        if (version.failure === undefined) throw serviceUnavailable();
        return capturedReply(version.failure);
      }
      if (!registry.isCustom(group)) requireRoute(request);
      requireLegacy(accept, switches);
      const captured = registry.captured(groupVersionPath(groupVersion));
      if (captured !== undefined) return capturedReply(captured);
      return jsonReply(200, renderResourceList(group, version, internalIDField(switches)));
    },
  };
}

/**
 * Answers paths that are neither discovery nor resources: captured paths, `/`, `/version` and health. Otherwise undefined.
 */
export function otherAnswer(
  { path, query }: { readonly path: string; readonly query: URLSearchParams },
  { method, accept, switches: { speaks } }: DiscoveryRequest,
  registry: Registry,
): Reply | undefined {
  const page = healthAnswer(path, query);
  if (page !== undefined) return page;
  if (path === '/' && method === 'GET') return pathsAnswer(registry);
  const isVersion = path === '/version' || path === '/version/';
  const captured = registry.captured(isVersion ? '/version' : path);
  if (captured === undefined && !isVersion) return undefined;
  if (method !== 'GET') throw methodNotAllowed();
  if (isVersion && !passesRouter(accept, ['application/json'])) throw notRoutable(['application/json']);
  if (captured !== undefined && !isVersion) return capturedReply(captured);
  const minor = minorOf(speaks);
  const known = isJsonRecord(captured?.body) ? captured.body : undefined;
  // A server that is told what to speak is of that version, whosever documents it serves.
  const isOther = typeof speaks === 'string' && known?.['minor'] !== `${minor}`;
  if (captured !== undefined && !isOther) return indented(captured);
  return jsonReply(200, {
    ...known,
    major: '1',
    minor: `${minor}`,
    gitVersion: `v1.${minor}.0`,
    platform: 'linux/amd64',
  });
}

/** Returns the answer of `/version`, which servers indent. */
function indented({ status, headers = {}, body }: CapturedDocument): Reply {
  return { ...jsonReply(status, body, headers), body: JSON.stringify(body, null, 2) };
}

/** Reports whether a group-version is unavailable, according to its documents or to a switch. */
export function isDead(groupVersion: GroupVersion, { freshness }: ServedVersion, switches: FakeSwitches): boolean {
  return freshness === 'Stale' || switches.deadGroupVersions?.includes(formatGroupVersion(groupVersion)) === true;
}

/** Returns a captured answer unchanged; text is sent as text. */
export function capturedReply({ status, headers = {}, body }: CapturedDocument): Reply {
  if (typeof body === 'string') {
    return {
      status,
      headers: new Map(Object.entries({ 'content-type': 'text/plain; charset=utf-8', ...headers })),
      body,
    };
  }
  return jsonReply(status, body, headers);
}

function formatOf({ body }: CapturedDocument): FakeFormat {
  const { kind, apiVersion } = Object(body) as { kind?: unknown; apiVersion?: unknown };
  if (kind !== 'APIGroupDiscoveryList') return 'legacy';
  return apiVersion === formatGroupVersion(documentKind('v2beta1')) ? 'v2beta1' : 'v2';
}

function renderLegacyRoot(name: RootName, groups: readonly ServedGroup[], { legacyOrder }: FakeSwitches): object {
  if (name === 'api') return renderApiVersions(groups);
  return renderGroupList(legacyOrder === 'as-real' ? inRealLegacyOrder(groups, holdsCustomResources) : groups);
}

function internalIDField({ internalIDField = 'internalID' }: FakeSwitches): 'internalID' | 'resourceID' {
  return internalIDField;
}

function changesAggregated({ internalIDInAggregated = false, deadGroupVersions = [] }: FakeSwitches): boolean {
  return internalIDInAggregated || deadGroupVersions.length > 0;
}

/**
 * Checks the method and Accept as the router does that precedes all documents of built-in groups except `/apis` and
 * `/apis/<group>`.
 */
function requireRoute({ method, accept, switches }: DiscoveryRequest): void {
  if (method !== 'GET') throw methodNotAllowed();
  if (switches.ignoresAccept !== true && !passesRouter(accept, writtenTypes)) throw notRoutable();
}

function requireLegacy(accept: string | null, switches: FakeSwitches): void {
  if (negotiateFormat(accept, ['legacy'], switches) === undefined) throw notAcceptable();
}
