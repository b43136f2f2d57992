import { Option, type Command } from 'commander';
import {
  createRules,
  type AdmissionEndpoint,
  type MissReason,
  type ServerRuleExpansion,
} from '../../admission/index.js';
import { describeFailure, formatGroupVersionResource } from '../../index.js';
import { furtherHelp } from '../help.js';
import { manifestFile } from '../manifests/find-manifest-files.js';
import { readMembers } from '../manifests/read-exact-yaml.js';
import { documentFormats, formatObjects, type DocumentFormat } from '../terminal/documents.js';
import { oneLine } from '../terminal/one-line.js';
import { ownTable } from '../terminal/own-table.js';
import type { Run, Session } from '../session.js';
import { UsageError } from '../errors.js';

interface Flags {
  readonly evidence: 'catalog' | 'alike' | 'all';
  readonly output?: DocumentFormat | undefined;
}

const examples = `
Reads Validating- and MutatingWebhookConfigurations, Validating- and
MutatingAdmissionPolicies and their bindings, in YAML or JSON. They need not be
on the server. -o prints the configurations with the missing rules added, and
leaves other documents in the file unchanged. --evidence says what to read to
find out which endpoints serve the same objects.

Exit codes: 0 if no endpoint is missed; 1 if one is; 2 for a usage error or a
file without a configuration.

Examples:
  $ kubeatlas rules check webhook.yaml
  $ kubectl get mutatingwebhookconfigurations -o yaml | kubeatlas rules check -
  $ kubeatlas rules check policy.yaml -o yaml > completed.yaml`;

/** Defines `rules check`: which endpoints the rules of webhooks and policies miss. */
export function defineRules(command: Command, run: Run): void {
  command
    .command('check')
    .description('Show which endpoints rules miss although they serve the same objects.')
    .argument('<file>', "a file with configurations; '-' is standard input")
    .addOption(new Option('--evidence <what>', 'what to read').choices(['catalog', 'alike', 'all']).default('all'))
    .addOption(new Option('-o, --output <format>', 'print the completed configurations').choices(documentFormats))
    .addHelpText('after', furtherHelp(examples))
    .action((file: string, flags: Flags, command: Command) => run(command, (session) => check(session, file, flags)));
}

async function check(session: Session, file: string, { evidence, output }: Flags): Promise<void> {
  const documents = (await readMembers(manifestFile(file, session.readInput))).map(({ object }) => object);
  if (!documents.some(isConfiguration)) {
    throw new UsageError(`${JSON.stringify(file)} contains no webhook or policy configuration.`);
  }
  const expansions: ServerRuleExpansion<object>[] = [];
  const completed: object[] = [];
  for (const document of documents) {
    if (isConfiguration(document)) {
      const expansion = await createRules(session.client).expand(document, { ...session.calls, evidence });
      if (output === undefined) await printFindings(session, document, expansion);
      expansions.push(expansion);
      completed.push(expansion.configuration);
    } else completed.push(document);
  }
  if (output !== undefined) {
    await session.print(formatObjects(completed, { isSingle: completed.length === 1, format: output }));
  }
  const [last] = expansions.slice(-1);
  for (const failure of last?.unread ?? []) await session.note(oneLine(`warning: ${describeFailure(failure)}`));
  if (last?.remoteProblem !== undefined) {
    await session.note(
      `warning: the groups of other servers are unknown, so endpoints that are missed may not be listed: ${oneLine(last.remoteProblem)}`,
    );
  }
  if (expansions.some(({ complete }) => !complete)) session.fail();
}

/** Checks the group alone, so that a misspelt kind is an error instead of being ignored. */
function isConfiguration(document: unknown): document is object {
  if (typeof document !== 'object' || document === null) return false;
  const apiVersion: unknown = Reflect.get(document, 'apiVersion');
  return typeof apiVersion === 'string' && apiVersion.startsWith('admissionregistration.k8s.io/');
}

const reasons: Readonly<Record<MissReason, string>> = {
  exact: 'matchPolicy is Exact',
  'another server': 'another server serves it',
  'unknown to the server': 'unknown to the server',
  'not served': 'the resource in the rule is not served',
};

async function printFindings(
  session: Session,
  configuration: object,
  { findings }: ServerRuleExpansion<object>,
): Promise<void> {
  const rows = findings.flatMap(({ path, name, matches, missed, covered, unknown }) => {
    const at = name === '' ? path : `${path} (${oneLine(name)})`;
    const lines = [
      ...missed.map((each) => [at, 'MISSED', endpointName(each), endpointName(each.sameAs), reasons[each.reason]]),
      ...covered.map((each) => [
        at,
        'covered',
        endpointName(each),
        endpointName(each.sameAs),
        'matchPolicy is Equivalent',
      ]),
      ...unknown.map((each) => [at, 'unknown', endpointName(each), '', 'check it manually']),
    ];
    return lines.length > 0 || matches > 0 ? lines : [[at, 'no effect', '', '', 'it matches nothing that is served']];
  });
  const count = findings.reduce((sum, { missed }) => sum + missed.length, 0);
  const result =
    count === 0 ? 'nothing is missed' : count === 1 ? '1 endpoint is missed' : `${count} endpoints are missed`;
  await session.print(`${session.paint.bold(oneLine(`${titleOf(configuration)}: ${result}`))}\n`);
  if (rows.length > 0)
    await session.print(session.paint.header(ownTable(['Rule', 'State', 'Endpoint', 'Same as', 'Why'], rows)));
}

function titleOf(configuration: object): string {
  const metadata: unknown = Reflect.get(configuration, 'metadata');
  const name: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'name') : undefined;
  return `${String(Reflect.get(configuration, 'kind'))}/${typeof name === 'string' ? name : ''}`;
}

function endpointName({ subresource, resource, ...groupVersion }: AdmissionEndpoint): string {
  const word = subresource === undefined ? resource : `${resource}/${subresource}`;
  return formatGroupVersionResource({ ...groupVersion, resource: word });
}
