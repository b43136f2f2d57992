// Types alone: for programs this is an empty module.
export type * from './kubernetes.js';
