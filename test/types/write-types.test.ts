import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { OpenAPIDocuments, Schema } from '../../src/openapi/document.js';
import { documentsOfDefinitions } from '../../src/openapi/types/documents-of-definitions.js';
import { kubernetesSchemas } from '../../src/testing/kubernetes.js';
import { writeTypes } from '../../src/openapi/types/write-types.js';

function definition(kind: string, schema: object, { group = 'example.com', versions = ['v1'] } = {}): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    spec: {
      group,
      names: { kind, plural: `${kind.toLowerCase()}s` },
      versions: versions.map((name) => ({ name, served: true, schema: { openAPIV3Schema: schema } })),
    },
  };
}

const typesOf = (...definitions: object[]): string =>
  writeTypes(documentsOfDefinitions(definitions), { comments: false });

const specOf = (spec: object): string => {
  const text = typesOf(definition('Widget', { type: 'object', properties: { spec } }));
  return /^ {2}spec\?: ([^]*?) \| undefined;\n(?: {2}status|\})/m.exec(text)?.[1]?.replace(/\s+/g, ' ') ?? text;
};

/** Problems that the parser of TypeScript has with a text, and any statement that is no declaration of a type. */
function problemsOf(text: string): string[] {
  const file = ts.createSourceFile('types.d.ts', text, ts.ScriptTarget.ES2022, true);
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  const other = file.statements.filter(
    (statement) =>
      !ts.isInterfaceDeclaration(statement) &&
      !ts.isTypeAliasDeclaration(statement) &&
      !ts.isImportDeclaration(statement) &&
      !ts.isExportDeclaration(statement) &&
      !(ts.isModuleDeclaration(statement) && statement.name.text === 'global'),
  );
  return [...diagnostics.map(({ messageText }) => JSON.stringify(messageText)), ...other.map((each) => each.getText())];
}

describe('types of a custom resource', () => {
  it('are an interface, its list, and its names in the registry', () => {
    const spec = { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } };
    const text = typesOf(definition('Widget', { type: 'object', properties: { spec } }));
    expect(text).toBe(`// Written by kubeatlas from schemas of Kubernetes resources. Do not edit.
import type { ListMeta, ObjectMeta } from 'kubeatlas/types';

export type Widget = {
  apiVersion?: "example.com/v1" | undefined;
  kind?: "Widget" | undefined;
  metadata?: ObjectMeta | undefined;
  spec?: {
    size: number;
  } | undefined;
};
export type WidgetList = {
  apiVersion?: "example.com/v1" | undefined;
  kind?: "WidgetList" | undefined;
  metadata?: ListMeta | undefined;
  items: Widget[];
};
declare global {
  interface KubeatlasResources {
    widgets: Widget;
    "widgets.example.com": Widget;
    "widgets.v1.example.com": Widget;
  }
}
`);
  });

  it.each<[string, object, string]>([
    ['an enum', { type: 'string', enum: ['a', 'b"*/'] }, '"a" | "b\\"*/"'],
    ['int-or-string', { 'x-kubernetes-int-or-string': true }, 'number | string'],
    ['a time', { type: 'string', format: 'date-time' }, 'string'],
    ['nullable', { type: 'string', nullable: true }, 'string | null'],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, '{ [key: string]: string }'],
    ['a list of unions', { type: 'array', items: { enum: [1, 2] } }, '(1 | 2)[]'],
    [
      'an open object',
      { type: 'object', properties: { a: { type: 'string' } }, 'x-kubernetes-preserve-unknown-fields': true },
      '{ a?: string | undefined; [key: string]: unknown; }',
    ],
    [
      'an embedded resource',
      { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      '{ apiVersion: string; kind: string; metadata?: ObjectMeta | undefined; [key: string]: unknown; }',
    ],
    [
      'one of two fields',
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'boolean' } },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      '{ c?: boolean | undefined; } & ({ a: string; b?: undefined; } | { a?: undefined; b: number; })',
    ],
    [
      'one of two fields or none',
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'integer' } },
        oneOf: [
          { required: ['a'] },
          { required: ['b'] },
          { not: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
        ],
      },
      '{} & ({ a: string; b?: undefined; } | { a?: undefined; b: number; } | { a?: undefined; b?: undefined; })',
    ],
    [
      'a list with keys, one of them defaulted',
      {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port', 'protocol'],
        items: {
          type: 'object',
          required: ['port', 'protocol'],
          properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } },
        },
      },
      'MapList<{ port: number; protocol?: string | undefined; }, "port">',
    ],
    [
      'an atomic object',
      { type: 'object', 'x-kubernetes-map-type': 'atomic' },
      '({ [key: string]: unknown }) & Atomic',
    ],
    ['a reference to nowhere', { $ref: '#/components/schemas/nowhere' }, 'unknown'],
  ])('write %s', (_, schema, expected) => {
    const inField = specOf({ type: 'object', properties: { field: schema } });
    expect(inField).toContain(expected === 'unknown' ? 'field?: unknown;' : `field?: ${expected} | undefined;`);
  });
});

describe('names', () => {
  it('a custom resource never takes the name of a built-in type, or its short key', () => {
    const text = typesOf(definition('Pod', { type: 'object' }), definition('Atomic', { type: 'object' }));
    expect(text).toContain('export type ExamplePod = {');
    expect(text).toContain('export type ExampleAtomic = {');
    expect(text).not.toMatch(/^ {4}pods:/m);
    expect(text).toContain('"pods.example.com": ExamplePod;');
  });

  it('the best version has the short name, and documents in any order give the same text', () => {
    const versions = ['v1beta1', 'v2', 'v1'];
    const text = typesOf(definition('Widget', { type: 'object' }, { versions }));
    expect(text).toMatch(/export type Widget = \{\n {2}apiVersion\?: "example.com\/v2"/);
    expect(text).toContain('export type WidgetV1beta1 = {');
    expect(text).toContain('"widgets.example.com": Widget;');
    expect(typesOf(definition('Widget', { type: 'object' }, { versions: versions.reverse() }))).toBe(text);
  });

  it('a name that two groups have is short in neither', () => {
    const groups = ['a.example.com', 'b.example.com'];
    const text = typesOf(...groups.map((group) => definition('Widget', { type: 'object' }, { group })));
    expect(text).not.toMatch(/^ {4}widgets:/m);
    expect(text).toContain('"widgets.b.example.com": BWidget;');
  });
});

describe('hostile documents', () => {
  const hostile = [
    '*/ export const x = 1; /*',
    '@ts-expect-error',
    'a\n@ts-ignore',
    'a\u2028*/declare const x: 1;/*',
    '`${process.exit()}`',
    '\\*\\/',
    '**/',
    '/',
  ];

  it.each(hostile)('a description is only ever a comment: %j', (description) => {
    const schema = { type: 'object', description, properties: { spec: { type: 'string', description } } };
    const text = writeTypes(documentsOfDefinitions([definition('Widget', schema)]));
    expect(problemsOf(text)).toEqual([]);
    expect(text).not.toMatch(/^[\s/*]*@ts-/m);
  });

  it('a field that a create needs and answers lack is optional', () => {
    const event: Schema = {
      type: 'object',
      required: ['action', 'eventTime'],
      properties: { action: { type: 'string' }, eventTime: { type: 'string' } },
    };
    const schemas = { 'io.k8s.api.events.v1.Event': event, 'com.example.v1.Event': event, ['__proto__']: event };
    const text = writeTypes({ 'events.k8s.io/v1': { components: { schemas } } }, { builtIns: 'write' });
    expect(text.match(/action\??: string/g)).toEqual(['action?: string', 'action: string', 'action: string']);
    expect(text).not.toContain('eventTime?');
  });

  it('the types that a newer server has further fields of are told, and are written by builtIns: write', async () => {
    const told: (readonly string[])[] = [];
    const onNewer = (types: readonly string[]): void => void told.push(types);
    const of = (schemas: object): OpenAPIDocuments => ({
      v1: { components: { schemas: schemas as Record<string, Schema> } },
    });
    writeTypes(of(await kubernetesSchemas()), { onNewer });
    expect(told).toEqual([]);
    const newer = of(await kubernetesSchemas('1.38'));
    writeTypes(newer, { onNewer });
    expect(told).toEqual([expect.arrayContaining(['SeccompProfile', 'SelfSubjectAccessReviewSpec'])]);
    expect(writeTypes(newer, { onNewer, builtIns: 'write' })).toContain('oci?: SecurityProfileOCI');
    expect(told).toHaveLength(1);
  });

  it('any name of a field, a kind or a group-version is only ever a name', () => {
    const names = ['__proto__', 'constructor', 'class', 'a b', 'a-b', '"', '*/', '\n', '', 'é', '${x}', '1', 'new'];
    const properties = Object.fromEntries(names.map((name): [string, Schema] => [name, { type: 'string' }]));
    const schemas: [string, Schema][] = ['class', '__proto__', 'string', 'a*/b', '1', ''].map((name) => [
      `com.example.v1.${name}`,
      { type: 'object', properties },
    ]);
    const documents = { 'example.com/v1': { components: { schemas: Object.fromEntries(schemas) } } };
    const text = writeTypes(documents, { missing: { 'a/v1\nexport const x = 1;': 'no\u2028export const y = 1;' } });
    expect(problemsOf(text)).toEqual([]);
    expect(text).toMatch(/^ {2}__proto__\?: string/m);
    expect(text.match(/^export interface/gm)).toHaveLength(schemas.length);
  });

  it('malformed documents are named at the top, and the rest is written', () => {
    const documents = {
      'bad/v1': 'HTML',
      'null/v1': null,
      'odd/v1': {
        paths: { '/apis/odd/v1/things': [1], '/apis/odd/v1/others': { get: { 'x-kubernetes-group-version-kind': 1 } } },
        components: { schemas: { a: null, b: { properties: [], required: 3, type: 4, enum: {}, allOf: [null] } } },
      },
    } as unknown as OpenAPIDocuments;
    const text = writeTypes(documents);
    expect(text).toMatch(/^\/\/ Missing: bad\/v1: .*\n\/\/ Missing: null\/v1: /m);
    expect(problemsOf(text)).toEqual([]);
  });

  it('schemas deeper than 64 levels end as unknown, and 10,000 fields are written', () => {
    let deep: Schema = { type: 'string' };
    for (let level = 0; level < 20_000; level++) deep = { type: 'object', properties: { a: deep } };
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, { type: 'string' }]));
    const schema = { type: 'object', properties: { deep, wide: { type: 'object', properties: wide } } };
    expect(problemsOf(typesOf(definition('Widget', schema)))).toEqual([]);
  });

  it('schemas that are nothing but each other are unknown, and others refer to each other', () => {
    const ref = (name: string): Schema => ({ $ref: `#/components/schemas/com.example.v1.${name}` });
    const schemas = Object.fromEntries(
      Object.entries<Schema>({
        A: ref('A'),
        B: { allOf: [ref('C')] },
        C: { oneOf: [{ type: 'string' }, ref('B')] },
        D: { type: 'array', items: ref('D') },
        E: { type: 'object', properties: { self: ref('E'), nowhere: ref('None') } },
        F: ref('A'),
      }).map(([name, schema]) => [`com.example.v1.${name}`, schema]),
    );
    const text = writeTypes({ 'example.com/v1': { components: { schemas } } }, { comments: false });
    expect(text.match(/^export .*;$/gm)).toEqual([
      'export type A = unknown;',
      'export type B = unknown;',
      'export type C = unknown;',
      'export type D = D[];',
      'export type F = A;',
      'export {};',
    ]);
    expect(text).toContain('self?: E | undefined;\n  nowhere?: unknown;');
  });

  it.each(['anyOf', 'oneOf'] as const)(
    'alternatives of required fields inside of each other stay in proportion: %s',
    (key) => {
      const levels = 60;
      let nested: Schema = { type: 'object', properties: { end: { type: 'string', enum: ['here'] } } };
      for (let level = 0; level < levels; level++) {
        const properties = { a: nested, b: { type: 'string' } };
        nested = { type: 'object', properties, [key]: [{ required: ['a'] }, { required: ['b'] }] } as Schema;
      }
      const text = typesOf(definition('Widget', { type: 'object', properties: { spec: nested } }));
      expect(problemsOf(text)).toEqual([]);
      expect(text.length).toBeLessThan(64 * levels * levels * 60);
      // No alternative is lost where it is affordable, and what is not is wider.
      expect(text.match(/"here"/g)?.length).toBe(key === 'anyOf' ? 64 : 1);
    },
  );

  it('nothing in a comment, a name or a literal turns the text around it', () => {
    const turning = ['\u202e', '\u202a', '\u2066', '\u2069', '\u200f', '\u061c', '\u2028'];
    const text = turning.join('a');
    const schema = {
      type: 'object',
      description: text,
      properties: { [text]: { type: 'string', enum: [text], description: text } },
    };
    const written = writeTypes(documentsOfDefinitions([definition('Widget', schema)]), { missing: { [text]: text } });
    expect(problemsOf(written)).toEqual([]);
    for (const character of turning) expect(written).not.toContain(character);
    // Escaped, and so still the name and the value that the server knows.
    expect(written).toContain(String.raw`"\u202ea\u202aa\u2066a\u2069a\u200fa\u061ca\u2028"?: "\u202ea`);
  });

  it('a named atomic map compiles, and takes its values', () => {
    const map = { type: 'object', 'x-kubernetes-map-type': 'atomic' };
    const schemas = {
      'com.example.v1.Labels': { ...map, additionalProperties: { type: 'string' } },
      'com.example.v1.Any': map,
      'com.example.v1.Pair': { ...map, properties: { one: { type: 'string' } } },
    } as Record<string, Schema>;
    const text = writeTypes({ 'example.com/v1': { components: { schemas } } }, { comments: false });
    const source = `${text.replace(/^import .*$/m, "interface Atomic { readonly '~atomic'?: true | undefined }")}
const labels: Labels = { a: 'b' };
const any: Any = { a: 1 };
const pair: Pair = { one: 'a' };
export const value: string | undefined = labels['a'];`;
    const host = ts.createCompilerHost({});
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (name, target) =>
      name === 'a.ts' ? ts.createSourceFile(name, source, target) : read(name, target);
    const program = ts.createProgram(['a.ts'], { strict: true, noEmit: true, types: [] }, host);
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
  });

  it('a custom resource that is called Pod is not the built-in one', () => {
    const pod = definition('Pod', { type: 'object' });
    for (const builtIns of ['import', 'write'] as const) {
      const core = { 'io.k8s.api.core.v1.Pod': { type: 'object', 'x-kubernetes-group-version-kind': [kindOfPod] } };
      const item = { get: { 'x-kubernetes-group-version-kind': kindOfPod } };
      const documents = {
        ...documentsOfDefinitions([pod]),
        v1: { paths: { '/api/v1/pods': item }, components: { schemas: core } },
      } as OpenAPIDocuments;
      const text = writeTypes(documents, { builtIns, comments: false });
      expect(text).toContain('export type ExamplePod = {');
      expect(text).toContain('"pods.example.com": ExamplePod;');
      expect(/^ {4}pods: Pod;$/m.test(text)).toBe(builtIns === 'write');
    }
  });
});

const kindOfPod = { group: '', version: 'v1', kind: 'Pod' };

describe('fields that a schema fills in', () => {
  const schema = {
    type: 'object',
    required: ['spec'],
    properties: {
      spec: {
        type: 'object',
        properties: {
          replicas: { type: 'integer', default: 1 },
          paused: { type: 'boolean', default: false },
          colour: { type: 'string', nullable: true, default: 'blue' },
          limits: { type: 'object', default: {}, properties: { cpu: { type: 'string', default: '1' } } },
          probe: { type: 'object', properties: { port: { type: 'integer', default: 80 } } },
          steps: { type: 'array', items: { type: 'object', properties: { retries: { type: 'integer', default: 3 } } } },
        },
      },
    },
  };

  it('are in what a server answers, and nowhere that it may not be so', () => {
    const text = typesOf(definition('Widget', schema));
    expect(text).toContain("import type { Defaulted } from 'kubeatlas';");
    expect(/ & Defaulted<([^]*?)>;/.exec(text)?.[1]?.replace(/\s+/g, ' ')).toBe(
      '{ spec: { replicas: number; paused: boolean; limits: { cpu: string; }; probe?: { port: number; } | undefined; }; }',
    );
    expect(problemsOf(text)).toEqual([]);
  });

  it('are left to those who write', () => {
    expect(specOf(schema.properties.spec)).toMatch(/^\{ replicas\?: number \| undefined; paused\?: boolean/);
    expect(typesOf(definition('Widget', { type: 'object', properties: { spec: { type: 'object' } } }))).not.toContain(
      'Defaulted',
    );
  });
});

describe('conditions', () => {
  const fields = ['lastTransitionTime', 'message', 'observedGeneration', 'reason', 'status', 'type'];
  const properties = Object.fromEntries(
    fields.map((name) => [name, { type: name === 'observedGeneration' ? 'integer' : 'string' }]),
  );
  const required = fields.filter((name) => name !== 'observedGeneration');
  const list = { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] };

  it('have the name of their type, as metav1.Condition in Go', () => {
    const conditions = { ...list, items: { type: 'object', required, properties } };
    const text = typesOf(
      definition('Widget', { type: 'object', properties: { spec: { type: 'object', properties: { conditions } } } }),
    );
    expect(text).toContain('conditions?: MapList<Condition, "type"> | undefined;');
    expect(text).toContain("import type { Condition, ListMeta, ObjectMeta } from 'kubeatlas/types';");
  });

  it.each([
    ['have a field more', { required, properties: { ...properties, severity: { type: 'string' } } }],
    ['require less', { required: ['type', 'status'], properties }],
  ])('are written as they are where they %s', (_what, items) => {
    expect(
      specOf({ type: 'object', properties: { conditions: { ...list, items: { type: 'object', ...items } } } }),
    ).toContain('lastTransitionTime');
  });
});

it('the head says what the types were made from, in one line', () => {
  const documents = documentsOfDefinitions([definition('Widget', { type: 'object' })]);
  const [, second] = writeTypes(documents, { source: 'crds/a.yaml\nexport {}' }).split('\n');
  expect(second).toMatch(/^\/\/ From crds\/a\.yaml.*export \{\}$/);
});
