// Everything exported here is public API of 'kubeatlas/upgrade': what breaks when the server changes.
export { catalogAfterUpgrade, type Lifecycle, loadRelease, type Release } from './releases.js';
export { compareServers, type CompareServersOptions, type ServerComparison } from './compare-servers.js';
export type { ChangedEndpoint, ChangedWord, EndpointField, LostSet, UncertainEndpoint } from './compare-servers.js';
export { catalogAfterDefinitions, compareDefinitions } from './definitions.js';
export type { DefinitionChange, DefinitionChangeKind } from './definitions.js';
export { checkUpgrade, type UpgradeCheckOptions, type UpgradeReport } from './check-upgrade.js';
export type { CheckedManifest, UnreadEvidence, UpgradeCheckProgress } from './check-upgrade.js';
export type { AuditCoverage, FindingSource, FindingObject, Severity, UpgradeFinding } from './evidence.js';
export { findStoredVersions, type StoredResource } from './migrate-storage.js';
export { migrateStorage, type MigrateStorageOptions, type StorageMigration } from './migrate-storage.js';
export type { MigrationProgress, RefusedObject } from './migrate-storage.js';
