import { Option, type Command } from 'commander';
import { sameResource, type RESTMapping } from '../../index.js';
import { furtherHelp } from '../help.js';
import { OfferingOption } from '../offering-option.js';
import { parseCount, parseGetSelector, parseSelector, parseWord, parseWords } from '../flag-values.js';
import { collectCsv, printCsv } from './get-csv.js';
import { printDocuments } from './get-documents.js';
import type { GetFlags } from './get-flags.js';
import { printNames } from './get-names.js';
import { offeredOutputs, parseOutput, loadTemplate } from './get-output.js';
import { parseSortKey } from './get-sort.js';
import { printByTemplate } from './get-templates.js';
import { printTables } from './get-tables.js';
import { watchTarget } from './get-watch.js';
import { checkChoice, chooseByManifests, type Choice } from './choose-objects.js';
import { printRaw } from './get-raw.js';
import { findTargets, type NamedObject, type ObjectTarget } from './object-targets.js';
import { addManifestFlags, hasManifests } from '../manifests/manifest-flags.js';
import type { Run, Session } from '../session.js';
import { UsageError } from '../errors.js';
import { showsLabels } from '../terminal/label-columns.js';

const examples = `
TYPE is any name that "kubeatlas resolve" accepts. Without -o, the server sends
only the table that is printed. Lists are read in pages. A table is printed page
by page, unless it is sorted. -o also takes jsonpath=TEMPLATE,
jsonpath-as-json=TEMPLATE, jsonpath-file=FILE, custom-columns=NAME:PATH,… and
custom-columns-file=FILE. --defuse puts an apostrophe before each cell that a
spreadsheet would run as a formula.

Examples:
  $ kubeatlas get pods
  $ kubeatlas get deploy,svc -n web -l app=front
  $ kubeatlas get deploy/front svc/front -o yaml
  $ kubeatlas get all -A
  $ kubeatlas get pods -n web -w
  $ kubeatlas get pods -A --sort-by restarts -L app
  $ kubeatlas get pods -o jsonpath='{range .items[*]}{.metadata.name}{"\\n"}{end}'
  $ kubeatlas get deploy -o custom-columns=NAME:.metadata.name,SIZE:.spec.replicas
  $ kubeatlas get secrets --metadata -o json
  $ kubeatlas get deploy,svc -n web -o manifest > web.yaml
  $ kubeatlas get pods -A -o csv --defuse > pods.csv`;

/** Defines `get`: requests objects in the representation that suits the output. */
export function defineGet(command: Command, run: Run): void {
  addManifestFlags(command)
    .argument('[type...]', 'TYPE[,TYPE...] [NAME...] or TYPE/NAME...')
    .option('-A, --all-namespaces', 'get objects of all namespaces')
    .option('-l, --selector <labels>', 'select by labels: app=front,tier!=cache', parseGetSelector)
    .option('--field-selector <fields>', 'select by fields: metadata.name=front', parseSelector)
    .option('--ignore-not-found', 'do not fail if a named object does not exist')
    .option('--raw <path>', 'print the answer to a path: /healthz?verbose', parseWord)
    .option('--metadata', 'request only metadata')
    .addOption(
      new OfferingOption(
        '-o, --output <format>',
        'wide,name,json,yaml,kyaml,manifest,csv,jsonpath=…',
        offeredOutputs,
      ).argParser(parseOutput),
    )
    .option('--defuse', 'with -o csv, make formulas harmless')
    .option('--sort-by <path>', 'sort by a path or a column: .metadata.name', parseSortKey)
    .option('-L, --label-columns <keys>', 'add a column for each of these labels', collectWords)
    .option('--show-labels', 'add a column with all labels')
    .option('--no-headers', 'omit the line of column names')
    .option('--show-kind', 'print the type before each name')
    .option('--show-managed-fields', 'with -o json or yaml, show metadata.managedFields')
    .addOption(
      new Option('--chunk-size <count>', 'objects per page; 0: a single page').argParser(parseCount).default(500),
    )
    .option('-w, --watch', 'then print each change as it arrives')
    .option('--watch-only', 'print only changes from now on')
    .option('--output-watch-events', 'with -w, also print the type of each change')
    .addHelpText('after', furtherHelp(examples))
    .action((words: string[], flags: GetFlags, command: Command) =>
      run(command, (session) =>
        flags.raw === undefined ? get(session, words, flags) : raw(session, words, flags.raw, command),
      ),
    );
}

async function raw(session: Session, words: readonly string[], path: string, command: Command): Promise<void> {
  const others = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  const [other] = others.filter(({ long }) => long !== '--raw' && long !== '--ignore-not-found');
  if (words.length > 0 || other !== undefined) {
    throw new UsageError(`--raw cannot be combined with ${other?.long ?? 'words: give its path alone'}.`);
  }
  await printRaw(session, path);
}

async function get(session: Session, words: readonly string[], flags: GetFlags): Promise<void> {
  checkTogether(words, flags);
  const { output } = flags;
  // A template with errors is reported before anything is sent.
  const template = typeof output === 'object' ? await loadTemplate(session, output) : undefined;
  const targets = hasManifests(flags)
    ? targetsOf(await chooseByManifests(session, flags))
    : await findTargets(session, words, { named: ['get'], all: ['list'] });
  const [target] = targets;
  if (target === undefined) return;
  if (isWatch(flags)) {
    if (targets.length > 1) throw new UsageError('-w watches a single type, not a category.');
    if (target.named.length > 1) throw new UsageError('-w watches a single object or all objects of a type.');
    return watchTarget(session, target, flags, template);
  }
  if (template !== undefined) return printByTemplate(session, targets, flags, template);
  switch (output) {
    case 'json':
    case 'yaml':
    case 'kyaml':
    case 'manifest':
      return printDocuments(session, targets, { ...flags, output });
    case 'name':
      return printNames(session, targets, flags);
    case 'csv':
      return session.cluster === undefined
        ? printCsv(session, targets, flags)
        : collectCsv(session, session.cluster, targets, flags);
    default:
      return printTables(session, targets, flags);
  }
}

/** Cuts the objects of manifests where their type changes: each part is a table. */
function targetsOf({ objects }: Choice): readonly ObjectTarget[] {
  const targets: { readonly mapping: RESTMapping; readonly named: NamedObject[] }[] = [];
  for (const { mapping, name, namespace } of objects) {
    const last = targets.at(-1);
    if (last !== undefined && sameResource(last.mapping.resource, mapping.resource))
      last.named.push({ name, namespace });
    else targets.push({ mapping, named: [{ name, namespace }] });
  }
  return targets;
}

function isWatch({ watch, watchOnly }: GetFlags): boolean {
  return watch === true || watchOnly === true;
}

/** Collects the values of a repeated flag: `-L a,b -L c`. */
function collectWords(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...parseWords(value)];
}

function checkTogether(words: readonly string[], flags: GetFlags): void {
  checkChoice(words, { ...flags, selector: flags.selector === '' ? undefined : flags.selector }, { typeAlone: true });
  if (showsLabels(flags) && flags.output !== undefined && flags.output !== 'wide') {
    throw new UsageError('-L and --show-labels require a table: omit -o, or use -o wide.');
  }
  if (isWatch(flags)) {
    if (flags.sortBy !== undefined) throw new UsageError('--sort-by cannot be combined with -w.');
    if (words[0]?.includes(',') === true) throw new UsageError('-w watches a single type.');
    if (words.length > (words[0]?.includes('/') === true ? 1 : 2)) {
      throw new UsageError('-w watches a single object or all objects of a type: specify at most one name.');
    }
  } else if (flags.outputWatchEvents === true) {
    throw new UsageError('--output-watch-events requires -w or --watch-only.');
  }
  if (flags.output === 'manifest' && flags.metadata === true) {
    throw new UsageError('-o manifest cannot be combined with --metadata.');
  }
  if (flags.sortBy !== undefined && flags.output === 'csv') {
    throw new UsageError('--sort-by cannot be combined with -o csv: sort the records instead.');
  }
  if (flags.defuse === true && flags.output !== 'csv') throw new UsageError('--defuse requires -o csv.');
}
