import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { publicEntries } from './docs/public-api.js';
import { beyond, coreMayImport, fakeServerOrder, functionsOfAClient, onlyIn, sendsRequests } from './import-table.js';

const root = path.resolve(import.meta.dirname, '../src');

interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** The names as the other file exports them; `*` for all. */
  readonly names: readonly string[];
}

const files = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
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
      const typeOnly = (clause?.isTypeOnly ?? false) || allTypes;
      found.push({ specifier: node.moduleSpecifier.text, typeOnly, names: elements?.map(nameOf) ?? ['*'] });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      const names =
        node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements.map(nameOf) : ['*'];
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly, names });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument))
        found.push({ specifier: argument.text, typeOnly: false, names: ['*'] });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf({ propertyName, name }: ts.ImportSpecifier | ts.ExportSpecifier): string {
  return (propertyName ?? name).text;
}

function targetOf(name: string, specifier: string): string {
  const target = path.posix.join(path.posix.dirname(name), specifier).replace(/\.js$/, '.ts');
  return files.has(target) ? target : target.replace(/\.ts$/, '.tsx');
}

/** The folder of a file: `core/mapper`, `core/client` for the files of core itself, `watch`, `index` for the root entry. */
function folderOf(name: string): string {
  const [first = '', second = '', ...rest] = name.split('/');
  if (second === '') return 'index';
  if (first !== 'core') return first;
  if (rest.length > 0) return `core/${second}`;
  return second === 'errors.ts' ? 'core/errors' : 'core/client';
}

/** An import of one folder from another. */
interface Crossing extends Import {
  readonly name: string;
  readonly target: string;
  readonly from: string;
  readonly to: string;
  /** For people. */
  readonly text: string;
}

const crossings = [...files.keys()].flatMap((name) =>
  importsOf(name)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map((each): Crossing => {
      const target = targetOf(name, each.specifier);
      return { ...each, name, target, from: folderOf(name), to: folderOf(target), text: `${name} imports ${target}` };
    })
    .filter(({ from, to }) => from !== to),
);

const entryFiles = [...publicEntries().values()].map((file) => path.relative(root, file).split(path.sep).join('/'));

/** What some entry exports, as `file#name`. */
const published = new Set(
  entryFiles.flatMap((entry) => [
    ...importsOf(entry).flatMap(({ specifier, names }) => names.map((name) => `${targetOf(entry, specifier)}#${name}`)),
    `${entry}#*`,
  ]),
);

/** The position of a file of testing/ in its order; errors carry replies, so they belong to `wire`. */
function fakeServerIndex(name: string): number {
  const [, folder = '', file] = name.split('/');
  return fakeServerOrder.indexOf(file !== undefined ? folder : folder === 'errors.ts' ? 'wire' : 'entries');
}

describe('the source', () => {
  it('imports only files that are there', () => {
    const missing = [...files.keys()].flatMap((name) =>
      importsOf(name)
        .filter(({ specifier }) => specifier.startsWith('.') && !files.has(targetOf(name, specifier)))
        .map(({ specifier }) => `${name}: ${specifier}`),
    );
    // Types that are written already.
    expect(missing).toEqual(['dashboard/main.tsx: ./style.css', 'types/index.ts: ./kubernetes.js']);
  });

  it('has a core that imports what the table allows, and no right that it does not use', () => {
    const inCore = crossings.filter(({ from }) => from.startsWith('core/'));
    const wrong = inCore.filter(({ from, to, typeOnly }) => {
      const { values = [], types = [] } = coreMayImport[from.slice('core/'.length)] ?? {};
      const other = to.replace(/^core\//, '');
      return !values.includes(other) && !(typeOnly && types.includes(other));
    });
    expect(wrong.map(({ text }) => text)).toEqual([]);

    const used = inCore.map(({ from, to, typeOnly }) => {
      return `${from}: ${typeOnly ? 'types' : 'values'} of ${to.replace(/^core\//, '')}`;
    });
    const given = Object.entries(coreMayImport).flatMap(([folder, { values, types = [] }]) => [
      ...values.map((each) => `core/${folder}: values of ${each}`),
      ...types.map((each) => `core/${folder}: types of ${each}`),
    ]);
    expect(given.filter((right) => !used.includes(right))).toEqual([]);
  });

  it('imports, outside of the core, its shared and model folders and otherwise what a user could', () => {
    const further = crossings.filter(({ from, to, target, names }) => {
      if (from === 'index' || from === 'cli' || from.startsWith('core/')) return false;
      if (to === 'core/shared' || to === 'core/model') return false;
      return !names.every((name) => published.has(`${target}#${name}`) || published.has(`${target}#*`));
    });
    expect(further.filter(({ from, to }) => beyond[from]?.includes(to) !== true).map(({ text }) => text)).toEqual([]);
    const unused = Object.entries(beyond).flatMap(([folder, others]) =>
      others.filter((other) => !further.some(({ from, to }) => from === folder && to === other)),
    );
    expect(unused).toEqual([]);
  });

  it('has a root entry of core and watch alone', () => {
    const wrong = crossings.filter(({ from, to }) => from === 'index' && to !== 'watch' && !to.startsWith('core/'));
    expect(wrong.map(({ text }) => text)).toEqual([]);
  });

  it('has a command line that stands on the entries', () => {
    const wrong = crossings.filter(({ from, target }) => from === 'cli' && !entryFiles.includes(target));
    expect(wrong.map(({ text }) => text)).toEqual([]);
  });

  it('has a page that imports itself and, by their names, the entries', () => {
    const wrong = crossings.filter(({ from, to }) => from === 'dashboard' || to === 'dashboard');
    expect(wrong.map(({ text }) => text)).toEqual([]);
  });

  it('sends no request outside of the files that are functions of a client', () => {
    const wrong = crossings.filter(({ name, from, to, typeOnly, target }) => {
      const functions = functionsOfAClient[from];
      if (functions === undefined || functions.includes(name.slice(from.length + 1)) || typeOnly) return false;
      const isFunction = functionsOfAClient[to]?.includes(target.slice(to.length + 1)) === true;
      return isFunction || to === 'watch' || sendsRequests.some((folder) => to === `core/${folder}`);
    });
    expect(wrong.map(({ text }) => text)).toEqual([]);
    const named = Object.entries(functionsOfAClient).flatMap(([folder, names]) =>
      names.map((name) => `${folder}/${name}`),
    );
    expect(named.filter((name) => !files.has(name))).toEqual([]);
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
    expect(own.filter((name) => fakeServerIndex(name) < 0)).toEqual([]);
    const wrong = own.flatMap((name) =>
      importsOf(name)
        .map(({ specifier }) => targetOf(name, specifier))
        .filter((target) => target.startsWith('testing/') && fakeServerIndex(target) > fakeServerIndex(name))
        .map((target) => `${name} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('imports each package in one file or folder', () => {
    const wrong: string[] = [];
    for (const name of files.keys()) {
      for (const { specifier } of importsOf(name).filter((each) => !each.specifier.startsWith('.'))) {
        const key = specifier.startsWith('node:')
          ? 'node:'
          : specifier.replace(/^(react|react-dom|kubeatlas)\/.*/, '$1');
        if (!onlyIn[key]?.test(name)) wrong.push(`${name} imports ${specifier}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('re-exports only from entry files', () => {
    const barrels = [...files].filter(
      ([name, text]) => !entryFiles.includes(name) && /^export (\*|\{[^}]*\}) from/m.test(text),
    );
    expect(barrels.map(([name]) => name)).toEqual([]);
  });
});
