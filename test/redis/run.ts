/**
 * Runs the tests on a real Redis: `tsx test/redis/run.ts [--install] [filter...]`, with the server that `KUBEATLAS_REDIS`
 * names, or the first `redis-server` or `valkey-server` on the path.
 */
import { runWithPrograms } from '../setup/run-with-programs.js';
import { findRedis } from './harness/find-redis.js';

runWithPrograms(
  [{ title: 'redis-server', variable: 'KUBEATLAS_REDIS', find: findRedis, debianPackage: 'redis-server' }],
  { script: 'test:redis', config: 'test/redis/vitest.config.ts' },
);
