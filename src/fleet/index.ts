// Everything exported here is public API of 'kubeatlas/fleet': many clusters as one.
export { type Cluster, type NamedCluster } from './cluster.js';
export {
  type AskOptions,
  type ClusterAnswer,
  type ClusterChange,
  type ClusterSource,
  createFleet,
  type EachOptions,
  type EngageOptions,
  type Fleet,
  type FleetOptions,
  type SharedClientOptions,
} from './create-fleet.js';
export {
  ClusterEndedError,
  ClusterError,
  type ClusterLocation,
  ClusterTimeoutError,
  DuplicateClusterError,
  FleetClosedError,
  NoClustersError,
} from './errors.js';
export { fleetCount, type FleetCount, type FleetCountOptions } from './ask-all.js';
export { type ClusterDifference, fleetDiff, type FleetDiff, type FleetDiffOptions } from './ask-all.js';
export { fleetResolve, type FleetResolution, type FleetResolveOptions } from './ask-all.js';
export { fleetTable, type FleetTable, type FleetTableOptions } from './ask-all.js';
export {
  createFleetInformer,
  type FleetInformer,
  type FleetInformerOptions,
  type FleetItem,
  type FleetStep,
  type FollowedCluster,
} from './fleet-informer.js';
export { viewFleetObjects, type FleetObjectsState, type FleetObjectsViewOptions } from './view-fleet-objects.js';
export {
  createFleetController,
  type ClusterRun,
  type FleetController,
  type FleetControllerOptions,
} from './fleet-controller.js';
