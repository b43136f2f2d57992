import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const project = path.resolve(import.meta.dirname, '../..');

/** One thing that a user of an entry can name: an export, or a member of an exported interface or class. */
export interface PublicName {
  /** `createClient`, `Client.resolve` */
  readonly name: string;
  /** The entry that has it, the first one where there are several: `kubeatlas/controller`. */
  readonly entry: string;
  readonly declaration: ts.Declaration;
  readonly isExport: boolean;
  readonly isFunction: boolean;
  /** Something that a caller may leave out, of an interface that is called options. */
  readonly isOption: boolean;
  /** Says all by its type: `kind: 'Table'`. */
  readonly isConstant: boolean;
  readonly summary: string;
  readonly throws: readonly string[];
  readonly examples: readonly string[];
  readonly defaults: readonly string[];
}

const { config } = ts.readConfigFile(path.join(project, 'tsconfig.json'), (file) => readFileSync(file, 'utf8')) as {
  config: object;
};

/** The project's own options of the compiler, for what is compiled beside the sources. */
export const { options: compilerOptions } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, project);

/** The entries of package.json, each with the file in `src` that lists what it has. */
export function publicEntries(): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { import: { default: string } }>;
  };
  return new Map(
    Object.entries(exports).flatMap(([entry, target]): [string, string][] => {
      // The types of Kubernetes have its own descriptions.
      if (typeof target === 'string' || entry === './types') return [];
      const file = target.import.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
      return [[`kubeatlas${entry.slice(1)}`, path.join(project, file)]];
    }),
  );
}

/** Everything that the entries export, each once, with the members of interfaces and classes. */
export function publicNames(): readonly PublicName[] {
  const entries = publicEntries();
  const program = ts.createProgram([...entries.values()], { ...compilerOptions, noEmit: true });
  const checker = program.getTypeChecker();
  const found = new Map<ts.Declaration, PublicName>();
  const add = (entry: string, symbol: ts.Symbol, name: string, owner?: string): void => {
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined || found.has(declaration)) return;
    found.set(declaration, { entry, declaration, name, ...describe(checker, symbol, declaration, owner) });
  };
  for (const [entry, file] of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
    for (const exported of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const symbol = (exported.flags & ts.SymbolFlags.Alias) === 0 ? exported : checker.getAliasedSymbol(exported);
      add(entry, symbol, exported.name);
      for (const member of membersOf(checker, symbol)) {
        add(entry, member, `${exported.name}.${member.name}`, exported.name);
      }
    }
  }
  return [...found.values()];
}

type Described = Omit<PublicName, 'name' | 'entry' | 'declaration'>;

function describe(checker: ts.TypeChecker, symbol: ts.Symbol, at: ts.Declaration, owner?: string): Described {
  const type = checker.getTypeOfSymbolAtLocation(symbol, at);
  const has = (flags: ts.SymbolFlags): boolean => (symbol.flags & flags) !== 0;
  const tags = symbol.getJsDocTags(checker);
  const tagged = (wanted: string): readonly string[] =>
    tags
      .filter(({ name }) => name === wanted)
      .map(({ text }) => ts.displayPartsToString(text))
      .filter((text) => text.trim() !== '');
  const isCallable = has(ts.SymbolFlags.Value) && !has(ts.SymbolFlags.Class) && type.getCallSignatures().length > 0;
  return {
    isExport: owner === undefined,
    isFunction: owner === undefined ? isCallable : has(ts.SymbolFlags.Method),
    isOption: has(ts.SymbolFlags.Optional) && !has(ts.SymbolFlags.Method) && owner?.endsWith('Options') === true,
    isConstant: owner !== undefined && (type.flags & ts.TypeFlags.StringLiteral) !== 0,
    summary: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
    throws: tagged('throws'),
    examples: tagged('example'),
    defaults: tagged('default'),
  };
}

/** What each error has by being one, and each class. */
const ofEveryClass = ['brand', 'code', 'prototype'];

/**
 * What an interface or a class writes itself, and what an interface of options takes from the tables of options. What else
 * it inherits is looked at where that is written.
 */
function membersOf(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.Symbol[] {
  const written = (symbol.declarations ?? []).flatMap((declaration) =>
    ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration) ? [...declaration.members] : [],
  );
  const own = written.flatMap((member) => {
    if (member.name === undefined || isHidden(member)) return [];
    return checker.getSymbolAtLocation(member.name) ?? [];
  });
  const isInterface = (symbol.flags & ts.SymbolFlags.Interface) !== 0;
  const properties = isInterface ? checker.getDeclaredTypeOfSymbol(symbol).getProperties() : [];
  const ofTables = properties.filter(({ declarations = [] }) =>
    declarations.some((each) => ts.isPropertyAssignment(each) || ts.isShorthandPropertyAssignment(each)),
  );
  const isTold = ({ name }: ts.Symbol): boolean =>
    !name.startsWith('__') && (isInterface || !ofEveryClass.includes(name));
  return [...own, ...ofTables].filter(isTold);
}

function isHidden(member: ts.ClassElement | ts.TypeElement): boolean {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return true;
  if (!ts.canHaveModifiers(member)) return false;
  const hiding = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  return ts.getModifiers(member)?.some(({ kind }) => hiding.includes(kind)) === true;
}
