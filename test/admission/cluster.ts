import type { RuleFinding, RuleExpansion } from '../../src/admission/expand-rules.js';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { catalogOf, endpoint } from '../identity/catalogs.js';

const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update'];

/** An endpoint that can be written, `plural.version.group`, with these subresources. */
export function served(
  name: string,
  more: Partial<ResourceEntry> & { readonly below?: readonly string[] } = {},
): ResourceEntry {
  const { below = [], ...fields } = more;
  const subresources = below.map((subresource) => ({ subresource, verbs, acceptedTypes: [] }));
  return endpoint(name, { verbs, subresources, ...fields });
}

/** Events in two groups, deployments in two versions and an old group, and what stands alone. */
export function cluster(...more: readonly ResourceEntry[]): Catalog {
  return catalogOf([
    served('events.v1.', { storageVersionHash: 'event' }),
    served('pods.v1.', { below: ['status', 'exec'], storageVersionHash: 'pod' }),
    served('namespaces.v1.', { scope: 'Cluster', storageVersionHash: 'namespace' }),
    served('deployments.v1.apps', { below: ['status', 'scale'], storageVersionHash: 'deployment' }),
    served('deployments.v1beta1.apps', { below: ['status', 'scale', 'rollback'], storageVersionHash: 'deployment' }),
    served('deployments.v1beta1.extensions', { below: ['scale'], storageVersionHash: 'deployment' }),
    served('ingresses.v1.networking.k8s.io', { storageVersionHash: 'ingress' }),
    served('events.v1.events.k8s.io', { storageVersionHash: 'event' }),
    ...more,
  ]);
}

/** Parts of a rule as a test says them; what is left out is that of a rule for all operations. */
export interface SaidRule {
  readonly groups?: readonly string[];
  readonly versions?: readonly string[];
  readonly resources: readonly string[];
  readonly operations?: readonly string[];
  readonly scope?: string;
  readonly names?: readonly string[];
}

/** As it stands in a configuration. */
export function rule({
  groups = ['*'],
  versions = ['*'],
  resources,
  operations = ['*'],
  scope,
  names,
}: SaidRule): object {
  return {
    apiGroups: groups,
    apiVersions: versions,
    resources,
    operations,
    ...(scope !== undefined && { scope }),
    ...(names !== undefined && { resourceNames: names }),
  };
}

/** A webhook configuration of one webhook with these rules; `matchPolicy` is left out where it is not said. */
export function webhook(rules: readonly SaidRule[], matchPolicy?: string, version = 'v1'): object {
  const webhooks = [{ name: 'guard.example.org', rules: rules.map(rule), ...(matchPolicy && { matchPolicy }) }];
  return { apiVersion: `admissionregistration.k8s.io/${version}`, kind: 'ValidatingWebhookConfiguration', webhooks };
}

/** A policy with these rules and exclusions. */
export function policy(
  rules: readonly SaidRule[],
  { excluded = [], matchPolicy }: { readonly excluded?: readonly SaidRule[]; readonly matchPolicy?: string } = {},
): object {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'guard' },
    spec: {
      matchConstraints: {
        ...(matchPolicy && { matchPolicy }),
        resourceRules: rules.map(rule),
        excludeResourceRules: excluded.map(rule),
      },
      validations: [{ expression: 'false' }],
    },
  };
}

/** The names of what the rules of an expansion miss, each with its reason. */
export function missedOf({ findings }: Pick<RuleExpansion<unknown>, 'findings'>): string[] {
  return findings.flatMap(({ missed }) => missed.map((each) => `${nameOf(each)} (${each.reason})`));
}

/** The names of what the server brings to the rules. */
export function coveredOf({ findings }: Pick<RuleExpansion<unknown>, 'findings'>): string[] {
  return findings.flatMap(({ covered }) => covered.map(nameOf));
}

/** `deployments/scale.v1.apps` */
export function nameOf({ group, version, resource, subresource }: RuleFinding['unknown'][number]): string {
  return `${resource}${subresource === undefined ? '' : `/${subresource}`}.${version}.${group}`;
}
