/** How the server matches the rules of a configuration: only as written, or also at equivalent endpoints. */
export type MatchPolicy = 'Exact' | 'Equivalent';

/** A kind of configuration: where its rules are, and its defaults. */
export interface ConfigurationKind {
  /** Each webhook has its own list of rules; a policy or binding has one place for all rules. */
  readonly rulesIn: 'webhooks' | 'spec.matchConstraints' | 'spec.matchResources';
  /** The default match policy of the server, by version. */
  readonly defaults: Readonly<Record<string, MatchPolicy>>;
}

const admissionGroup = 'admissionregistration.k8s.io';

/** Only servers before 1.22 have webhooks of v1beta1, but such files still exist. */
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

/** The kinds that can be read, for messages. */
export const readableKinds: readonly string[] = [...configurationKinds.keys()];

/** Returns the place of the rules and the default match policy of a kind in a version; undefined if it is unknown. */
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

/** Reports whether servers exempt an endpoint: webhooks and policies never judge webhooks and policies. */
export function isExemptFromAdmission(endpoint: { readonly group: string; readonly resource: string }): boolean {
  return (
    endpoint.group === admissionGroup &&
    /^(validating|mutating)(webhookconfigurations|admissionpolic)/.test(endpoint.resource)
  );
}
