import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { docstringExamples } from './docstring-examples.js';
import { compilerOptions, project } from './public-api.js';

const pages = ['README.md', ...readdirSync(path.join(project, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

/** The TypeScript fences of all pages, each as a file of its own at the top of the project. */
const snippets = new Map(
  pages.flatMap((page) => {
    const text = readFileSync(path.join(project, page), 'utf8');
    return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ''], index): [string, string] => {
      const name = `${page.replace(/\W/g, '-')}-${index + 1}.ts`;
      return [path.join(project, name), `export {};\n${code}`];
    });
  }),
);

/** What is wrong with modules that are on no disk, compiled with the sources. */
function problemsOf(modules: ReadonlyMap<string, string>): readonly string[] {
  const options = { ...compilerOptions, noUnusedLocals: false, verbatimModuleSyntax: false, isolatedModules: false };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language, ...rest) => {
    const code = modules.get(name);
    return code === undefined ? readSource(name, language, ...rest) : ts.createSourceFile(name, code, language, true);
  };
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
}, 60_000);
