import type { GroupEntry } from '../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../catalog/failures.js';
import type { GroupOutline } from './parse-legacy-root.js';

/** What one root of discovery answered. An answer confirmed by its ETag (304) is the same object as before. */
export type RootAnswer =
  | {
      readonly kind: 'aggregated';
      readonly format: Exclude<DiscoveryFormat, 'legacy'>;
      readonly groups: readonly GroupEntry[];
      readonly failures: readonly CatalogFailure[];
    }
  | {
      readonly kind: 'legacy';
      readonly outlines: readonly GroupOutline[];
      readonly failures: readonly CatalogFailure[];
    }
  | { readonly kind: 'failed'; readonly failure: CatalogFailure; readonly error: Error };
