import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import type { AdmissionEndpoint, MissedEndpoint, RuleFinding } from './rule-expansion.js';

/**
 * Returns the configuration with additional rules for the missed endpoints, each behind the rule that missed them.
 * Widening the rule instead would match every combination of its groups, versions and resources.
 */
export function completeConfiguration<T extends object>(configuration: T, findings: readonly RuleFinding[]): T {
  const missing = new Map(findings.filter(({ missed }) => missed.length > 0).map(({ path, missed }) => [path, missed]));
  if (missing.size === 0) return configuration;

  const withRules = (holder: unknown, path: string, ...fields: readonly string[]): unknown => {
    if (!isJsonRecord(holder)) return holder;
    const lists = fields.flatMap((field) => {
      const rules = holder[field];
      return Array.isArray(rules) ? [[field, expandList(rules, `${path}.${field}`, missing)] as const] : [];
    });
    return { ...holder, ...Object.fromEntries(lists) };
  };
  const { webhooks, spec } = configuration as JsonRecord;
  if (Array.isArray(webhooks)) {
    return { ...configuration, webhooks: webhooks.map((each, at) => withRules(each, `webhooks[${at}]`, 'rules')) };
  }
  if (!isJsonRecord(spec)) return configuration;
  const field = isJsonRecord(spec['matchConstraints']) ? 'matchConstraints' : 'matchResources';
  const match = withRules(spec[field], `spec.${field}`, 'resourceRules', 'excludeResourceRules');
  return { ...configuration, spec: { ...spec, [field]: match } };
}

function expandList(
  rules: readonly unknown[],
  path: string,
  missing: ReadonlyMap<string, readonly MissedEndpoint[]>,
): unknown[] {
  return rules.flatMap((rule, index) => {
    const missed = missing.get(`${path}[${index}]`);
    return missed === undefined || !isJsonRecord(rule) ? [rule] : [rule, ...rulesFor(rule, missed)];
  });
}

/** Returns copies of a rule that name exactly the missed endpoints, with as few rules as possible for each group. */
function rulesFor(rule: JsonRecord, missed: readonly MissedEndpoint[]): readonly JsonRecord[] {
  return groupedInOrder(missed, ({ operations, group }) => [operations, group]).flatMap(([first, ...others]) => {
    const versions = groupedInOrder([first, ...others], ({ version }) => version).map((endpoints) => ({
      version: endpoints[0].version,
      resources: endpoints.map(patternFor),
    }));
    return groupedInOrder(versions, ({ resources }) => resources).map((alike) => ({
      ...rule,
      operations: [...first.operations],
      apiGroups: [first.group],
      apiVersions: alike.map(({ version }) => version),
      resources: [...alike[0].resources],
    }));
  });
}

function patternFor({ resource, subresource }: AdmissionEndpoint): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}

/** Groups items by key, in the order in which the keys first occur. */
function groupedInOrder<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): (readonly [Item, ...Item[]])[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
