import type { Catalog } from '../core/catalog/catalog.js';
import { createAliasFinder } from '../identity/aliases.js';
import type { IdentityOptions } from '../identity/evidence.js';
import { identityReport } from '../identity/identity-report.js';
import { identityOptionNames } from '../identity/require-options.js';
import { requireKnownOptions } from '../core/shared/arguments.js';
import { completeConfiguration } from './complete-configuration.js';
import { judgeHook, type Judgement } from './judge-hook.js';
import { readConfiguration } from './read-configuration.js';
import { admissionTargets, type AdmissionTarget, type AdmissionSet } from './request-targets.js';
import type { RuleExpansion } from './rule-expansion.js';
import { createServerKnowledge } from './server-knowledge.js';

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
