import type { Command } from 'commander';
import {
  checkManifest,
  type CheckManifestOptions,
  createOpenAPI,
  SchemaNotFoundError,
  type DocumentsAnswer,
} from '../../openapi/index.js';
import { documentsFromYaml, UnreadableYamlError } from '../../yaml/index.js';
import { UsageError } from '../errors.js';
import { furtherHelp } from '../help.js';
import { fieldLines, type FieldLines } from '../manifests/field-lines.js';
import { findManifests } from '../manifests/find-manifest-files.js';
import { addManifestFlags, hasManifests, type ManifestFlags } from '../manifests/manifest-flags.js';
import { yamlMembers } from '../manifests/read-exact-yaml.js';
import { oneLine } from '../terminal/one-line.js';
import type { Run, Session } from '../session.js';

const examples = `
Finds unknown and misspelt fields, missing fields, wrong types, and values that
are not in an enum. It sends no object to the server.

Examples:
  $ kubeatlas check -f app.yaml
  $ kubeatlas check -f manifests/ -R`;

/** Defines `check`: what is wrong with manifests, as far as the schemas of the server tell. */
export function defineCheck(command: Command, run: Run): void {
  addManifestFlags(command)
    .addHelpText('after', furtherHelp(examples))
    .action((flags: ManifestFlags, command: Command) => run(command, (session) => check(session, flags)));
}

type Path = readonly (string | number)[];

/** An object of a file, and the path to it in its document. */
interface CheckedObject {
  readonly file: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly path: Path;
  /** Returns the line of a field of the object. */
  readonly lineOf: (path: Path) => number;
}

async function check(session: Session, flags: ManifestFlags): Promise<void> {
  if (!hasManifests(flags)) throw new UsageError('Specify the files with -f, or a folder with -k.');
  const findings: string[] = [];
  const objects: CheckedObject[] = [];
  for (const { name, read } of await findManifests(flags, session)) {
    try {
      objects.push(...objectsIn(await read(), name));
    } catch (error) {
      if (!(error instanceof UnreadableYamlError)) throw error;
      findings.push(`${name}:${error.line ?? 1}: ${oneLine(error.problem)}`);
    }
  }
  const { documents, failures } = await readDocuments(session, objects);
  // The engine is large, and no other command has a use for it.
  const { RE2JS } = await import('re2js');
  const unchecked = new Set<string>();
  const options = { patterns: RE2JS, onUnchecked: (keyword: string) => void unchecked.add(keyword) };
  for (const checked of objects) findings.push(...findingsOf(checked, documents, failures, options));
  if (unchecked.size > 0) {
    await session.note(`only the server checks: ${oneLine([...unchecked].sort().join(', '))}`);
  }
  if (findings.length > 0) {
    await session.print(findings.map((line) => `${line}\n`).join(''));
    session.fail();
  } else await session.note(`${objects.length} ${objects.length === 1 ? 'object' : 'objects'}, no findings`);
}

async function readDocuments(
  { client, calls, store }: Session,
  objects: readonly CheckedObject[],
): Promise<DocumentsAnswer> {
  const versions = objects.map(({ object }) => object['apiVersion']).filter((each) => typeof each === 'string');
  const groupVersions = [...new Set(versions)].filter((each) => each !== '');
  return createOpenAPI(client, { store }).documents({ ...calls, groupVersions });
}

function* objectsIn(text: string, file: string): Generator<CheckedObject> {
  let lines: FieldLines | undefined;
  for (const { object, path, index, line } of yamlMembers(documentsFromYaml(text), file)) {
    const lineOf = (path: Path): number => {
      lines ??= fieldLines(text);
      // Objects in JSON that follow one another are no documents to the library: then it is the line of the object.
      return Math.max(line, lines(index, path) ?? line);
    };
    yield { file, object, path, lineOf };
  }
}

function findingsOf(
  { file, object, path, lineOf }: CheckedObject,
  documents: DocumentsAnswer['documents'],
  failures: DocumentsAnswer['failures'],
  options: CheckManifestOptions,
): readonly string[] {
  const failure = failures.find(({ groupVersion }) => groupVersion === object['apiVersion']);
  if (failure !== undefined) return [`${file}:${lineOf(path)}: not checked: ${oneLine(failure.message)}`];
  try {
    return checkManifest(object, documents, options).map((finding) => {
      const line = lineOf([...path, ...finding.path]);
      return `${file}:${line}: ${oneLine(pathText(finding.path))}: ${oneLine(finding.message)}`;
    });
  } catch (error) {
    if (!(error instanceof SchemaNotFoundError)) throw error;
    return [`${file}:${lineOf(path)}: ${oneLine(error.message)}`];
  }
}

function pathText(path: Path): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
