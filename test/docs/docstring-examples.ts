import path from 'node:path';
import ts from 'typescript';
import { project, publicNames, type PublicName } from './public-api.js';

/**
 * What examples speak of without making it, each with its type: `docs/api/README.md` says so to readers. Everything else is
 * made by the example itself, or is an export.
 */
export const stagehands: Readonly<Record<string, string>> = {
  client: "import('kubeatlas').Client",
  handle: "import('kubeatlas').ResourceHandle",
  catalog: "import('kubeatlas').Catalog",
  mapper: "import('kubeatlas').RESTMapper",
  controller: "import('kubeatlas/controller').Controller",
  fake: "import('kubeatlas/testing').FakeApiServer",
  fleet: "import('kubeatlas/fleet').Fleet",
  object: "import('kubeatlas').Served<import('kubeatlas').KubeObject>",
  signal: 'AbortSignal',
  error: 'unknown',
};

/** The examples in docstrings, each as a module: the exports that it names are imported, the stagehands declared. */
export function docstringExamples(names: readonly PublicName[] = publicNames()): ReadonlyMap<string, string> {
  const exported = names.filter(({ isExport }) => isExport);
  return new Map(
    names.flatMap(({ name, entry, examples }) =>
      examples.map((example, index): [string, string] => {
        const file = `docstring-${name.replace(/\W/g, '-')}-${index + 1}.ts`;
        return [path.join(project, file), asModule(codeOf(example), { entry, exported })];
      }),
    ),
  );
}

/** With a fence around it or without. */
function codeOf(example: string): string {
  return /```ts\n([\s\S]*?)```/.exec(example)?.[1] ?? example;
}

function asModule(
  code: string,
  { entry, exported }: { readonly entry: string; readonly exported: readonly PublicName[] },
): string {
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2022, true);
  const { used, declared } = namesIn(source);
  const lines = [...used]
    .filter((name) => !declared.has(name))
    .flatMap((name) => {
      const found = exported.filter((each) => each.name === name);
      const from = found.find((each) => each.entry === entry) ?? found[0];
      if (from !== undefined) return `import { ${name} } from '${from.entry}';`;
      const type = Object.hasOwn(stagehands, name) ? stagehands[name] : undefined;
      return type === undefined ? [] : `declare const ${name}: ${type};`;
    });
  return ['export {};', ...lines, code].join('\n');
}

interface Names {
  readonly used: Set<string>;
  readonly declared: Set<string>;
}

function namesIn(source: ts.SourceFile): Names {
  const names: Names = { used: new Set(), declared: new Set() };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) (isDeclaration(node) ? names.declared : names.used).add(node.text);
    // The name of a member is no name of the module.
    if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else if (ts.isPropertyAssignment(node)) visit(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isDeclaration(name: ts.Identifier): boolean {
  const { parent } = name;
  const declares =
    ts.isVariableDeclaration(parent) ||
    ts.isBindingElement(parent) ||
    ts.isParameter(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent);
  return declares && parent.name === name;
}
