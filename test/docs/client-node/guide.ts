import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeBlocks } from '../code-blocks.js';

/** One line of a table: how a task is done with each of the two clients. */
export interface GuideRow {
  /** The heading of its table. */
  readonly table: string;
  readonly task: string;
  /** Expressions, which take the names of the setup. */
  readonly cells: Readonly<Record<Side, string>>;
}

/** Which client. */
export type Side = 'clientNode' | 'kubeatlas';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/guides/from-client-node.md'), 'utf8');

/** The fences below a heading: that of client-node, then that of kubeatlas. */
export function fencesBelow(heading: string): Readonly<Record<Side, string>> {
  const [clientNode, kubeatlas, ...more] = codeBlocks(page).filter((block) => block.heading === heading);
  if (clientNode === undefined || kubeatlas === undefined || more.length > 0) {
    throw new Error(`${heading}: there have to be two fences`);
  }
  return { clientNode: clientNode.code, kubeatlas: kubeatlas.code };
}

/** All lines of all tables that have code for both clients. */
export const guideRows: readonly GuideRow[] = page.split(/^## /m).flatMap((section) => {
  const [table = ''] = section.split('\n', 1);
  return [...section.matchAll(/^\| ([^|]*?) *\| `([^|`]*)` *\| `([^|`]*)` *\|$/gm)].map(
    ([, task = '', clientNode = '', kubeatlas = '']): GuideRow => ({ table, task, cells: { clientNode, kubeatlas } }),
  );
});

/** The number of lines that tables have, whatever stands in them. */
export const tableLines = [...page.matchAll(/^\| (?!-|Task ).*\|$/gm)].length;

/** The heading of the table about configurations, whose lines stand before the setup of all others. */
export const loading = 'Load a configuration';

// A newcomer's editor adds these imports; the page shows them where they are explained.
const furtherImports = {
  clientNode: '',
  kubeatlas:
    "import { isNotFound } from 'kubeatlas';\n" + "import { formatYaml, objectsFromYaml } from 'kubeatlas/yaml';\n",
} satisfies Record<Side, string>;

/** Lines of which client-node drops a part of the answer, as the page says. */
export const partial: ReadonlySet<string> = new Set(['Delete many', 'Evict a pod']);

/** All lines as one module for each client, which the compiler can check. */
export function moduleOf(side: Side): string {
  const cells = guideRows.filter(({ table }) => table !== loading).map(({ cells: { [side]: cell } }) => cell);
  const lines = cells.map((cell, index) => `export const line${index} = async () => (${cell});\n`);
  return `${furtherImports[side]}${fencesBelow('Set up')[side]}\n${lines.join('')}`;
}

/** The setup of the page with one line behind it, whose value is the result. */
export function programOf(row: GuideRow, side: Side): string {
  if (row.table === loading) return loadingProgram(row, side);
  return `${furtherImports[side]}${fencesBelow('Set up')[side]}\nreturn (${row.cells[side]});\n`;
}

/** Both ways to load are told of a file that is there. */
function loadingProgram(row: GuideRow, side: Side): string {
  const cell = row.cells[side].replace("'/etc/kube/config'", "process.env['KUBECONFIG']");
  const imports =
    "import { KubeConfig } from '@kubernetes/client-node';\n" +
    "import { fromClientNode, loadKubeconfig } from 'kubeatlas/kubeconfig';\n";
  const given = 'const kubeConfig = new KubeConfig();\nkubeConfig.loadFromDefault();\n';
  if (side === 'kubeatlas') return `${imports}${given}return (${cell}).server;\n`;
  return `${imports}${given}${cell};\nreturn kubeConfig.getCurrentCluster()?.server;\n`;
}
