import { groupBy } from '../core/shared/group-by.js';
import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import type { AdmissionEndpoint, MissedEndpoint, RuleExpansion, RuleFinding } from './rule-expansion.js';
import type { Catalog } from '../core/catalog/catalog.js';
import { createAliasFinder } from '../identity/aliases.js';
import { identityOptionNames, type IdentityOptions } from '../identity/evidence.js';
import { identityReport } from '../identity/identity-report.js';
import { requireKnownOptions } from '../core/shared/arguments.js';
import { createServerKnowledge, judgeHook, type Judgement } from './judge-hook.js';
import { readConfiguration } from './read-configuration.js';
import { type AdmissionSet, type AdmissionTarget, admissionTargets } from './request-targets.js';

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
  return [...groupBy(items, (item) => JSON.stringify(keyOf(item))).values()];
}

/**
 * Options of {@link expandRules}. `remote` is especially important here, because kube-apiserver does not know what
 * other servers serve.
 */
export type ExpandRulesOptions = IdentityOptions;

/**
 * Finds the endpoints that the rules of a configuration miss although they serve the same objects, and returns the
 * completed configuration. For webhooks (Validating and MutatingWebhookConfiguration), policies (Validating and
 * MutatingAdmissionPolicy) and their bindings.
 *
 * Under `matchPolicy: Equivalent`, the default of v1, a server also applies the rule to requests for other versions and
 * for its own cohabiting groups; these are reported as covered. Under `Exact` none are. An endpoint that another rule of
 * the same webhook or policy covers, or that `excludeResourceRules` exclude, is not missed. Read-only endpoints, and
 * webhooks and policies themselves, which servers never judge, are not missed either.
 *
 * The evidence is that of the catalog's entries, or yours; `createRules(client).expand` reads it from the server,
 * together with the remote group-versions.
 *
 * @throws InvalidConfigurationError with the problems of the configuration.
 * @example
 * const webhook = await client.resource('validatingwebhookconfigurations').get('my-policy');
 * const { findings } = expandRules(webhook, await client.discovery.catalog());
 * for (const { path, missed } of findings) console.log(path, missed.length);
 * @see https://github.com/kubernetes/enhancements/issues/2341
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy
 */
export function expandRules<T extends object>(
  configuration: T,
  catalog: Catalog,
  options: ExpandRulesOptions = {},
): RuleExpansion<T> {
  const hooks = readConfiguration(configuration);
  requireKnownOptions(options, identityOptionNames);
  const { classes, unsettled } = identityReport(catalog, options);
  const targets = admissionTargets(classes);
  const doubtful = new Set(unsettled.flatMap(({ endpoints }) => endpoints));
  let findAliases: ReturnType<typeof createAliasFinder> | undefined;
  const perhaps = new Map<AdmissionSet, readonly AdmissionTarget[]>();
  const judgement: Judgement = {
    targets,
    knowledge: createServerKnowledge(options.remote ?? [], options.evidence),
    perhaps(set) {
      const known = perhaps.get(set);
      if (known !== undefined) return known;
      const inDoubt = set.known.endpoints.find((entry) => doubtful.has(entry));
      const found =
        inDoubt === undefined
          ? []
          : (findAliases ??= createAliasFinder(catalog, options))(inDoubt).unknown.flatMap(targets.ofEntry);
      perhaps.set(set, found);
      return found;
    },
  };
  const findings = hooks.flatMap((hook) => judgeHook(hook, judgement));
  return Object.freeze<RuleExpansion<T>>({
    configuration: completeConfiguration(configuration, findings),
    complete: findings.every(({ missed }) => missed.length === 0),
    findings: Object.freeze(findings),
    unread: catalog.failures,
  });
}
