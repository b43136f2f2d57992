import { isComparableVersion } from '../../core/model/resource-version.js';
import { formatMicroTime, readLease, type Lease } from '../lease/lease.js';
import type { MemberRequest, ShareTable, StoredMember, StoredTable } from './member.js';

/** The Leases of members that share shards, as they are on the wire. */

/** All of them carry the name of the table's Lease under this label. */
export const sharingLabel = 'sharing.kubeatlas.dev/name';
const tableAnnotation = 'sharing.kubeatlas.dev/table';
const memberAnnotation = 'sharing.kubeatlas.dev/member';
/** The holder of a table's Lease: no candidate of an election has this name, and all of them wait for it. */
const sharedHolder = 'sharing.kubeatlas.dev/members';
const sharedSeconds = 3600;
/** The largest table, in characters. */
const maxTableLength = 65_536;

/** Reads the Lease of a table; whatever in it makes no sense counts as missing. */
export function readTableLease(lease: Lease, shards: number): StoredTable {
  const { holder, durationMs, observed } = readLease(lease);
  const isShared = holder === sharedHolder;
  const text = lease.metadata.annotations?.[tableAnnotation];
  const table = isShared && text !== undefined && text.length <= maxTableLength ? readTable(text, shards) : undefined;
  const { uid = '', resourceVersion = '' } = lease.metadata;
  return { uid, version: resourceVersion, table, isShared, holder, durationMs, observed };
}

function readTable(text: string, ownShards: number): ShareTable | undefined {
  const { generation, params, ...value } = parse(text);
  if (typeof generation !== 'string' || typeof params !== 'string') return undefined;
  const given = Number(params.split(' ')[1]);
  const shards = Number.isInteger(given) && given > 0 && given <= 65_536 ? given : ownShards;
  const [holders, next, deaths] = ['holders', 'next', 'deaths'].map((field) => readNames(value[field], shards));
  const versions = Object.entries(Object(value['versions']) as Record<string, unknown>);
  return {
    ...{ generation, params, settling: value['settling'] === true },
    versions: Object.fromEntries(versions.filter((each): each is [string, string] => isComparableVersion(each[1]))),
    shards: Array.from({ length: shards }, (_, shard) => {
      return { holder: holders?.[shard], next: next?.[shard], deaths: Number(deaths?.[shard]) || 0 };
    }),
  };
}

/** Reads `{ name: '0-3 7' }`; of two names for one shard the first counts. */
function readNames(value: unknown, shards: number): readonly (string | undefined)[] {
  const names = Array.from<string | undefined>({ length: shards });
  for (const [name, list] of Object.entries(Object(value) as Record<string, unknown>)) {
    for (const range of typeof list === 'string' ? list.split(' ') : []) {
      const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(range) ?? [];
      for (let shard = Number(first); shard <= Number(last) && shard < shards; shard += 1) names[shard] ??= name;
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

function parse(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Reads the Lease of a member. */
export function readMemberLease(lease: Lease): StoredMember {
  const { uid = '', resourceVersion = '', annotations } = lease.metadata;
  const { params, leaving, stamp } = parse(annotations?.[memberAnnotation]);
  return {
    ...{ uid, version: resourceVersion, isOpen: readLease(lease).holder !== '', isLeaving: leaving === true },
    params: typeof params === 'string' ? params : '',
    stamp: typeof stamp === 'number' ? stamp : 0,
  };
}

/** What a request writes, by what is stored: keeps what else the Lease has. */
export function leaseToWrite(
  before: Lease | undefined,
  request: WritingRequest,
  member: { readonly name: string; readonly identity: string; readonly leaseDurationMs: number },
  wallMs: number,
): Partial<Lease> {
  const { annotations = {}, spec } = contentOf(request, member, wallMs);
  const labels = { ...before?.metadata.labels, [sharingLabel]: member.name };
  const metadata = { ...before?.metadata, labels, annotations: { ...before?.metadata.annotations, ...annotations } };
  return { ...before, metadata, spec: { ...before?.spec, ...spec } };
}

type WritingRequest = Exclude<MemberRequest, { do: 'read' | 'delete' | 'restart' }>;

function contentOf(
  request: WritingRequest,
  { identity, leaseDurationMs }: Parameters<typeof leaseToWrite>[2],
  wallMs: number,
): { readonly annotations?: Readonly<Record<string, string>>; readonly spec: object } {
  // The Lease of another member is closed.
  if (request.lane === 'other') return { spec: { holderIdentity: '' } };
  if (request.lane === 'own') {
    const { params, isLeaving, stamp } = request.content;
    const spec = {
      holderIdentity: request.do === 'renew' ? identity : '',
      leaseDurationSeconds: Math.max(1, Math.ceil(leaseDurationMs / 1000)),
      renewTime: formatMicroTime(wallMs, stamp),
    };
    return { annotations: { [memberAnnotation]: JSON.stringify({ params, leaving: isLeaving, stamp }) }, spec };
  }
  if (request.table === undefined) return { spec: { holderIdentity: '', leaseDurationSeconds: 1 } };
  const { shards, ...content } = request.table;
  const lists = {
    holders: formatNames(shards.map(({ holder }) => holder)),
    next: formatNames(shards.map(({ next }) => next)),
    deaths: formatNames(shards.map(({ deaths }) => (deaths > 0 ? String(deaths) : undefined))),
  };
  return {
    annotations: { [tableAnnotation]: JSON.stringify({ ...content, ...lists }) },
    spec: { holderIdentity: sharedHolder, leaseDurationSeconds: sharedSeconds },
  };
}
