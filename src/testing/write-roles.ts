import type { KubeObject } from '../core/model/kube-object.js';
import { requireKnownOptions, requireName } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { quote } from '../core/shared/quote.js';
import { parseTarget } from './http/request-target.js';
import type { FakeAccess } from './served/options.js';

/** A request that a program was seen to send: one of `fake.requests`, or what `onExchange` of a client gets. */
export interface ObservedRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The path with its query string. */
  readonly path: string;
  /** The HTTP status of the answer: 201 tells that an apply created its object, for which it needs a further right. */
  readonly status?: number | undefined;
}

/** For whom the roles are, and what no request tells. */
export interface WriteRolesOptions {
  /** The name of every role. */
  readonly name: string;
  /** Who gets the roles; without it, no bindings are written. @default none */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string } | undefined;
  /**
   * The namespaces that get a Role; what was seen in any other one goes into the ClusterRole, as for a controller of all
   * namespaces whose test has one. @default every namespace that was seen
   */
  readonly namespaces?: readonly string[] | undefined;
  /**
   * Resources (`widgets.example.com`) whose objects own others by `controllerReference`: the admission plugin
   * OwnerReferencesPermissionEnforcement wants `update` of their `finalizers`. @default none
   */
  readonly owners?: readonly string[] | undefined;
}

/** Roles to read, to complete and to apply yourself. */
export interface WrittenRoles {
  /** A Role for each namespace and a ClusterRole, as far as they have rules, and their bindings. */
  readonly objects: readonly KubeObject[];
  /** A line for each right that was added although no request shows it, and for the verbs of each resource that were not seen. */
  readonly notes: readonly string[];
}

interface Rule {
  readonly group: string;
  readonly resource: string;
  readonly verbs: Set<string>;
  readonly names: Set<string>;
}

const rbac = 'rbac.authorization.k8s.io';
const verbsOfObjects = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
/** What every authenticated user may read already, by the roles system:discovery and system:public-info-viewer. */
const everybodys = /^\/(?:api(?:\/[^/]*)?|apis(?:\/[^/]*){0,2}|openapi(?:\/.*)?|version\/?|healthz|livez|readyz|)$/;

/**
 * Writes the RBAC roles that a program needs from the requests that it was seen to send: run it, or its tests, and pass
 * `fake.requests` of a fake server, or what `onExchange` of a client got. Nothing is applied. No rule has a wildcard, and none
 * allows to escalate, to bind or to impersonate. What the program did not do meanwhile is not in the roles: read the notes.
 *
 * @throws InvalidArgumentError if `name` or another option cannot be used
 * @example
 * const { objects, notes } = writeRoles(fake.requests, { name: 'widgets', owners: ['widgets.example.com'] });
 * console.log(objects.map((each) => formatYaml(each)).join('---\n'), notes.map((note) => `# ${note}`).join('\n'));
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/
 */
export function writeRoles(requests: Iterable<ObservedRequest>, options: WriteRolesOptions): WrittenRoles {
  requireKnownOptions(options, { name: true, serviceAccount: true, namespaces: true, owners: true });
  const { name, serviceAccount, namespaces, owners = [] } = options;
  requireName('name', name);
  for (const owner of owners) {
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(owner)) {
      throw new InvalidArgumentError('owners', `must be plurals with their groups, and one is ${quote(owner)}`);
    }
  }
  /** By namespace, `''` for the ClusterRole, then by group and resource. */
  const scopes = new Map<string, Map<string, Rule>>();
  const urls = new Set<string>();
  const notes = new Set<string>();
  const seen = new Map<string, Set<string>>();
  const ruleOf = (scope: string, group: string, resource: string): Rule => {
    const rules = scopes.get(scope) ?? new Map<string, Rule>();
    const key = nameOf(group, resource);
    const rule = rules.get(key) ?? { group, resource, verbs: new Set(), names: new Set() };
    scopes.set(scope, rules.set(key, rule));
    return rule;
  };
  for (const { method, path, status } of requests) {
    const [address = '', query] = path.split('?', 2);
    // A server may have a path of its own before that of the API.
    const own = /\/apis?(?:\/.*)?$/.exec(address)?.[0] ?? address;
    if (everybodys.test(own)) continue;
    const access = accessOf(method, own, new URLSearchParams(query));
    if (access === undefined) {
      if (method === 'GET' && /^[\w/.-]+$/.test(own)) urls.add(own);
      else notes.add(`${method} ${own} is not in the roles`);
      continue;
    }
    const { group, resource, namespace = '', name: object, verb } = access;
    const rule = ruleOf(namespaces?.includes(namespace) === false ? '' : namespace, group, resource);
    rule.verbs.add(verb);
    // An apply, or a replace, that creates the object.
    if (status === 201) rule.verbs.add('create');
    if (object !== undefined) rule.names.add(object);
  }
  for (const [scope, rules] of scopes) {
    for (const [key, rule] of [...rules]) {
      if (owners.includes(key)) ruleOf(scope, rule.group, `${rule.resource}/finalizers`).verbs.add('update');
      for (const [what, further, why] of additions) {
        const missing = further.filter((verb) => !rule.verbs.has(verb));
        if (missing.length === 0 || !what.test(`${key} ${[...rule.verbs].join(' ')}`)) continue;
        notes.add(`${key}: ${missing.join(', ')} added, ${why}`);
        for (const verb of missing) rule.verbs.add(verb);
      }
      if (!rule.resource.includes('/')) seen.set(key, new Set([...(seen.get(key) ?? []), ...rule.verbs]));
      if (rule.group === rbac)
        notes.add(`${key}: who writes a role needs all that it allows; escalate and bind are not written`);
    }
  }
  for (const [key, verbs] of seen) {
    const unseen = verbsOfObjects.filter((verb) => !verbs.has(verb));
    if (unseen.length > 0) notes.add(`${key}: not seen: ${unseen.join(', ')}`);
    if (verbs.has('patch') && !verbs.has('create'))
      notes.add(`${key}: an apply that creates an object would need create`);
  }
  for (const owner of owners) if (!seen.has(owner)) notes.add(`${owner}: not seen at all`);
  const whole = scopes.get('') ?? new Map<string, Rule>();
  const objects = [...new Map([['', whole], ...scopes])].sort(byKey).flatMap(([namespace, rules]) => {
    const left = [...rules.values()].map((rule) => {
      const given = namespace === '' || isOfLeases(rule) ? undefined : whole.get(nameOf(rule.group, rule.resource));
      return given === undefined
        ? rule
        : { ...rule, verbs: new Set([...rule.verbs].filter((verb) => !given.verbs.has(verb))) };
    });
    const written = rulesOf(left);
    if (namespace === '' && urls.size > 0) written.push({ nonResourceURLs: [...urls].sort(), verbs: ['get'] });
    if (written.length === 0) return [];
    const kind = namespace === '' ? 'ClusterRole' : 'Role';
    const metadata = namespace === '' ? { name } : { name, namespace };
    const role = { apiVersion: `${rbac}/v1`, kind, metadata, rules: written };
    const roleRef = { apiGroup: rbac, kind, name };
    const subjects = [{ kind: 'ServiceAccount', ...serviceAccount }];
    const binding = { apiVersion: `${rbac}/v1`, kind: `${kind}Binding`, metadata, roleRef, subjects };
    return serviceAccount === undefined ? [role] : [role, binding];
  });
  return { objects, notes: [...notes].sort() };
}

/** What a program needs that does what was seen: which resource and verbs, the further verbs, and why. */
const additions: readonly (readonly [seen: RegExp, further: readonly string[], why: string])[] = [
  [/ .*\bwatch\b/, ['list'], 'because a watch that could lose changes is continued by a list'],
  [/^events(\.events\.k8s\.io)? .*\bcreate\b/, ['patch'], 'because a repeated event is counted in the first one'],
  [/^leases\.coordination\.k8s\.io /, ['get', 'create', 'update'], 'because an election needs them'],
  [/^pods\/(exec|attach|portforward) /, ['get', 'create'], 'because servers differ in which of them they ask for'],
];

/** What a path asks for, as a server's authorizer sees it; undefined if it is no path of a resource. */
function accessOf(method: string, path: string, query: URLSearchParams): FakeAccess | undefined {
  try {
    const target = parseTarget(method, path, query);
    if (target.type !== 'resource') return undefined;
    const { access } = target;
    const [subresource] = access.subresource?.split('/') ?? [];
    const resource = subresource === undefined ? access.resource : `${access.resource}/${subresource}`;
    const isSpelled = /^[a-z0-9./-]+$/.test(resource) && /^[a-z0-9.-]*$/.test(access.group);
    return isSpelled && access.verb !== '' ? { ...access, resource } : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(group: string, resource: string): string {
  const [plural = '', ...subresource] = resource.split('/');
  return [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
}

/** The rules of a role: resources of one group with the same verbs in one, and Leases by their names. */
function rulesOf(rules: readonly Rule[]): object[] {
  const joined = new Map<string, { group: string; resources: string[]; verbs: string[] }>();
  const named: object[] = [];
  for (const rule of rules) {
    const { group, resource, verbs, names } = rule;
    const byName =
      isOfLeases(rule) && names.size > 0 && ['list', 'watch', 'deletecollection'].every((verb) => !verbs.has(verb));
    const given = verbsOfObjects.filter((verb) => verbs.has(verb) && !(byName && verb !== 'create'));
    if (byName) {
      const ofNames = verbsOfObjects.filter((verb) => verbs.has(verb) && verb !== 'create');
      named.push({ apiGroups: [group], resources: [resource], resourceNames: [...names].sort(), verbs: ofNames });
    }
    if (given.length === 0) continue;
    const key = `${group} ${given.join()}`;
    const before = joined.get(key) ?? { group, resources: [], verbs: given };
    joined.set(key, { ...before, resources: [...before.resources, resource].sort() });
  }
  const whole = [...joined].sort(byKey).map(([, { group, ...rule }]) => ({ apiGroups: [group], ...rule }));
  return [...whole, ...named];
}

const isOfLeases = ({ group, resource }: Rule): boolean => group === 'coordination.k8s.io' && resource === 'leases';

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
