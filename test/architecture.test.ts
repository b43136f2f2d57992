import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { faces, fakeServerOrder, mayImport, notInTheRootEntry, onlyIn, publicEntries } from './import-table.js';

const root = path.resolve(import.meta.dirname, '../src');

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

const known = new Map<string, readonly Import[]>();

function importsOf(name: string): readonly Import[] {
  const found = known.get(name) ?? readImports(name);
  known.set(name, found);
  return found;
}

function readImports(name: string): Import[] {
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
  const [room = '', ...rest] = name.split('/');
  if (rest.length > 0) return faces[room]?.includes(rest.join('/')) === true ? `${room} face` : room;
  if (name === 'index.ts' || name === 'errors.ts') return path.basename(name, '.ts');
  return 'client';
}

/** An import from one room in another. */
interface Crossing {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  /** For people. */
  readonly said: string;
}

/** All imports between rooms; those of the command line and of the public list have rules of their own. */
function crossings(): Crossing[] {
  return [...files.keys()].flatMap((name) =>
    importsOf(name)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier, typeOnly }) => ({ target: targetOf(name, specifier), typeOnly }))
      .map(({ target, typeOnly }): Crossing => {
        return { from: roomOf(name), to: roomOf(target), typeOnly, said: `${name} imports ${target}` };
      })
      .filter(({ from, to }) => from !== to && from !== 'cli' && from !== 'index'),
  );
}

/** Where a file of testing/ stands in its order; errors carry replies, so they belong to `wire`. */
function fakeServerPlace(name: string): number {
  const [, folder = '', file] = name.split('/');
  return fakeServerOrder.indexOf(file !== undefined ? folder : folder === 'errors.ts' ? 'wire' : 'entries');
}

describe('the house', () => {
  it('has no room that the table does not name, and no face that is not there', () => {
    const found = new Set([...files.keys()].map(roomOf));
    expect([...found].filter((room) => room !== 'index' && !(room in mayImport))).toEqual([]);
    const named = Object.entries(faces).flatMap(([room, names]) => names.map((name) => `${room}/${name}`));
    expect(named.filter((name) => !files.has(name))).toEqual([]);
  });

  it('imports only files that are there', () => {
    const missing = [...files.keys()].flatMap((name) =>
      importsOf(name)
        .filter(({ specifier }) => specifier.startsWith('.') && !files.has(targetOf(name, specifier)))
        .map(({ specifier }) => `${name}: ${specifier}`),
    );
    expect(missing).toEqual([]);
  });

  it('imports between rooms only what the table allows', () => {
    const wrong = crossings().filter(({ from, to, typeOnly }) => {
      const { values = [], types = [] } = mayImport[from] ?? {};
      return !values.includes(to) && !(typeOnly && types.includes(to));
    });
    expect(wrong.map(({ said }) => said)).toEqual([]);
  });

  it('gives no room a right that it does not use', () => {
    const used = crossings().map(({ from, to, typeOnly }) => `${from}: ${typeOnly ? 'types' : 'values'} of ${to}`);
    const given = Object.entries(mayImport).flatMap(([room, { values, types = [] }]) => [
      ...values.map((each) => `${room}: values of ${each}`),
      ...types.map((each) => `${room}: types of ${each}`),
    ]);
    expect(given.filter((right) => !used.includes(right))).toEqual([]);
  });

  it('has a command line that stands on the public entries, and a public list that takes nothing of other entries', () => {
    const wrong: string[] = [];
    for (const name of files.keys()) {
      for (const { specifier } of importsOf(name).filter((each) => each.specifier.startsWith('.'))) {
        const target = targetOf(name, specifier);
        const isWrong =
          roomOf(name) === 'cli'
            ? roomOf(target) !== 'cli' && !publicEntries.includes(target)
            : roomOf(name) === 'index' && notInTheRootEntry.includes(roomOf(target));
        if (isWrong) wrong.push(`${name} imports ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has a core that knows of nothing that is made of a client', () => {
    const above = ['metadata', ...Object.keys(faces).map((room) => `${room} face`), 'owners', 'admission', 'census'];
    const core = ['transport', 'representation', 'mapper', 'discovery', 'resource', 'client'];
    const wrong = crossings().filter(({ from, to }) => core.includes(from) && above.includes(to));
    expect(wrong.map(({ said }) => said)).toEqual([]);
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

  it('re-exports only from entry files', () => {
    const entries = [...publicEntries, 'testing/msw.ts'];
    const barrels = [...files].filter(
      ([name, text]) => !entries.includes(name) && /^export (\*|\{[^}]*\}) from/m.test(text),
    );
    expect(barrels.map(([name]) => name)).toEqual([]);
  });
});
