import type { DiscoveryFormat } from '../../../src/index.js';
import type { ServerModule } from '../build/server-module.js';

/** The servers that are built here. Together they cover every combination of discovery formats. */
export const builtKinds = ['1.37', '1.37-shards', '1.36', '1.36-as-1.34', '1.29', '1.29-legacy'] as const;
export type BuiltKind = (typeof builtKinds)[number];

/** A server to start: one of those, or the one in the folder that `KUBEBUILDER_ASSETS` names. */
export type ServerKind = BuiltKind | 'assets';

/** The properties of one kind of server. */
export interface KindOfServer {
  readonly module: ServerModule;
  readonly flags: readonly string[];
  /** The formats at both roots of discovery, best first. */
  readonly formats: readonly DiscoveryFormat[];
  /** The files of the suite that it is there for. @default all */
  readonly only?: readonly string[] | undefined;
}

export const kindsOfServer: Readonly<Record<BuiltKind, KindOfServer>> = {
  '1.37': { module: '1.37', flags: [], formats: ['aggregated/v2', 'legacy'] },
  // As 1.38 is by default.
  '1.37-shards': {
    module: '1.37',
    flags: ['--feature-gates=ShardedListAndWatch=true'],
    formats: ['aggregated/v2', 'legacy'],
    only: ['shards'],
  },
  '1.36': { module: '1.36', flags: [], formats: ['aggregated/v2', 'legacy'] },
  '1.36-as-1.34': {
    module: '1.36',
    flags: ['--emulated-version=1.34', '--feature-gates=AggregatedDiscoveryRemoveBetaType=false'],
    formats: ['aggregated/v2', 'aggregated/v2beta1', 'legacy'],
  },
  '1.29': { module: '1.29', flags: [], formats: ['aggregated/v2beta1', 'legacy'] },
  '1.29-legacy': {
    module: '1.29',
    flags: ['--feature-gates=AggregatedDiscoveryEndpoint=false'],
    formats: ['legacy'],
  },
};

/**
 * Returns the kinds that a run omits.
 *
 * @param assetsVersion the version of an existing server, started without our flags: `v1.36.3` counts as 1.36
 */
export function kindsLeftOut(run: readonly ServerKind[], assetsVersion?: string): BuiltKind[] {
  return builtKinds.filter((kind) => !run.includes(kind) && !assetsVersion?.startsWith(`v${kind}.`));
}

/** Narrows a string from outside. */
export function isBuiltKind(word: string): word is BuiltKind {
  return builtKinds.some((kind) => kind === word);
}
