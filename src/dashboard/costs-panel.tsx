import { useSyncExternalStore } from 'react';
import type { Client } from 'kubeatlas';
import { useAction } from 'kubeatlas/react';
import { costsView } from './costs.js';
import { wordsFor } from './words.js';

interface CostsPanelProps {
  readonly client: Client;
  /** The resource of the table. */
  readonly name: string;
  readonly namespaces: readonly string[];
}

const sample = 100;

/** What this page has cost, and, when asked, what whole objects would have cost instead of rows. */
export function CostsPanel({ client, name, namespaces }: CostsPanelProps) {
  const { requests, bytes, streams } = useSyncExternalStore(costsView.subscribe, costsView.getSnapshot);
  const comparison = useAction(async () => {
    const all = client.resource(name);
    const handle = namespaces[0] === undefined ? all : all.namespace(namespaces[0]);
    const [table, whole] = await Promise.all([
      handle.as('Table', { includeObject: 'Metadata' }).list({ limit: sample }),
      handle.list({ limit: sample }),
    ]);
    return { rows: JSON.stringify(table).length, objects: JSON.stringify(whole).length };
  });
  const { result, error } = comparison;
  return (
    <details className="costs">
      <summary>
        <span>{`${requests} requests,`}</span> <span>{`${sizeOf(bytes)},`}</span>{' '}
        {`${streams} ${streams === 1 ? 'stream' : 'streams'}`}
      </summary>
      <div className="answers">
        <p>
          All that this page has read so far, streams included: {bytes.toLocaleString('en')} bytes. Tables carry the
          cells and the metadata of each object, not the object.
        </p>
        <button onClick={() => void comparison.run()} disabled={comparison.isRunning}>
          Compare with whole objects
        </button>
        <p role="status">
          {result &&
            `The first ${sample} ${name}: ${sizeOf(result.rows)} as rows, ${sizeOf(result.objects)} as whole objects (${(
              result.objects / result.rows
            ).toFixed(1)} times as much).`}
          {error !== undefined && wordsFor(error)}
        </p>
      </div>
    </details>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
