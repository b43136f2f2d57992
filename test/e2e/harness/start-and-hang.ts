/** Starts a server, tells where it is, and does nothing more: something to be killed by the test of the harness. */
import { isBuiltKind } from './server-kinds.js';
import { startServer } from './start-server.js';

const word = process.argv[2] ?? '';
const { folder, pids } = await startServer(isBuiltKind(word) ? word : 'assets');
process.stdout.write(`${JSON.stringify({ folder, pids })}\n`);
// A word on stdin is the signal to fail as a bug would.
process.stdin.once('data', () => {
  throw new Error('a bug');
});
