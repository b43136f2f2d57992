import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { publicEntries } from './docs/public-api.js';

const project = path.resolve(import.meta.dirname, '..');
const root = path.join(project, 'src');

/** What users add to by declaring them anew: never imported. */
const global = new Set(['KubeatlasResources', 'KubeatlasSubresources']);

/** A file that stands for another one in bundles for browsers, and exports the same. */
const forBrowsers = /\.browser\.ts$/;

const config = ts.readConfigFile(path.join(project, 'tsconfig.json'), (file) => ts.sys.readFile(file));
const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, project);
/** The page is a program of its own, which has only the entries in common with the package. */
const files = ts.sys.readDirectory(root, ['.ts'], [path.join(root, 'dashboard')]);
const program = ts.createProgram(files, { ...options, noEmit: true });
const checker = program.getTypeChecker();
const sources = program
  .getSourceFiles()
  .filter(({ fileName }) => path.normalize(fileName).startsWith(root + path.sep) && !fileName.endsWith('.d.ts'));
const nameOf = ({ fileName }: ts.SourceFile): string => path.relative(root, fileName).split(path.sep).join('/');

function exportsOf(source: ts.SourceFile): readonly ts.Symbol[] {
  const module = checker.getSymbolAtLocation(source);
  return module === undefined ? [] : checker.getExportsOfModule(module);
}

function resolved(symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** The symbols of `src` that the declaration of a symbol names outside of bodies: what a caller can come to see. */
function namedBy(symbol: ts.Symbol): readonly ts.Symbol[] {
  const named: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    if (isHidden(node)) return;
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node) || ts.isTypeQueryNode(node)) {
      const name = ts.isTypeReferenceNode(node)
        ? node.typeName
        : ts.isTypeQueryNode(node)
          ? node.exprName
          : node.expression;
      const found = checker.getSymbolAtLocation(name);
      if (found !== undefined) named.push(resolved(found));
    }
    ts.forEachChild(node, visit);
  };
  for (const declaration of symbol.declarations ?? []) visit(declaration);
  return named.filter(isOurs).flatMap((each) => (isAlias(each) && !importable.has(each) ? namedBy(each) : [each]));
}

function isAlias({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.TypeAlias) !== 0;
}

/** A table of options, or a module, that a type is computed with (`typeof table`): an editor shows the outcome. */
function isTable({ flags }: ts.Symbol): boolean {
  return (flags & (ts.SymbolFlags.Variable | ts.SymbolFlags.ValueModule)) !== 0;
}

/** Bodies, values, constructors (our errors are ours to make), and what is private. */
function isHidden(node: ts.Node): boolean {
  if (
    ts.isBlock(node) ||
    (ts.isExpression(node) && !ts.isExpressionWithTypeArguments(node) && !ts.isIdentifier(node))
  ) {
    return true;
  }
  if (ts.isConstructorDeclaration(node)) return true;
  if (!ts.canHaveModifiers(node)) return false;
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true;
}

function isOurs(symbol: ts.Symbol): boolean {
  const [declaration] = symbol.declarations ?? [];
  if (declaration === undefined || ts.isTypeParameterDeclaration(declaration)) return false;
  return sources.includes(declaration.getSourceFile());
}

/** What one entry exports, by its file. */
function listed(file: string): readonly ts.Symbol[] {
  return exportsOf(program.getSourceFile(file)!).map(resolved);
}

const importable = new Set([...publicEntries().values()].flatMap(listed));

describe('names', () => {
  it('are exported from one file each', () => {
    const places = new Map<string, Set<string>>();
    for (const source of sources) {
      for (const symbol of exportsOf(source)) {
        const from = resolved(symbol).declarations?.[0]?.getSourceFile();
        if (from !== source || forBrowsers.test(source.fileName)) continue;
        places.set(symbol.name, (places.get(symbol.name) ?? new Set()).add(nameOf(source)));
      }
    }
    expect(places.size).toBeGreaterThan(1000);
    const twice = [...places].filter(([, at]) => at.size > 1);
    expect(twice.map(([name, at]) => `${name}: ${[...at].join(', ')}`)).toEqual([]);
  });

  // Declarations of users' code name every interface and class that they meet; a type alias that cannot be imported is written out.
  it.each([...publicEntries()])('that signatures of %s mention can be imported, unless they are aliases', (_, file) => {
    const missing = listed(file).flatMap((symbol) =>
      namedBy(symbol)
        .filter((named) => !importable.has(named) && !isTable(named) && !global.has(named.name))
        .map((named) => `${named.name}, of ${symbol.name}`),
    );
    expect([...new Set(missing)].sort()).toEqual([]);
  });
});
