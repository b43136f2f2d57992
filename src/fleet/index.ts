// Everything exported here is public API of 'kubeatlas/fleet': many clusters as one.
export { type Cluster, type NamedCluster } from './cluster.js';
export { createFleet, type Fleet, type FleetOptions, type SharedClientOptions } from './create-fleet.js';
export type { AskOptions, ClusterAnswer, EachOptions, EngageOptions } from './create-fleet.js';
export type { ClusterChange, ClusterSource } from './create-fleet.js';
export { ClusterEndedError, ClusterError, type ClusterLocation, ClusterTimeoutError } from './errors.js';
export { DuplicateClusterError, FleetClosedError, NoClustersError } from './errors.js';
export { fleetCount, type FleetCount, type FleetCountOptions } from './ask-all.js';
export { type ClusterDifference, fleetDiff, type FleetDiff, type FleetDiffOptions } from './ask-all.js';
export { fleetResolve, type FleetResolution, type FleetResolveOptions } from './ask-all.js';
export { fleetTable, type FleetTable, type FleetTableOptions } from './ask-all.js';
export { createFleetInformer, type FleetInformer, type FleetInformerOptions } from './fleet-informer.js';
export type { FleetItem, FleetStep, FollowedCluster } from './fleet-informer.js';
export { viewFleetObjects, type FleetObjectsState, type FleetObjectsViewOptions } from './view-fleet-objects.js';
export { createFleetController, type FleetController, type FleetControllerOptions } from './fleet-controller.js';
export type { ClusterRun } from './fleet-controller.js';
