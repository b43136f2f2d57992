/** A refusal before anything is sent to the API server. */
export interface ProxyRefusal {
  readonly status: number;
  readonly message: string;
}

/** What the checks look at. */
interface Checked {
  readonly method: string;
  readonly headers: Headers;
  /** The path and the query of the API server. */
  readonly path: string;
  /** Whether it asks for a WebSocket. */
  readonly isUpgrade: boolean;
  /** Whether that answers a GET. */
  readonly isStream?: boolean | undefined;
}

/** What the checks go by. */
export interface ProxyRules {
  readonly origins: (host: string) => readonly string[];
  readonly hosts: readonly string[] | undefined;
  readonly readOnly: boolean;
  readonly allowMissingOrigin: boolean;
}

/** The methods that are passed on. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const safe = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses what did not mean this server, and pages of other origins. */
export function addressRefusal(
  { origins, hosts, allowMissingOrigin }: ProxyRules,
  { method, headers, isUpgrade }: Omit<Checked, 'path'>,
): ProxyRefusal | undefined {
  const host = headers.get('host') ?? '';
  const allowed = origins(host);
  if (hosts === undefined ? allowed.length === 0 : !hosts.includes(host)) {
    return { status: 421, message: 'the Host header names another server' };
  }
  const origin = headers.get('origin');
  if (origin !== null) {
    return allowed.includes(origin)
      ? undefined
      : { status: 403, message: 'pages of this origin may not use this server' };
  }
  // Browsers send it with all of these: without it, anybody's form could write with the cookie of a login.
  if (isUpgrade || !(safe.includes(method) || allowMissingOrigin)) {
    return { status: 403, message: 'writes and WebSockets need an Origin header' };
  }
  return undefined;
}

/** Refuses what may not be requested, whoever asks. */
export function requestRefusal(
  { readOnly }: ProxyRules,
  { method, path, isUpgrade, isStream = false }: Checked,
): ProxyRefusal | undefined {
  const refusal = pathRefusal(path);
  if (refusal !== undefined) return refusal;
  if (!methods.includes(method)) return { status: 405, message: 'this method is not allowed' };
  if (!readOnly) return undefined;
  const { pathname } = new URL(path, 'http://relative.invalid');
  const isReview =
    method === 'POST' && /^\/apis\/auth(?:entic|oriz)ation\.k8s\.io\/[^/]+\/selfsubject[a-z]*reviews$/.test(pathname);
  // Old servers run a command for a GET as well.
  const isRead = ['GET', 'HEAD'].includes(method) && (!isUpgrade || isStream) && !needsSocket(pathname);
  return isRead || isReview ? undefined : { status: 403, message: 'this server is read-only' };
}

/** Whether a path is that of commands in containers, or of ports. */
export function needsSocket(pathname: string): boolean {
  return /\/pods\/[^/]+\/(exec|attach|portforward)\/?$/i.test(decode(pathname) ?? '');
}

/** Refuses paths that are none of an API server, and those that would serve foreign pages. */
function pathRefusal(url: string): ProxyRefusal | undefined {
  const [path = ''] = url.split('?');
  if (!/^\/[^\s\\]*$/.test(path) || /\/\/|%2f|%00|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) {
    return { status: 400, message: 'the path is not one of an API server' };
  }
  const { pathname } = new URL(url, 'http://relative.invalid');
  const decoded = decode(pathname);
  if (decoded === undefined) return { status: 400, message: 'the path is not encoded as UTF-8' };
  // They would serve pages of others on this origin, with the rights of this user. Old servers have a second path for them.
  if (/\/(pods|services|nodes)\/[^/]+\/proxy(\/|$)|^\/api\/[^/]+\/proxy\//i.test(decoded)) {
    return { status: 403, message: 'proxy paths of pods, services and nodes are not allowed' };
  }
  return undefined;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
