import { groupVersionPath } from '../../model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../../model/group-version.js';
import { formatMediaType } from '../../media/media-type.js';
import { kindMediaType } from '../../media/kind-media-type.js';
import { emptyAnswer, jsonAnswer, type Answer } from '../http/answer.js';
import { passesRouter } from '../http/accept-header.js';
import {
  methodNotAllowed,
  notAcceptable,
  notRoutable,
  pageNotFound,
  resourceNotFound,
  serviceUnavailable,
  writtenTypes,
} from '../http/refusal.js';
import type { FakeFormat, FakeSwitches } from '../options.js';
import type { CapturedDocument } from '../served/captured-documents.js';
import type { Registry } from '../served/registry.js';
import { isBuiltInGroup, type RootName, type ServedGroup, type ServedVersion } from '../served/served.js';
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

/** What discovery answers by. */
export interface DiscoveryRequest {
  readonly method: string;
  readonly accept: string | null;
  readonly ifNoneMatch: string | null;
  readonly switches: FakeSwitches;
}

/** Answers `/api`, `/apis`, `/apis/<group>`, `/api/v1` and `/apis/<group>/<version>`. */
export interface DiscoveryAnswers {
  root(name: RootName, request: DiscoveryRequest): Promise<Answer>;
  group(name: string, request: DiscoveryRequest): Answer;
  version(groupVersion: GroupVersion, request: DiscoveryRequest): Answer;
}

/** Renders a registry; aggregated items are kept until registry or switches change. */
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
    const fresh = { revision, switches, items, etag: await etagOf(items) };
    rendered.set(name, fresh);
    return fresh;
  };

  return {
    root: async (name, request) => {
      const { accept, ifNoneMatch, switches } = request;
      const root = registry.root(name);
      if (root === undefined) throw pageNotFound();
      if (name === 'api') requireRoute(request);
      if (root.failure !== undefined) return capturedAnswer(root.failure);
      const format = negotiateFormat(accept, formatsOf(switches.speaks, name), switches);
      if (format === undefined) throw notAcceptable();
      const captured = registry.captured(`/${name}`);
      if (format === 'legacy') {
        return captured !== undefined && formatOf(captured) === 'legacy'
          ? capturedAnswer(captured)
          : jsonAnswer(200, renderLegacyRoot(name, [...root.groups.values()], switches));
      }
      const { items, etag } = await aggregated(name, switches);
      const told = captured === undefined || changesAggregated(switches) ? undefined : captured;
      const tag = (told && new Headers(told.headers).get('etag')) ?? etag;
      const headers = { etag: tag, vary: 'Accept', 'cache-control': 'public' };
      if (ifNoneMatch === tag) return emptyAnswer(304, headers);
      const kind = documentKind(format);
      const body = { kind: kind.kind, apiVersion: formatGroupVersion(kind), metadata: {}, items };
      return jsonAnswer(200, told !== undefined && formatOf(told) === format ? told.body : body, {
        ...headers,
        'content-type': formatMediaType(kindMediaType(kind)),
      });
    },

    group: (name, { accept, switches }) => {
      const group = registry.group(name);
      if (group === undefined) throw pageNotFound();
      requireLegacy(accept, switches);
      const captured = registry.captured(`/apis/${encodeURIComponent(name)}`);
      return captured === undefined ? jsonAnswer(200, renderGroupDocument(group)) : capturedAnswer(captured);
    },

    version: (groupVersion, request) => {
      const { accept, switches } = request;
      const { group } = groupVersion;
      if (registry.group(group) === undefined) throw pageNotFound();
      const version = registry.version(groupVersion);
      if (version === undefined) throw registry.isCustom(group) ? pageNotFound() : resourceNotFound();
      if (isDead(groupVersion, version, switches)) {
        if (version.failure === undefined) throw serviceUnavailable();
        return capturedAnswer(version.failure);
      }
      if (!registry.isCustom(group)) requireRoute(request);
      requireLegacy(accept, switches);
      const captured = registry.captured(groupVersionPath(groupVersion));
      if (captured !== undefined) return capturedAnswer(captured);
      return jsonAnswer(200, renderResourceList(group, version, internalIDField(switches)));
    },
  };
}

/** Whether a group-version is out of reach: by its source or by a switch. */
export function isDead(groupVersion: GroupVersion, { freshness }: ServedVersion, switches: FakeSwitches): boolean {
  return freshness === 'Stale' || switches.deadGroupVersions?.includes(formatGroupVersion(groupVersion)) === true;
}

/** A captured answer as it was; text goes out as text. */
export function capturedAnswer({ status, headers = {}, body }: CapturedDocument): Answer {
  if (typeof body === 'string') {
    return {
      status,
      headers: new Map(Object.entries({ 'content-type': 'text/plain; charset=utf-8', ...headers })),
      body,
    };
  }
  return jsonAnswer(status, body, headers);
}

function formatOf({ body }: CapturedDocument): FakeFormat {
  const { kind, apiVersion } = Object(body) as { kind?: unknown; apiVersion?: unknown };
  if (kind !== 'APIGroupDiscoveryList') return 'legacy';
  return apiVersion === formatGroupVersion(documentKind('v2beta1')) ? 'v2beta1' : 'v2';
}

function renderLegacyRoot(name: RootName, groups: readonly ServedGroup[], { legacyOrder }: FakeSwitches): object {
  if (name === 'api') return renderApiVersions(groups);
  return renderGroupList(
    legacyOrder === 'as-real' ? inRealLegacyOrder(groups, (group) => !isBuiltInGroup(group)) : groups,
  );
}

function internalIDField({ internalIDField = 'internalID' }: FakeSwitches): 'internalID' | 'resourceID' {
  return internalIDField;
}

function changesAggregated({ internalIDInAggregated = false, deadGroupVersions = [] }: FakeSwitches): boolean {
  return internalIDInAggregated || deadGroupVersions.length > 0;
}

/** The router, which stands before the documents of built-in groups but for `/apis` and `/apis/<group>`, minds the method. */
function requireRoute({ method, accept, switches }: DiscoveryRequest): void {
  if (method !== 'GET') throw methodNotAllowed();
  if (switches.ignoresAccept !== true && !passesRouter(accept, writtenTypes)) throw notRoutable();
}

function requireLegacy(accept: string | null, switches: FakeSwitches): void {
  if (negotiateFormat(accept, ['legacy'], switches) === undefined) throw notAcceptable();
}
