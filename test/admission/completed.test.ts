import { describe, expect, it } from 'vitest';
import { expandRules } from '../../src/admission/expand-rules.js';
import { cluster, missedOf, policy, rule, webhook } from './cluster.js';

const apps = { groups: ['apps'], versions: ['v1'], resources: ['deployments'] };

interface Completed {
  readonly webhooks: readonly { readonly rules: readonly object[] }[];
}

describe('a completed configuration', () => {
  it('has rules for what was missed behind the one that missed it, and names nothing else', () => {
    const said = webhook(
      [{ ...apps, resources: ['deployments', 'deployments/scale'], operations: ['CREATE'] }, { resources: ['pods'] }],
      'Exact',
    );
    const { configuration } = expandRules(said, cluster());
    const added = { operations: ['CREATE'], resources: ['deployments', 'deployments/scale'] };
    expect((configuration as Completed).webhooks[0]?.rules).toEqual([
      rule({ ...apps, resources: ['deployments', 'deployments/scale'], operations: ['CREATE'] }),
      { ...added, apiGroups: ['apps'], apiVersions: ['v1beta1'] },
      { ...added, apiGroups: ['extensions'], apiVersions: ['v1beta1'] },
      rule({ resources: ['pods'] }),
    ]);
  });

  it.each(['Exact', 'Equivalent'])('misses nothing any more: %s', (matchPolicy) => {
    const rules = [
      { ...apps, resources: ['deployments/*'], operations: ['CREATE', 'UPDATE'] },
      { groups: [''], versions: ['v1'], resources: ['events', 'pods/*'] },
      { groups: ['extensions'], resources: ['ingresses', 'deployments/scale'], operations: ['DELETE'] },
    ];
    const excluded = [{ groups: ['apps'], versions: ['v1beta1'], resources: ['deployments/rollback'] }];
    for (const said of [webhook(rules, matchPolicy), policy(rules, { matchPolicy, excluded })]) {
      const once = expandRules(said, cluster());
      expect(once.complete).toBe(false);
      const twice = expandRules(once.configuration, cluster());
      // What is not served is still named, and everything that there is instead is named as well.
      expect(missedOf(twice)).toEqual([]);
      expect(twice.configuration).toBe(once.configuration);
    }
  });

  it('keeps what it does not know, hostile keys too, and leaves what was given as it was', () => {
    const text = `{
      "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration",
      "__proto__": { "a": 1 }, "webhooks[0].rules": [1],
      "webhooks": [{ "name": "x", "matchPolicy": "Exact", "constructor": { "b": 2 }, "future": true,
        "rules": [{ "apiGroups": ["apps"], "apiVersions": ["v1"], "resources": ["deployments"], "operations": ["*"],
          "__proto__": { "c": 3 }, "later": [] }] }]
    }`;
    const given: object = JSON.parse(text) as object;
    const { configuration } = expandRules(given, cluster());
    expect(JSON.stringify(given)).toBe(JSON.stringify(JSON.parse(text)));
    const written = JSON.parse(JSON.stringify(configuration)) as Completed;
    expect(written.webhooks[0]?.rules).toHaveLength(3);
    const withoutAdded = {
      ...written,
      webhooks: [{ ...written.webhooks[0], rules: written.webhooks[0]?.rules.slice(0, 1) }],
    };
    expect(JSON.stringify(withoutAdded)).toBe(JSON.stringify(given));
    expect(written.webhooks[0]?.rules.map((each) => Object.keys(each).includes('later'))).toEqual([true, true, true]);
    expect(Object.hasOwn(written.webhooks[0]?.rules[2] ?? {}, '__proto__')).toBe(true);
  });

  it('keeps the names and the scope of the rule', () => {
    const said = policy([{ ...apps, names: ['front'], scope: 'Namespaced' }], { matchPolicy: 'Exact' });
    const { configuration } = expandRules(said, cluster());
    const { spec } = configuration as { spec: { matchConstraints: { resourceRules: object[] } } };
    expect(spec.matchConstraints.resourceRules).toHaveLength(3);
    for (const each of spec.matchConstraints.resourceRules) {
      expect(each).toMatchObject({ resourceNames: ['front'], scope: 'Namespaced' });
    }
  });
});
