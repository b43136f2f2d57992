import type { GroupVersion } from '../core/model/group-version.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';

/**
 * Where a finding comes from, and how far that carries:
 *
 * - `audit-log`: a request to what goes away, in the log. It proves a use at that time; silence proves nothing about
 *   times and servers that the log does not cover.
 * - `request-metrics`: a request since that process of the API server began. It does not say whose.
 * - `managed-fields`: the version of a manager's last change to fields that it still owns. It need not be in use now, and
 *   names are what clients choose. Reads and updates without a change leave nothing there.
 * - `owner-reference`, `scale-target`, `admission-rule`, `rbac-rule`, `manifest`: an object or a file names what goes
 *   away. It has an effect when somebody follows the name.
 * - `stored-versions`: objects may be stored in a version that goes away.
 * - `lost-objects`: objects exist that no endpoint of the target serves.
 * - `definition`: a new definition drops or changes something, whoever uses it.
 */
export type FindingSource =
  | 'audit-log'
  | 'request-metrics'
  | 'managed-fields'
  | 'owner-reference'
  | 'scale-target'
  | 'admission-rule'
  | 'rbac-rule'
  | 'stored-versions'
  | 'lost-objects'
  | 'definition'
  | 'manifest';

/**
 * `error`: it breaks. `warning`: it breaks if what the evidence shows is still so. `note`: it does not break by itself,
 * or the same evidence says that somebody has moved on.
 */
export type Severity = 'error' | 'warning' | 'note';

/** An object, or a place in a file, that a finding concerns. */
export interface FindingObject {
  /** Its resource and group, or its kind where no server was asked: `widgets.example.com`. */
  readonly type: string;
  /** Its name. */
  readonly name: string;
  /** Its namespace; absent for a cluster-scoped one. */
  readonly namespace?: string;
  /** The file and line, of a manifest. */
  readonly location?: string;
}

/** Who or what uses something that goes away, on one piece of evidence. */
export interface UpgradeFinding {
  /** Where it comes from; {@link FindingSource} says how far that carries. */
  readonly source: FindingSource;
  /** How bad it is. */
  readonly severity: Severity;
  /** What goes away: `example.com/v1beta1`, with the resource or the kind. */
  readonly uses: string;
  /** Who: a manager, or a user with its user agent; absent where an object itself is the user. */
  readonly who?: string;
  /** What happens, in one line. */
  readonly message: string;
  /** How many objects, requests or rules. */
  readonly count: number;
  /** When the evidence is from, in RFC 3339: the last of all. */
  readonly last?: string;
  /** The first objects, at most `objectsPerFinding`. */
  readonly objects: readonly FindingObject[];
}

/** One piece of evidence, before equal ones are put together. */
export interface Evidenced extends Pick<UpgradeFinding, 'source' | 'severity' | 'uses' | 'message'> {
  readonly who?: string | undefined;
  readonly last?: string | undefined;
  readonly object?: FindingObject | undefined;
  /** How many it stands for. @default 1 */
  readonly count?: number | undefined;
}

/** Puts equal pieces of evidence together, in bounded memory. */
export interface FindingCollector {
  add(evidence: Evidenced): void;
  /** Adds what another has collected. */
  addAll(other: FindingCollector): void;
  /** Errors first, then in the order in which they came. */
  findings(): readonly UpgradeFinding[];
  /** Whether some were not kept. */
  readonly isFull: boolean;
}

const order: readonly Severity[] = ['error', 'warning', 'note'];

/** Creates a {@link FindingCollector}. */
export function collectFindings(limits: {
  readonly maxFindings: number;
  readonly objectsPerFinding: number;
}): FindingCollector {
  type Building = { -readonly [Field in keyof UpgradeFinding]: UpgradeFinding[Field] } & { objects: FindingObject[] };
  const found = new Map<string, Building>();
  let isFull = false;
  const put = (
    { source, severity, uses, message, who, last, count = 1 }: Evidenced,
    objects: readonly FindingObject[],
  ): void => {
    const key = JSON.stringify([source, severity, uses, who, message]);
    let known = found.get(key);
    if (known === undefined) {
      if (found.size >= limits.maxFindings) {
        isFull = true;
        return;
      }
      known = { source, severity, uses, ...(who !== undefined && { who }), message, count: 0, objects: [] };
      found.set(key, known);
    }
    known.count += count;
    if (last !== undefined && last > (known.last ?? '')) known.last = last;
    known.objects.push(...objects.slice(0, limits.objectsPerFinding - known.objects.length));
  };
  return {
    get isFull() {
      return isFull;
    },
    add(evidence) {
      put(evidence, evidence.object === undefined ? [] : [evidence.object]);
    },
    addAll(other) {
      for (const each of other.findings()) put(each, each.objects);
      isFull ||= other.isFull;
    },
    findings() {
      const all = [...found.values()].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
      return Object.freeze(all.map((each) => Object.freeze({ ...each, objects: Object.freeze(each.objects) })));
    },
  };
}

/** What a server serves today and will not serve. */
export interface Going {
  /** The endpoints that go away. */
  readonly endpoints: readonly GroupVersionResource[];
  /** Whether this endpoint goes away; false for what is not served today. */
  goes(endpoint: GroupVersionResource): boolean;
  /** Whether the kind in this version goes away; false for what is not served today. */
  kindGoes(type: GroupVersion & { readonly kind: string }): boolean;
  /** Whether the kind in this version is served after the upgrade. */
  staysKind(type: GroupVersion & { readonly kind: string }): boolean;
  /** The versions in which the kind is served after the upgrade. */
  versionsOfKind(type: { readonly group: string; readonly kind: string }): readonly string[];
  /** Whether any version of the resource is served after the upgrade. */
  staysResource(type: { readonly group: string; readonly resource: string }): boolean;
  /** Whether any version of the resource is served today. */
  isResource(type: { readonly group: string; readonly resource: string }): boolean;
}
