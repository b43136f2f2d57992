import { isComparableVersion } from '../../core/model/resource-version.js';
import { formatMicroTime, heldSpec, readLease, releasedSpec, type Lease } from '../lease/lease.js';
import type { MemberRequest, ShareTable, StoredMember, StoredTable } from './member.js';

/** The Leases of members that share shards, as they are on the wire. */

/** All of them carry the name of the table's Lease under this label. */
export const sharingLabel = 'sharing.kubeatlas.dev/name';
const tableAnnotation = 'sharing.kubeatlas.dev/table';
const memberAnnotation = 'sharing.kubeatlas.dev/member';
/** The holder of a table's Lease: no candidate of an election has this name, and all of them wait for it. */
const sharedHolder = 'sharing.kubeatlas.dev/members';
const sharedMs = 3_600_000;
/** The largest table, in characters. */
const maxTableLength = 65_536;

/** Reads the Lease of a table; whatever in it makes no sense counts as missing. */
export function readTableLease(lease: Lease, shards: number): StoredTable {
  const { holder, durationMs, observed } = readLease(lease);
  const isShared = holder === sharedHolder;
  const { uid = '', resourceVersion: version = '', annotations } = lease.metadata;
  const table = isShared ? readTable(readJson(annotations?.[tableAnnotation]), shards) : undefined;
  return { uid, version, table, isShared, holder, durationMs, observed };
}

function readTable(value: Readonly<Record<string, unknown>>, ownShards: number): ShareTable | undefined {
  const { generation, params, settling } = value;
  if (typeof generation !== 'string' || typeof params !== 'string') return undefined;
  const given = Number(params.split(' ')[1]);
  const length = Number.isInteger(given) && given > 0 && given <= 65_536 ? given : ownShards;
  const [holders, next, deaths] = ['holders', 'next', 'deaths'].map((field) => readNames(value[field], length));
  const versions = Object.entries(Object(value['versions']) as Record<string, string>);
  return {
    ...{ generation, params, settling: settling === true },
    versions: Object.fromEntries(versions.filter(([, version]) => isComparableVersion(version))),
    shards: Array.from({ length }, (_, shard) => {
      return { holder: holders?.[shard], next: next?.[shard], deaths: Number(deaths?.[shard]) || 0 };
    }),
  };
}

/** Reads `{ name: '0-3 7' }`; of two names for one shard the first counts. */
function readNames(value: unknown, length: number): readonly (string | undefined)[] {
  const names = Array.from<string | undefined>({ length });
  for (const [name, list] of Object.entries(Object(value) as Record<string, unknown>)) {
    for (const range of typeof list === 'string' ? list.split(' ') : []) {
      const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(range) ?? [];
      for (let shard = Number(first); shard <= Number(last) && shard < length; shard += 1) names[shard] ??= name;
    }
  }
  return names;
}

function formatNames(names: readonly (string | undefined)[]): Record<string, string> {
  const lists: Record<string, string> = {};
  for (let shard = 0; shard < names.length; shard += 1) {
    const name = names[shard];
    if (name === undefined) continue;
    const first = shard;
    while (names[shard + 1] === name) shard += 1;
    const range = first === shard ? `${first}` : `${first}-${shard}`;
    lists[name] = lists[name] === undefined ? range : `${lists[name]} ${range}`;
  }
  return lists;
}

function readJson(text = ''): Readonly<Record<string, unknown>> {
  try {
    return text.length > maxTableLength ? {} : (Object(JSON.parse(text)) as Record<string, unknown>);
  } catch {
    return {};
  }
}

/** Reads the Lease of a member. */
export function readMemberLease(lease: Lease): StoredMember {
  const { uid = '', resourceVersion: version = '', annotations } = lease.metadata;
  const { params = '', leaving, stamp = 0 } = readJson(annotations?.[memberAnnotation]);
  const content = { params: String(params), isLeaving: leaving === true, stamp: Number(stamp) };
  return { uid, version, isOpen: readLease(lease).holder !== '', ...content };
}

/** Returns what a request writes. */
export function contentOf(
  request: Exclude<MemberRequest, { do: 'read' | 'delete' | 'restart' }>,
  identity: string,
  leaseDurationMs: number,
  wallMs: number,
): readonly [spec: object, annotations?: Readonly<Record<string, string>>] {
  if (request.lane === 'other') return [releasedSpec];
  if (request.lane === 'own') {
    const { params, isLeaving: leaving, stamp } = request.content;
    const spec = request.do === 'renew' ? heldSpec(identity, leaseDurationMs) : releasedSpec;
    const annotations = { [memberAnnotation]: JSON.stringify({ params, leaving, stamp }) };
    return [{ ...spec, renewTime: formatMicroTime(wallMs, stamp) }, annotations];
  }
  if (request.table === undefined) return [releasedSpec];
  const { shards, ...content } = request.table;
  const lists = {
    holders: formatNames(shards.map(({ holder }) => holder)),
    next: formatNames(shards.map(({ next }) => next)),
    deaths: formatNames(shards.map(({ deaths }) => (deaths > 0 ? String(deaths) : undefined))),
  };
  return [heldSpec(sharedHolder, sharedMs), { [tableAnnotation]: JSON.stringify({ ...content, ...lists }) }];
}
