/** Starts a server, prints its address, and does nothing more: the test of the harness kills it. */
import { isBuiltKind } from './server-kinds.js';
import { startServer } from './start-server.js';

const word = process.argv[2] ?? '';
const { folder, pids } = await startServer(isBuiltKind(word) ? word : 'assets');
process.stdout.write(`${JSON.stringify({ folder, pids })}\n`);
// Input on stdin makes it fail as a bug would.
process.stdin.once('data', () => {
  throw new Error('a bug');
});
