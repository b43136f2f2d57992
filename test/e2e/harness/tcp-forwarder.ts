import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address in front of several servers, as a load balancer has it: TLS goes through it. */
export interface TcpForwarder {
  readonly url: string;
  /** Sends new connections to these servers in turn, from now on, and cuts all others. */
  turnTo(urls: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts a {@link TcpForwarder} on loopback. */
export async function startTcpForwarder(...urls: readonly string[]): Promise<TcpForwarder> {
  let targets = urls;
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const { hostname, port } = new URL(targets[(turn += 1) % targets.length] ?? '');
    const far = connect({ host: hostname, port: Number(port) });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turnTo(others) {
      targets = others;
      cut();
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
