import { describe, expect, it } from 'vitest';
import { expandRules } from '../../src/admission/expand-rules.js';
import { aliasesOf } from '../../src/identity/aliases.js';
import { compareEndpoints } from '../../src/identity/compare-endpoints.js';
import { distinctResources, identityReport } from '../../src/identity/identity-report.js';
import { equivalenceClasses } from '../../src/identity/classify.js';
import { candidatesForEvidence } from '../../src/identity/find-evidence.js';
import { InvalidArgumentError } from '../../src/core/shared/invalid-argument-error.js';
import { webhook } from '../admission/cluster.js';
import { catalogOf, endpoint } from './catalogs.js';

const entry = endpoint('sets.v1.a');
const catalog = catalogOf([entry]);
const given = <T>(value: unknown): T => value as T;

function argumentOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.argument;
    throw error;
  }
  return 'none';
}

const functions: readonly (readonly [string, (catalog: never, options: never) => unknown])[] = [
  ['aliasesOf', (one, options) => aliasesOf(entry, one, options)],
  ['compareEndpoints', (one, options) => compareEndpoints(entry, entry, one, options)],
  ['distinctResources', distinctResources],
  ['equivalenceClasses', equivalenceClasses],
  ['identityReport', identityReport],
  ['expandRules', (one, options) => expandRules(webhook([]), one, options)],
];

describe.each(functions)('%s refuses', (_name, call) => {
  it.each([null, undefined, 'catalog', 5, {}, []])('what is no catalog: %j', (value) => {
    expect(argumentOf(() => call(given(value), given({})))).toBe('catalog');
  });
});

describe('what is asked about', () => {
  it.each([null, undefined, 'sets', {}, { group: 'a', version: 'v1', resource: 'sets' }])(
    'must be an endpoint: %j',
    (value) => {
      expect(argumentOf(() => aliasesOf(given(value), catalog))).toBe('entry');
      expect(argumentOf(() => compareEndpoints(entry, given(value), catalog))).toBe('entry');
    },
  );

  it('must be a question', () => {
    expect(argumentOf(() => candidatesForEvidence(catalog, given(null)))).toBe('question');
    expect(argumentOf(() => candidatesForEvidence(given(null)))).toBe('catalog');
  });
});
