import { Option, type Command } from 'commander';
import { createIdentity, type EvidenceTaken } from '../../identity/index.js';
import { describeFailure } from '../../index.js';
import { drawAliases, type GraphFormat } from './aliases-graph.js';
import { aliasesAsDocument, reportAsDocument } from './aliases-json.js';
import { contradictionTable, unsettledTable, probeTable, setTable } from './aliases-tables.js';
import { furtherHelp } from '../help.js';
import { formatDocument } from '../terminal/documents.js';
import { oneLine } from '../terminal/one-line.js';
import type { Run, Session } from '../session.js';

interface Flags {
  readonly evidence: 'catalog' | 'alike' | 'all';
  readonly probe?: boolean | undefined;
  readonly graph?: GraphFormat | undefined;
  readonly output?: 'json' | undefined;
}

const examples = `
Some evidence is only in the legacy documents of discovery. --evidence says
which of them to read: those of endpoints with the same plural (alike), those of
all group-versions (all), or none (catalog). --probe looks for an object of one
endpoint at the other one. It reads metadata and writes nothing.

Examples:
  $ kubeatlas aliases events
  $ kubeatlas aliases --evidence all
  $ kubeatlas aliases events --evidence catalog --probe
  $ kubeatlas aliases --graph dot | dot -Tsvg > aliases.svg`;

/** Defines `aliases`: which endpoints serve the same objects, and on what evidence. */
export function defineAliases(command: Command, run: Run): void {
  command
    .argument('[name]', 'a resource (default: all that have several endpoints)')
    .addOption(new Option('--evidence <what>', 'what to read').choices(['catalog', 'alike', 'all']).default('alike'))
    .option('--probe', 'compare objects if nothing else decides')
    .addOption(new Option('--graph <format>', 'a graph instead of tables').choices(['dot', 'mermaid']))
    .addOption(new Option('-o, --output <format>', 'instead of tables').choices(['json']).conflicts('graph'))
    .addHelpText('after', furtherHelp(examples))
    .action((name: string | undefined, flags: Flags, command: Command) =>
      run(command, (session) => (name === undefined ? allSets(session, flags) : aliasesOf(session, name, flags))),
    );
}

async function aliasesOf(session: Session, name: string, { evidence, probe, graph, output }: Flags): Promise<void> {
  const { client, calls } = session;
  const aliases = await createIdentity(client).aliasesOf(name, { evidence, probe, signal: calls.signal });
  if (output === 'json') await session.print(formatDocument(aliasesAsDocument(aliases), 'json'));
  else if (graph !== undefined) {
    const unsettled = [{ endpoints: [...aliases.endpoints.slice(0, 1), ...aliases.unknown], hints: aliases.hints }];
    await session.print(
      drawAliases({ sets: [aliases], unsettled: aliases.unknown.length > 0 ? unsettled : [] }, graph),
    );
  } else {
    await printSections(session, [
      ['', setTable([aliases])],
      [
        'Unknown whether the same, so treat them as different:',
        unsettledTable([{ ...aliases, endpoints: aliases.unknown }]),
      ],
      ['Contradictions:', contradictionTable(aliases.contradictions)],
      ['Probed:', probeTable(aliases.probing)],
    ]);
  }
  await noteGaps(session, aliases);
}

async function allSets(session: Session, { evidence, probe, graph, output }: Flags): Promise<void> {
  const { client, calls } = session;
  const report = await createIdentity(client).report({ evidence, probe, signal: calls.signal });
  const sets = report.classes.filter(({ endpoints }) => endpoints.length > 1);
  if (output === 'json') await session.print(formatDocument(reportAsDocument(report, sets), 'json'));
  else if (graph !== undefined) await session.print(drawAliases({ sets, unsettled: report.unsettled }, graph));
  else {
    await printSections(session, [
      ['', setTable(sets)],
      ['Unknown whether the same, so treat them as different:', unsettledTable(report.unsettled)],
      ['Contradictions:', contradictionTable(report.contradictions)],
      ['Probed:', probeTable(report.probing)],
    ]);
    if (sets.length === 0) await session.note('No two endpoints are known to serve the same objects.');
  }
  await noteGaps(session, report);
}

/** Prints the tables that have rows, each below its title. */
async function printSections(
  session: Session,
  sections: readonly (readonly [title: string, table: string])[],
): Promise<void> {
  const { paint } = session;
  const shown = sections.filter(([, table]) => table !== '');
  const texts = shown.map(([title, table]) => `${title === '' ? '' : `${paint.bold(title)}\n`}${paint.header(table)}`);
  if (texts.length > 0) await session.print(texts.join('\n'));
}

/** Reports what is missing from the answer. */
async function noteGaps(session: Session, { failures, probing }: EvidenceTaken): Promise<void> {
  for (const failure of failures) await session.note(oneLine(`error: ${describeFailure(failure)}`));
  if (failures.length > 0) session.fail();
  if (probing?.complete === false)
    await session.note('There are too many pairs to probe them all. The others remain unknown.');
}
