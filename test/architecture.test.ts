import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../src');

/** Which room may import which others: the table of docs/architecture.md. `type` marks rooms of which only types may come. */
const mayImport: Record<string, { values: string[]; types?: string[] }> = {
  shared: { values: [] },
  model: { values: ['shared'] },
  media: { values: ['shared'] },
  selector: { values: ['shared'] },
  catalog: { values: ['shared', 'model'] },
  transport: { values: ['shared', 'model', 'media'] },
  representation: { values: ['shared', 'model', 'media'] },
  identity: { values: ['shared', 'model', 'catalog'] },
  mapper: { values: ['shared', 'model', 'catalog', 'identity'] },
  owners: { values: ['shared', 'model', 'catalog', 'mapper', 'identity'] },
  discovery: { values: ['shared', 'model', 'media', 'transport', 'catalog'] },
  resource: { values: ['shared', 'model', 'media', 'transport', 'catalog', 'representation'] },
  admission: { values: ['shared', 'model', 'catalog', 'identity'] },
  census: { values: ['shared', 'model', 'catalog', 'mapper', 'identity', 'resource'] },
  kubeconfig: { values: ['shared'], types: ['transport', 'client'] },
  testing: { values: ['shared', 'model', 'media', 'selector'], types: ['discovery', 'representation', 'catalog'] },
  cli: { values: [] },
};
const rooms = Object.keys(mayImport);
mayImport['client'] = { values: rooms.filter((room) => !['kubeconfig', 'testing', 'cli'].includes(room)) };

/** The one place (file or room) where each package and Node's own modules may be imported. */
const onlyIn: Record<string, RegExp> = {
  axios: /^transport\/axios-transport\.ts$/,
  'lru-cache': /^discovery\/document-cache\.ts$/,
  msw: /^testing\/msw\.ts$/,
  'string-width': /^representation\//,
  yaml: /^(kubeconfig|cli)\//,
  commander: /^cli\//,
  'http-proxy-agent': /^kubeconfig\//,
  socks: /^kubeconfig\//,
  'node:': /^(kubeconfig\/|cli\/|testing\/node\.ts$)/,
};
const publicEntries = ['index.ts', 'kubeconfig/index.ts', 'testing/index.ts', 'testing/node.ts'];

/** The folders of the fake API server: each imports those before it alone. Its entries stand behind all of them. */
const fakeServerOrder = ['wire', 'served', 'documents', 'store', 'verbs', 'views', 'http', 'server', 'entries'];

interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const files = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(root, name), 'utf8')]),
);

function importsOf(name: string): Import[] {
  const source = ts.createSourceFile(name, files.get(name) ?? '', ts.ScriptTarget.Latest);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause;
      const named = clause?.namedBindings;
      const elements = named && ts.isNamedImports(named) ? named.elements : undefined;
      const allTypes =
        clause?.name === undefined && elements !== undefined && elements.every((each) => each.isTypeOnly);
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: (clause?.isTypeOnly ?? false) || allTypes });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) found.push({ specifier: argument.text, typeOnly: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function targetOf(name: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(name), specifier).replace(/\.js$/, '.ts');
}

function roomOf(name: string): string {
  return name.includes('/') ? (name.split('/')[0] ?? '') : 'client';
}

/** Where a file of testing/ stands in its order; errors carry replies, so they belong to `wire`. */
function fakeServerPlace(name: string): number {
  const [, folder = '', file] = name.split('/');
  return fakeServerOrder.indexOf(file !== undefined ? folder : folder === 'errors.ts' ? 'wire' : 'entries');
}

describe('the house', () => {
  it('has no room that the table does not name', () => {
    const found = new Set([...files.keys()].map(roomOf));
    expect([...found].filter((room) => !(room in mayImport))).toEqual([]);
  });

  it('imports between rooms only what the table allows', () => {
    const wrong: string[] = [];
    for (const name of files.keys()) {
      for (const { specifier, typeOnly } of importsOf(name).filter((each) => each.specifier.startsWith('.'))) {
        const target = targetOf(name, specifier);
        const [from, to] = [roomOf(name), roomOf(target)];
        if (!files.has(target)) wrong.push(`${name}: ${specifier} does not exist`);
        else if (from === 'cli' ? to !== 'cli' && !publicEntries.includes(target) : from !== to) {
          const { values = [], types = [] } = mayImport[from] ?? {};
          const allowed = values.includes(to) || (typeOnly && types.includes(to));
          if (from === 'cli' || !allowed) wrong.push(`${name} imports ${target}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has no import cycle, types included', () => {
    const graph = new Map(
      [...files.keys()].map((name) => [
        name,
        importsOf(name)
          .filter((each) => each.specifier.startsWith('.'))
          .map((each) => targetOf(name, each.specifier)),
      ]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (name: string, trail: readonly string[]): void => {
      if (trail.includes(name)) cycles.push([...trail.slice(trail.indexOf(name)), name].join(' -> '));
      if (trail.includes(name) || done.has(name)) return;
      for (const next of graph.get(name) ?? []) walk(next, [...trail, name]);
      done.add(name);
    };
    for (const name of graph.keys()) walk(name, []);
    expect(cycles).toEqual([]);
  });

  it('builds the fake API server of folders in one line, types included', () => {
    const own = [...files.keys()].filter((name) => name.startsWith('testing/'));
    expect(own.filter((name) => fakeServerPlace(name) < 0)).toEqual([]);
    const wrong = own.flatMap((name) =>
      importsOf(name)
        .map(({ specifier }) => targetOf(name, specifier))
        .filter((target) => target.startsWith('testing/') && fakeServerPlace(target) > fakeServerPlace(name))
        .map((target) => `${name} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps each package in its own place', () => {
    const wrong: string[] = [];
    for (const name of files.keys()) {
      for (const { specifier } of importsOf(name).filter((each) => !each.specifier.startsWith('.'))) {
        const key = specifier.startsWith('node:') ? 'node:' : specifier;
        if (!onlyIn[key]?.test(name)) wrong.push(`${name} imports ${specifier}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('keeps every file under 300 lines, and re-exports only from entry files', () => {
    const entries = [...publicEntries, 'testing/msw.ts'];
    const wrong = [...files].flatMap(([name, text]) => {
      const problems = text.split('\n').length > 301 ? [`${name} is too long`] : [];
      if (!entries.includes(name) && /^export (\*|\{[^}]*\}) from/m.test(text)) problems.push(`${name} is a barrel`);
      return problems;
    });
    expect(wrong).toEqual([]);
  });
});
