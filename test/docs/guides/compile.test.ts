import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { callTables, cellsBelow, fencesOf, namesOf, pages, project } from './page.js';

/** The types of packages that guides speak of, and that this one does not depend on. */
const standIns = {
  react: ['./test/docs/guides/stand-ins/react.ts'],
  vue: ['./test/docs/guides/stand-ins/vue.ts'],
  '@jest/globals': ['./node_modules/vitest/dist/index.d.ts'],
};

/** The programs of the guides as modules at the top of the project, under the names that some of them give themselves. */
function programs(): ReadonlyMap<string, string> {
  const fences = pages.flatMap(fencesOf).filter(({ language }) => language === 'ts');
  const modules = fences.map(({ name, code, file = `${name.replace(/\W+/g, '-')}.ts` }): [string, string] => [
    file,
    code,
  ]);
  // The calls in tables, behind the names that they stand behind.
  const tables = callTables.map(([page, header]): [string, string] => {
    const calls = cellsBelow(page, header).map(({ code }) => `void (${code});`);
    return [`${page}-tables.ts`, [namesOf(page), ...calls].join('\n')];
  });
  return new Map([...modules, ...tables].map(([file, code]) => [path.join(project, file), `export {};\n${code}`]));
}

it('every program and every call of the guides compiles against the sources', () => {
  const modules = programs();
  const { config } = ts.readConfigFile(path.join(project, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: object;
  };
  const parsed = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, project).options;
  const options = { ...parsed, noUnusedLocals: false, paths: { ...parsed.paths, ...standIns } };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language, ...rest) => {
    const code = modules.get(name);
    return code === undefined ? readSource(name, language, ...rest) : ts.createSourceFile(name, code, language, true);
  };
  const isFile = host.fileExists.bind(host);
  host.fileExists = (name) => modules.has(name) || isFile(name);
  const program = ts.createProgram([...modules.keys()], options, host);
  const problems = [...modules.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path.basename(name)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
  expect(modules.size).toBeGreaterThan(40);
  expect(problems).toEqual([]);
}, 60_000);
