import { findProgram } from '../../setup/find-program.js';

/** The server that `KUBEATLAS_REDIS` names, or the first one on the path; undefined where there is none. */
export function findRedis(): string | undefined {
  return findProgram(['redis-server', 'valkey-server'], process.env['KUBEATLAS_REDIS']);
}
