import { createServer } from 'node:net';

/**
 * Below the range of ports for outgoing connections: otherwise a client that keeps connecting to a stopped server could
 * be assigned that very port.
 */
const [lowest, highest] = [20_000, 31_999];
const given = new Set<number>();

/** Finds free ports on 127.0.0.1, never the same one twice in a process. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest + 1));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    found.push(port);
  }
  return found;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
