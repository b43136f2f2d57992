import type { Catalog } from '../catalog/catalog.js';
import { createAliasFinder } from '../identity/aliases.js';
import type { IdentityOptions } from '../identity/equivalence-class.js';
import { identityReport } from '../identity/identity-report.js';
import { completeConfiguration } from './complete-configuration.js';
import { judgeHook, type Judgement } from './judge-hook.js';
import { readConfiguration } from './read-configuration.js';
import { findPlaces, type AdmissionPlace, type AdmissionSet } from './request-places.js';
import type { RuleExpansion } from './rule-expansion.js';
import { createServerKnowledge } from './server-knowledge.js';

/** On what an expansion rests. `remote` matters doubly here: kube-apiserver knows nothing of what others serve. */
export type ExpandRulesOptions = IdentityOptions;

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
 * Evidence is what the catalog's entries carry, or yours; `createRules(client).expand` reads it from the server, together
 * with what is remote.
 *
 * @throws {InvalidConfigurationError} with the problems of the configuration.
 * @see https://github.com/kubernetes/enhancements/issues/2341
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy
 */
export function expandRules<T extends object>(
  configuration: T,
  catalog: Catalog,
  options: ExpandRulesOptions = {},
): RuleExpansion<T> {
  const hooks = readConfiguration(configuration);
  const { classes, unsettled } = identityReport(catalog, options);
  const places = findPlaces(classes);
  const doubtful = new Set(unsettled.flatMap(({ endpoints }) => endpoints));
  let findAliases: ReturnType<typeof createAliasFinder> | undefined;
  const perhaps = new Map<AdmissionSet, readonly AdmissionPlace[]>();
  const judgement: Judgement = {
    places,
    knowledge: createServerKnowledge(options.remote ?? [], options.evidence),
    perhaps(set) {
      const known = perhaps.get(set);
      if (known !== undefined) return known;
      const inDoubt = set.known.endpoints.find((entry) => doubtful.has(entry));
      const found =
        inDoubt === undefined
          ? []
          : (findAliases ??= createAliasFinder(catalog, options))(inDoubt).unknown.flatMap(places.ofEntry);
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
