import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** Lines of one failure: enough for the difference that was found and the line of the test. */
const linesOfOne = 60;

/**
 * Writes what failed, as a JSON list of texts, to a file. The suites of several servers run one after the other, so
 * without this a failure of an early one stands thousands of lines above the end of the log.
 */
export class FailuresReporter implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = modules.flatMap((module) => {
      const file = path.relative(module.project.config.root, module.moduleId);
      return [
        ...module.errors().map((error) => told(file, error)),
        ...[...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => told(`${file} > ${suite.fullName}`, error)),
        ),
        ...[...module.children.allTests('failed')].flatMap((test) =>
          (test.result().errors ?? []).map((error) => told(`${file} > ${test.fullName}`, error)),
        ),
      ];
    });
    failures.push(...unhandled.map((error) => told('outside every test', error)));
    writeFileSync(this.#file, JSON.stringify(failures));
  }
}

function told(where: string, { message, diff, stack = '' }: SerializedError & { readonly diff?: string }): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'));
  const text = stripVTControlCharacters([message, ...(diff === undefined ? [] : [diff]), ...frames].join('\n'));
  const lines = text.split('\n');
  const shown = lines.slice(0, linesOfOne).map((line) => `  ${line}`.trimEnd());
  if (lines.length > linesOfOne) shown.push(`  ... and ${lines.length - linesOfOne} more lines`);
  return [where, ...shown].join('\n');
}
