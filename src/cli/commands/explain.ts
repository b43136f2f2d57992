import { InvalidArgumentError, Option, type Command } from 'commander';
import { formatGroupResource, parseGroupVersion, type GroupVersion, type GroupVersionResource } from '../../index.js';
import { createOpenAPI, explainField, formatExplanation } from '../../openapi/index.js';
import { UsageError } from '../errors.js';
import { parseCount } from '../flag-values.js';
import { furtherHelp } from '../help.js';
import { formatDocument } from '../terminal/documents.js';
import type { Run, Session } from '../session.js';

interface Flags {
  readonly recursive?: boolean | undefined;
  readonly maxDepth?: number | undefined;
  readonly apiVersion?: GroupVersion | undefined;
  readonly defaults?: boolean | undefined;
  readonly output?: 'plaintext' | 'json' | undefined;
}

const examples = `
Prints the same as kubectl explain. The type may have a group, as in
deployments.apps.spec. Without a group, the first match is explained.

Examples:
  $ kubeatlas explain pods
  $ kubeatlas explain pods.spec.containers --recursive
  $ kubeatlas explain deployments --api-version apps/v1 --max-depth 2 -R
  $ kubeatlas explain services.spec --defaults`;

/** Defines `explain`: the fields of a resource, as the server's OpenAPI documents describe them. */
export function defineExplain(command: Command, run: Run): void {
  command
    .argument('<type>', 'a resource, or the path of a field: pods.spec')
    .option('-R, --recursive', 'show fields of fields, without descriptions')
    .option('--max-depth <levels>', 'levels of fields, with --recursive; 0 means no limit', parseCount)
    .option('--api-version <version>', 'instead of the preferred version: apps/v1', parseVersion)
    .option('--defaults', 'also show the defaults of fields')
    .addOption(new Option('-o, --output <format>', 'format of the output').choices(['plaintext', 'json']))
    .addHelpText('after', furtherHelp(examples))
    .action((type: string, flags: Flags, command: Command) => run(command, (session) => explain(session, type, flags)));
}

function parseVersion(value: string): GroupVersion {
  const version = parseGroupVersion(value);
  if (version === undefined) throw new InvalidArgumentError('It must be a version such as v1 or apps/v1.');
  return version;
}

async function explain(session: Session, type: string, flags: Flags): Promise<void> {
  const { client, calls, store } = session;
  const { recursive = false, maxDepth = 0, apiVersion, defaults, output } = flags;
  if (maxDepth > 0 && !recursive) throw new UsageError('--max-depth needs --recursive');
  const { resource, path } = await readType(session, type, apiVersion);
  const document = await createOpenAPI(client, { store }).document(resource, calls);
  const depth = maxDepth === 0 ? undefined : maxDepth;
  const explanation = explainField(document, resource, path, { recursive, maxDepth: depth });
  const text = output === 'json' ? formatDocument(explanation, 'json') : formatExplanation(explanation, { defaults });
  await session.print(text);
}

/**
 * Reads a type and the path of a field as kubectl does: of the resources that the first word fits, the first whose whole
 * name begins the text, such as `deployments.apps.spec`; otherwise the first, and all further words are fields.
 */
async function readType(
  { client, calls: { signal } }: Session,
  text: string,
  version: GroupVersion | undefined,
): Promise<{ readonly resource: GroupVersionResource; readonly path: readonly string[] }> {
  const words = text.replace(/\.$/, '').split('.');
  if (words.includes('')) throw new UsageError(`${JSON.stringify(text)} has an empty field`);
  const [name = '', ...fields] = words;
  const { mapping, candidates } = await client.resolve(name, { signal });
  if (version !== undefined) return { resource: { ...version, resource: mapping.resource.resource }, path: fields };
  const named = candidates.find(({ resource }) => {
    const whole = formatGroupResource(resource);
    return text === whole || text.startsWith(`${whole}.`);
  });
  if (named === undefined) return { resource: mapping.resource, path: fields };
  const { length } = formatGroupResource(named.resource).split('.');
  return { resource: named.resource, path: words.slice(length) };
}
