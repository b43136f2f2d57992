import { FakeApiServerError } from '../errors.js';
import type { FakeAccess, FakeIdentity, FakeSwitches, FakeUser } from './options.js';

/** A user with their rights. */
export interface Caller extends FakeIdentity {
  readonly rights: NonNullable<FakeUser['rights']>;
}

/** Identifies callers and decides about their rights. */
export interface Authority {
  /**
   * Returns the caller that the credentials of a request stand for; undefined for an unknown token. The user of a client
   * certificate precedes that of a token.
   */
  identify(authorization: string | null, certified?: FakeIdentity): Caller | undefined;
  /** Returns the user of a token, for TokenReview. */
  userOf(token: string): Caller | undefined;
  /** Returns a user by name and groups, for reviews about other users. */
  somebody(name: string, groups: readonly string[]): Caller;
  /** Reports whether the caller has access to a resource. */
  allows(caller: Caller, access: FakeAccess): boolean;
  /** Reports whether the caller may read a path that is not a resource. */
  allowsPath(caller: Caller, verb: string, path: string): boolean;
  /** Reports whether the caller may review their own access, as every authenticated user with any rights may. */
  allowsOwnReviews(caller: Caller): boolean;
  /** Reports whether nothing is denied to the caller. */
  isUnbounded(caller: Caller): boolean;
}

const masters = 'system:masters';
const authenticated = 'system:authenticated';
const anonymous: Caller = { name: 'system:anonymous', groups: ['system:unauthenticated'], rights: 'none' };
/** The caller on a server that does not check credentials. */
const everybody: Caller = { name: 'kubernetes-admin', groups: [masters, authenticated], rights: 'all' };

/** Paths that everyone may read, and those that every user with at least `discovery` may read as well. */
export const openPaths = ['/healthz', '/livez', '/readyz', '/version'];
export const discoveryPaths = ['/api', '/apis', '/openapi'];

/** Returns the user info of servers for a user. */
export function userInfoOf({ name, uid, groups, extra }: FakeIdentity): object {
  return { username: name, ...(uid === undefined ? {} : { uid }), groups, ...(extra === undefined ? {} : { extra }) };
}

/** Creates an {@link Authority} that follows the current switches. */
export function createAuthority(switches: () => FakeSwitches): Authority {
  const users = (): readonly (readonly [string, FakeUser])[] => Object.entries(switches().users ?? {});
  const userOf = (token: string): Caller | undefined => {
    if (switches().users === undefined) return everybody;
    const user = users().find(([own]) => own === token)?.[1];
    return user === undefined ? undefined : subjectOf(user);
  };
  const somebody: Authority['somebody'] = (name, groups) => {
    const known = users().find(([, user]) => user.name === name)?.[1];
    const isMaster = switches().users === undefined || groups.includes(masters);
    const usual = groups.includes(authenticated) ? 'discovery' : 'none';
    return { name, groups, rights: known?.rights ?? (isMaster ? 'all' : usual) };
  };
  return {
    identify: (authorization, certified) => {
      if (certified !== undefined) {
        return { ...certified, ...somebody(certified.name, withAuthenticated(certified.groups)) };
      }
      if (switches().users === undefined) return everybody;
      const [scheme = '', token = ''] = (authorization ?? '').trim().split(' ');
      return scheme.toLowerCase() !== 'bearer' || token === '' ? anonymous : userOf(token);
    },
    userOf,
    somebody,
    allows: ({ rights, ...caller }, access) => {
      const isAllowed = rights === 'all' || (typeof rights === 'function' && rights(access));
      const { may } = switches();
      if (!isAllowed || may === undefined) return isAllowed;
      const answer: unknown = may(access, caller);
      if (typeof answer === 'boolean') return answer;
      throw new FakeApiServerError('`may` must return true or false, not a promise.');
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
  return { name, uid, groups: withAuthenticated(own), rights };
}

function withAuthenticated(groups: readonly string[]): string[] {
  return [...groups.filter((group) => group !== authenticated), authenticated];
}
