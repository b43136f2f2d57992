/** How far the rules of a configuration reach by themselves. */
export type MatchPolicy = 'Exact' | 'Equivalent';

/** Where a kind of configuration keeps its rules. */
export interface ConfigurationKind {
  /** Webhooks have lists of rules each; policies and their bindings have one place for all of theirs. */
  readonly rulesIn: 'webhooks' | 'spec.matchConstraints' | 'spec.matchResources';
  /** By version, what the server fills in where nothing is said. */
  readonly defaults: Readonly<Record<string, MatchPolicy>>;
}

const admissionGroup = 'admissionregistration.k8s.io';

/** Webhooks of v1beta1 are of servers before 1.22; the files are still about. */
const webhooks: ConfigurationKind = { rulesIn: 'webhooks', defaults: { v1: 'Equivalent', v1beta1: 'Exact' } };
const always = { v1: 'Equivalent', v1beta1: 'Equivalent', v1alpha1: 'Equivalent' } as const;
const policy: ConfigurationKind = { rulesIn: 'spec.matchConstraints', defaults: always };
const binding: ConfigurationKind = { rulesIn: 'spec.matchResources', defaults: always };

const configurationKinds: ReadonlyMap<string, ConfigurationKind> = new Map([
  ['ValidatingWebhookConfiguration', webhooks],
  ['MutatingWebhookConfiguration', webhooks],
  ['ValidatingAdmissionPolicy', policy],
  ['MutatingAdmissionPolicy', policy],
  ['ValidatingAdmissionPolicyBinding', binding],
  ['MutatingAdmissionPolicyBinding', binding],
]);

/** The kinds that can be read, for a message. */
export const readableKinds: readonly string[] = [...configurationKinds.keys()];

/** What is known of a kind in its version; undefined for any other. */
export function configurationKind(
  apiVersion: unknown,
  kind: unknown,
): { readonly rulesIn: ConfigurationKind['rulesIn']; readonly matchPolicy: MatchPolicy } | undefined {
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const known = configurationKinds.get(kind);
  const [groupName, version = ''] = apiVersion.split('/');
  if (known === undefined || groupName !== admissionGroup || apiVersion !== `${admissionGroup}/${version}`)
    return undefined;
  const matchPolicy = Object.hasOwn(known.defaults, version) ? known.defaults[version] : undefined;
  return matchPolicy === undefined ? undefined : { rulesIn: known.rulesIn, matchPolicy };
}

/** The server never lets webhooks and policies judge webhooks and policies. */
export function isExemptFromAdmission(endpoint: { readonly group: string; readonly resource: string }): boolean {
  return (
    endpoint.group === admissionGroup &&
    /^(validating|mutating)(webhookconfigurations|admissionpolic)/.test(endpoint.resource)
  );
}
