// Everything exported here is public API of 'kubeatlas/upgrade': what breaks when the server changes.
export { catalogAfterUpgrade, type Lifecycle, loadRelease, type Release } from './releases.js';
export {
  type ChangedEndpoint,
  type ChangedWord,
  compareServers,
  type CompareServersOptions,
  type EndpointField,
  type LostSet,
  type ServerComparison,
  type UncertainEndpoint,
} from './compare-servers.js';
export {
  catalogAfterDefinitions,
  compareDefinitions,
  type DefinitionChange,
  type DefinitionChangeKind,
} from './definitions.js';
export {
  type CheckedManifest,
  checkUpgrade,
  type UnreadEvidence,
  type UpgradeCheckOptions,
  type UpgradeCheckProgress,
  type UpgradeReport,
} from './check-upgrade.js';
export type { AuditCoverage, FindingSource, FindingObject, Severity, UpgradeFinding } from './evidence.js';
export {
  findStoredVersions,
  migrateStorage,
  type MigrateStorageOptions,
  type MigrationProgress,
  type RefusedObject,
  type StorageMigration,
  type StoredResource,
} from './migrate-storage.js';
