import type { Catalog } from '../catalog/catalog.js';
import { aliasesOf } from '../identity/aliases.js';
import type { IdentityOptions } from '../identity/equivalence-class.js';
import { identityReport } from '../identity/identity-report.js';
import { completeConfiguration } from './complete-configuration.js';
import { judgeHook } from './judge-hook.js';
import { readConfiguration } from './read-configuration.js';
import { findPlaces, type ObjectSet, type Place } from './request-places.js';
import type { RemoteGroupVersion, RuleExpansion } from './rule-expansion.js';
import { createServerKnowledge } from './server-knowledge.js';

/** On what an expansion rests. */
export interface ExpandRulesOptions extends IdentityOptions {
  /**
   * The group-versions behind the aggregator, of which kube-apiserver knows nothing: those whose APIService has a
   * `spec.service`. It matters under `matchPolicy: Equivalent` alone. @default none
   */
  readonly remote?: readonly RemoteGroupVersion[] | undefined;
}

/**
 * Says which endpoints the rules of a configuration miss though they serve the objects that the rules are about, and
 * writes the completed configuration. For webhooks (Validating and MutatingWebhookConfiguration), policies
 * (Validating and MutatingAdmissionPolicy) and their bindings.
 *
 * Under `matchPolicy: Equivalent`, the default of v1, a server brings requests for other versions and cohabiting
 * groups of its own to the rule; these are told as covered. Under `Exact` nothing is. An endpoint that another rule of
 * the same webhook or policy sees to, or that `excludeResourceRules` take out, is not missed; neither is one that can
 * only be read, and those of webhooks and policies themselves, which servers never judge.
 *
 * Evidence is what the catalog's entries carry, or yours; `client.rules.expand` reads it from the server, together
 * with what is remote. Throws `InvalidConfigurationError` with all problems at once.
 *
 * @see https://github.com/kubernetes/enhancements/issues/2341
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy
 */
export function expandRules<T extends object>(
  configuration: T,
  catalog: Catalog,
  { remote = [], ...identity }: ExpandRulesOptions = {},
): RuleExpansion<T> {
  const hooks = readConfiguration(configuration);
  const { classes, unsettled } = identityReport(catalog, identity);
  const places = findPlaces(classes);
  const doubtful = new Set(unsettled.flatMap(({ endpoints }) => endpoints));
  const perhaps = new Map<ObjectSet, readonly Place[]>();
  const judgement = {
    places,
    knowledge: createServerKnowledge(remote, identity.evidence),
    perhaps(set: ObjectSet): readonly Place[] {
      const known = perhaps.get(set) ?? findPerhaps(set);
      perhaps.set(set, known);
      return known;
    },
  };

  function findPerhaps(set: ObjectSet): readonly Place[] {
    const inDoubt = set.known.endpoints.find((entry) => doubtful.has(entry));
    if (inDoubt === undefined) return [];
    const { unknown } = aliasesOf(inDoubt, catalog, identity);
    const wanted = new Set(unknown);
    const plurals = new Set(unknown.map(({ resource }) => resource));
    return [...plurals].flatMap(places.ofPlural).filter(({ entry }) => wanted.has(entry));
  }

  const findings = hooks.flatMap((hook) => judgeHook(hook, judgement));
  return Object.freeze<RuleExpansion<T>>({
    configuration: completeConfiguration(configuration, findings),
    complete: findings.every(({ missed }) => missed.length === 0),
    findings: Object.freeze(findings),
    unread: catalog.failures,
  });
}
