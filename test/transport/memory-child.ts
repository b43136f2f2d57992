import { createConnection } from '../../src/core/transport/create-connection.js';

// How much memory one request takes at most: node --import tsx memory-child.ts <server> <path> <limit> bytes|text
const [server = '', path = '', limit = '', form = ''] = process.argv.slice(2);
const connection = createConnection({ server, maxAnswerBytes: Number(limit), retry: { limit: 0 } });
await connection.request({ path: '/' });
const before = process.memoryUsage.rss();
let most = before;
const timer = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 5);
const [pathname = '', bytes] = path.split('?bytes=');
const outcome = await connection.request({ path: pathname, query: { bytes } }).then(
  (answer) => (form === 'text' ? `${answer.text().length} characters` : `${answer.bytes().byteLength} bytes`),
  (error: unknown) => (error as Error).message,
);
clearInterval(timer);
most = Math.max(most, process.memoryUsage.rss());
await connection.close();
process.stdout.write(JSON.stringify({ outcome, taken: most - before }));
