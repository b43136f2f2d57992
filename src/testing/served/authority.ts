import { FakeApiServerError } from '../errors.js';
import type { FakeAccess, FakeIdentity, FakeSwitches, FakeUser } from './options.js';

/** Somebody with his rights. */
export interface Caller extends FakeIdentity {
  readonly rights: NonNullable<FakeUser['rights']>;
}

/** Who asks, and what is to become of it. */
export interface Authority {
  /** Whom the credentials of a request stand for; undefined for a token that nobody has. */
  identify(authorization: string | null): Caller | undefined;
  /** The user of a token as TokenReview tells of it. */
  userOf(token: string): Caller | undefined;
  /** Somebody by name and groups, as another asks about him. */
  somebody(name: string, groups: readonly string[]): Caller;
  /** Whether he may do that to a resource. */
  allows(who: Caller, access: FakeAccess): boolean;
  /** Whether he may read a path that is no resource. */
  allowsPath(who: Caller, verb: string, path: string): boolean;
  /** Whether he may ask what he himself may do, as everybody may who is somebody. */
  allowsOwnReviews(who: Caller): boolean;
  /** Whether nothing is denied to him. */
  isUnbounded(who: Caller): boolean;
}

const masters = 'system:masters';
const authenticated = 'system:authenticated';
const anonymous: Caller = { name: 'system:anonymous', groups: ['system:unauthenticated'], rights: 'none' };
/** Whoever asks a server that does not look at credentials. */
const everybody: Caller = { name: 'kubernetes-admin', groups: [masters, authenticated], rights: 'all' };

/** What everybody may read, and what every authenticated user may read besides. */
export const openPaths = ['/healthz', '/livez', '/readyz', '/version'];
export const discoveryPaths = ['/api', '/apis', '/openapi'];

/** A user as servers show him. */
export function userInfoOf({ name, uid, groups }: FakeIdentity): object {
  return { username: name, ...(uid === undefined ? {} : { uid }), groups };
}

/** Decides by the switches as they are at each question. */
export function createAuthority(switches: () => FakeSwitches): Authority {
  const users = (): readonly (readonly [string, FakeUser])[] => Object.entries(switches().users ?? {});
  const userOf = (token: string): Caller | undefined => {
    if (switches().users === undefined) return everybody;
    const user = users().find(([own]) => own === token)?.[1];
    return user === undefined ? undefined : subjectOf(user);
  };
  return {
    identify: (authorization) => {
      if (switches().users === undefined) return everybody;
      const [scheme = '', token = ''] = (authorization ?? '').trim().split(' ');
      return scheme.toLowerCase() !== 'bearer' || token === '' ? anonymous : userOf(token);
    },
    userOf,
    somebody: (name, groups) => {
      const known = users().find(([, user]) => user.name === name)?.[1];
      const isMaster = switches().users === undefined || groups.includes(masters);
      return { name, groups, rights: known?.rights ?? (isMaster ? 'all' : 'none') };
    },
    allows: ({ rights, ...who }, access) => {
      const isAllowed = rights === 'all' || (typeof rights === 'function' && rights(access));
      const { may } = switches();
      if (!isAllowed || may === undefined) return isAllowed;
      const answer: unknown = may(access, who);
      if (typeof answer === 'boolean') return answer;
      throw new FakeApiServerError('`may` has to answer true or false at once, and no promise of it.');
    },
    allowsPath: ({ rights }, verb, path) => {
      if (rights === 'all') return true;
      const readable = rights === 'none' ? openPaths : [...openPaths, ...discoveryPaths];
      const below = rights === 'none' ? [] : discoveryPaths;
      const isKnown = readable.includes(path.replace(/\/$/, '')) || below.some((root) => path.startsWith(`${root}/`));
      return isKnown && verb === 'get';
    },
    allowsOwnReviews: ({ rights }) => rights !== 'none',
    isUnbounded: ({ rights }) => rights === 'all' && switches().may === undefined,
  };
}

function subjectOf({ name, uid, groups, rights = 'none' }: FakeUser): Caller {
  const own = groups ?? (rights === 'all' ? [masters] : []);
  return { name, uid, groups: [...own.filter((group) => group !== authenticated), authenticated], rights };
}
