import type { Case, Table } from './table.js';

/** Two versions; the answer is the one that Kubernetes prefers. */
export type VersionCase = Case<readonly [string, string], string>;

const pair = (a: string, b: string, peer: string): VersionCase => ({
  id: `${a} and ${b}`,
  steps: [{ ask: [a, b], peer }],
});

export const comparedVersions: Table<VersionCase> = {
  name: 'apimachinery version/helpers: compared versions',
  cases: [
    pair('v1', 'v2', 'v2'),
    pair('v2', 'v1', 'v2'),
    pair('v10', 'v2', 'v10'),
    pair('v1', 'v2alpha1', 'v1'),
    pair('v1', 'v2beta1', 'v1'),
    pair('v1alpha2', 'v1alpha1', 'v1alpha2'),
    pair('v1beta1', 'v2alpha3', 'v1beta1'),
    pair('v1alpha10', 'v1alpha2', 'v1alpha10'),
    pair('v1beta10', 'v1beta2', 'v1beta10'),
    pair('foo', 'v1beta2', 'v1beta2'),
    pair('bar', 'foo', 'bar'),
    pair('version1', 'version2', 'version1'),
    pair('version1', 'version10', 'version1'),
  ],
};

/** What a version is read as shows in what it ranks behind and before: the last of all is `v0alpha0`. */
const read = (id: string, version: string, behind: string, before: string): VersionCase => ({
  id,
  steps: [
    { ask: [version, behind], peer: behind },
    { ask: [version, before], peer: version },
  ],
});

export const parsedVersions: Table<VersionCase> = {
  name: 'apimachinery version/helpers: parsed versions',
  cases: [
    read('no GA version', 'v1.1', 'v0alpha0', 'v1.2'),
    read('no alpha version', 'v1alpha1.1', 'v0alpha0', 'v1alpha1.2'),
    read('an alpha version', 'v1alpha1', 'v1alpha2', 'v1alpha0'),
    read('a beta version', 'v2beta10', 'v2beta11', 'v2beta9'),
    read('a GA version', 'v3', 'v4', 'v2'),
  ],
};
