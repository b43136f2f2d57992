import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { docstringExamples } from '../docstring-examples.js';
import { callTables, cellsBelow, namesOf } from './page.js';
import { compilerOptions, project } from '../public-api.js';

const pages = [
  'README.md',
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(path.join(project, folder)).map((name) => `${folder}/${name}`),
  ),
].filter((name) => name.endsWith('.md'));

/** The TypeScript fences of all pages, each as a file of its own at the top of the project; a first line may name it. */
const snippets = new Map(
  pages.flatMap((page) => {
    const text = readFileSync(path.join(project, page), 'utf8');
    return [...text.matchAll(/```(tsx?)\n([\s\S]*?)```/g)].map(
      ([, language = '', code = ''], index): [string, string] => {
        const own = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1];
        const name = own ?? `${page.replace(/\W/g, '-')}-${index + 1}.${language}`;
        return [path.join(project, name), `export {};\n${code}`];
      },
    );
  }),
);

// The calls in tables, behind the names that they stand behind.
for (const [page, header] of callTables) {
  const calls = cellsBelow(page, header).map(({ code }) => `void (${code});`);
  snippets.set(path.join(project, `${page}-tables.ts`), `export {};\n${namesOf(page)}\n${calls.join('\n')}`);
}

/** What is wrong with modules that are on no disk, compiled with the sources. */
function problemsOf(modules: ReadonlyMap<string, string>): readonly string[] {
  const options = {
    ...compilerOptions,
    noUnusedLocals: false,
    verbatimModuleSyntax: false,
    isolatedModules: false,
    jsx: ts.JsxEmit.ReactJSX,
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language, ...rest) => {
    const code = modules.get(name);
    return code === undefined ? readSource(name, language, ...rest) : ts.createSourceFile(name, code, language, true);
  };
  const isFile = host.fileExists.bind(host);
  host.fileExists = (name) => modules.has(name) || isFile(name);
  const program = ts.createProgram([...modules.keys()], options, host);
  return [...modules.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path.basename(name)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}

it('every TypeScript example of the documentation and of the docstrings compiles against the sources', () => {
  const examples = docstringExamples();
  expect(snippets.size).toBeGreaterThan(3);
  expect(examples.size).toBeGreaterThan(100);
  expect(problemsOf(new Map([...snippets, ...examples]))).toEqual([]);
}, 180_000);
