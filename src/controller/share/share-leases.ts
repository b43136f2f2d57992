import { isJsonRecord } from '../../core/shared/json-record.js';
import { formatMicroTime, readLease, type Lease } from '../lease/lease.js';
import type { MemberContent, StoredMember, StoredTable, ShareTable } from './member.js';

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
  const value = parse(text);
  const { generation, params } = value;
  if (typeof generation !== 'string' || typeof params !== 'string') return undefined;
  const given = Number(params.split(' ')[1]);
  const shards = Number.isInteger(given) && given > 0 && given <= 65_536 ? given : ownShards;
  const deaths = Array.from({ length: shards }, () => 0);
  for (const [count, list] of entries(value['deaths']))
    for (const shard of parseRanges(list, shards)) deaths[shard] = Number(count) || 0;
  const [holders, next] = [readNames(value['holders'], shards), readNames(value['next'], shards)];
  return { generation, params, settling: value['settling'] === true, holders, next, deaths };
}

function entries(value: unknown): [string, unknown][] {
  return isJsonRecord(value) ? Object.entries(value) : [];
}

/** Reads `{ name: '0-3 7' }`; of two names for one shard the first counts. */
function readNames(value: unknown, shards: number): (string | undefined)[] {
  const names = Array.from<string | undefined>({ length: shards });
  for (const [name, list] of entries(value)) for (const shard of parseRanges(list, shards)) names[shard] ??= name;
  return names;
}

function parseRanges(list: unknown, shards: number): number[] {
  const found: number[] = [];
  for (const range of typeof list === 'string' ? list.split(' ') : []) {
    const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(range) ?? [];
    for (let shard = Number(first); shard <= Number(last) && shard < shards; shard += 1) found.push(shard);
  }
  return found;
}

function formatNames(names: readonly (string | number | undefined)[]): Record<string, string> {
  const lists: Record<string, string> = {};
  for (let shard = 0; shard < names.length; shard += 1) {
    const name = names[shard];
    if (name === undefined || name === 0) continue;
    const first = shard;
    while (names[shard + 1] === name) shard += 1;
    const range = first === shard ? `${first}` : `${first}-${shard}`;
    lists[name] = lists[name] === undefined ? range : `${lists[name]} ${range}`;
  }
  return lists;
}

function parse(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isJsonRecord(value) ? value : {};
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

/** The table to write, or undefined to let an election have the Lease; keeps what else the Lease has. */
export function tableLease(before: Lease | undefined, table: ShareTable | undefined): Partial<Lease> {
  if (table === undefined) return changed(before, {}, { holderIdentity: '', leaseDurationSeconds: 1 });
  const { generation, params, settling, holders, next, deaths } = table;
  const names = { holders: formatNames(holders), next: formatNames(next), deaths: formatNames(deaths) };
  const text = JSON.stringify({ generation, params, settling, ...names });
  return changed(
    before,
    { [tableAnnotation]: text },
    { holderIdentity: sharedHolder, leaseDurationSeconds: sharedSeconds },
  );
}

/** What a member writes into its Lease; closed for good with `isOpen: false`. */
export function memberLease(
  { params, isLeaving, stamp }: MemberContent,
  { identity, isOpen, wallMs, durationMs }: { identity: string; isOpen: boolean; wallMs: number; durationMs: number },
): Partial<Lease> {
  const text = JSON.stringify({ params, leaving: isLeaving, stamp });
  const leaseDurationSeconds = Math.max(1, Math.ceil(durationMs / 1000));
  const spec = {
    holderIdentity: isOpen ? identity : '',
    leaseDurationSeconds,
    renewTime: formatMicroTime(wallMs, stamp),
  };
  return changed(undefined, { [memberAnnotation]: text }, spec);
}

/** The Lease of another member, closed. */
export function closedLease(before: Lease): Partial<Lease> {
  return changed(before, {}, { holderIdentity: '' });
}

function changed(before: Lease | undefined, annotations: Record<string, string>, spec: object): Partial<Lease> {
  return {
    ...before,
    metadata: { ...before?.metadata, annotations: { ...before?.metadata.annotations, ...annotations } },
    spec: { ...before?.spec, ...spec },
  };
}
