import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { Cause } from '../wire/refusals.js';
import { causesOfChange } from './changes.js';
import { fillInNew } from './new-objects.js';
import { createChecks, isEmpty, recordOf, type RulesOf } from './rules.js';

/** A value, or what it is by the other fields of its struct, and by those that were sent; undefined for none. */
type Default = string | number | boolean | object | ((record: JsonRecord, sent: JsonRecord) => unknown);

/** The defaults of some structs. */
export interface DefaultsOf {
  /** Where Kubernetes has them. */
  readonly source: string;
  /** The structs: a kind, and the path to the struct; `[]` goes through a list. */
  readonly of: readonly string[];
  /** Values of fields that are empty. */
  readonly set?: Readonly<Record<string, Default>>;
  /** Values of fields, whatever they are. */
  readonly always?: Readonly<Record<string, (record: JsonRecord) => unknown>>;
  /** The one kind of those that has them. */
  readonly only?: string;
  /** The one version that has them. */
  readonly version?: string;
}

/** What fills in the defaults of built-in kinds, and what they refuse: the option `defaults` of `createFakeApiServer`. */
export interface FakeDefaults {
  /**
   * Returns an object with the structs and fields that Go always writes, and without what is empty.
   * @throws an answer of the server for a value that does not fit its field
   */
  asWritten(object: KubeObject): KubeObject;
  /** Returns an object with the defaults of its kind; the object itself if its kind has none. */
  fillIn(object: KubeObject): KubeObject;
  /** Returns a new object, which has its defaults, its name and its uid, with what a server fills in once. */
  fillInNew(object: KubeObject): KubeObject;
  /** Returns what a server refuses in an object that has its defaults, in its words. */
  causesOf(object: KubeObject): readonly Cause[];
  /** Returns what a server refuses in a change of an object because of what it was before, in its words. */
  causesOfChange(old: KubeObject, next: KubeObject): readonly Cause[];
}

interface Rule {
  readonly version: string | undefined;
  readonly path: readonly Step[];
  readonly set: readonly (readonly [string, Default])[];
  readonly always: readonly (readonly [string, Default])[];
}

interface Step {
  readonly name: string;
  readonly isList: boolean;
}

/**
 * Creates what fills in the defaults of a table, and checks the rules of another.
 *
 * @param asWritten returns an object as Go writes it: with the structs that are always there, and without what is empty
 */
export function createDefaults(
  table: readonly DefaultsOf[],
  checks: readonly RulesOf[],
  asWritten: (object: KubeObject) => KubeObject,
): FakeDefaults {
  const rules = new Map<string, Rule[]>();
  for (const entry of table) {
    for (const each of entry.of) {
      const [kind = '', path = ''] = each.split(' ');
      if (entry.only !== undefined && entry.only !== kind) continue;
      const steps = path === '' ? [] : path.split('.');
      const rule = {
        version: entry.version,
        path: steps.map((step) => ({ name: step.replace('[]', ''), isList: step.endsWith('[]') })),
        set: Object.entries(entry.set ?? {}),
        always: Object.entries(entry.always ?? {}),
      };
      rules.set(kind, [...(rules.get(kind) ?? []), rule]);
    }
  }
  return {
    asWritten,
    causesOf: createChecks(checks),
    causesOfChange,
    fillInNew,
    fillIn: (object) => {
      const own = rules.get(object.kind) ?? [];
      const written = asWritten(object);
      // Its structs are changed in place below: what is not written anew is copied.
      const whole = written === object && own.length > 0 ? structuredClone(object) : written;
      const version = object.apiVersion.split('/').at(-1);
      for (const rule of own) {
        if (rule.version === undefined || rule.version === version) fill(whole, object, rule);
      }
      return whole;
    },
  };
}

/** Fills in what lies below the first steps of the path of a rule. */
function fill(value: unknown, sent: unknown, rule: Rule, depth = 0): void {
  if (!isJsonRecord(value)) return;
  const record = value as Record<string, unknown>;
  const before = recordOf(sent);
  const step = rule.path[depth];
  if (step === undefined) {
    for (const [name, given] of rule.set) if (isEmpty(record[name])) put(record, before, name, given);
    for (const [name, given] of rule.always) put(record, before, name, given);
    return;
  }
  const [next, old] = [record[step.name], before[step.name]];
  if (!step.isList) fill(next, old, rule, depth + 1);
  else if (Array.isArray(next)) {
    for (const [index, item] of next.entries())
      fill(item, Array.isArray(old) ? old[index] : undefined, rule, depth + 1);
  }
}

function put(record: Record<string, unknown>, sent: JsonRecord, name: string, given: Default): void {
  const value: unknown =
    typeof given === 'function' ? (given as (record: JsonRecord, sent: JsonRecord) => unknown)(record, sent) : given;
  if (value === undefined) Reflect.deleteProperty(record, name);
  else record[name] = typeof value === 'object' ? structuredClone(value) : value;
}
