import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { serve, type LoopbackServer } from './loopback-server.js';

const mebibyte = 1024 * 1024;
const item = Buffer.from('{"metadata":{"name":"a"}},'.repeat(2500));

/** `sent()` are the bytes that left it, `closed()` waits until the first answer that began is over for it too. */
interface HostileServer extends LoopbackServer {
  readonly sent: () => number;
  readonly closed: () => Promise<void>;
}

/** A server that hardly ever comes to an end, by path. */
export async function hostileServer(): Promise<HostileServer> {
  let sent = 0;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  /** Writes for ever, or as many times as said, as fast as the reader reads. */
  const pour = (response: ServerResponse, piece: Buffer, times = Infinity): void => {
    for (let left = times; ; left -= 1) {
      if (left === 0) return void response.end();
      if (response.destroyed) return;
      sent += piece.byteLength;
      if (response.write(piece)) continue;
      response.once('drain', () => pour(response, piece, left - 1));
      return;
    }
  };
  const server = await serve((request, response) => {
    response.once('close', end);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    const json = { 'content-type': 'application/json' };
    const bytes = Number(searchParams.get('bytes'));
    switch (pathname) {
      case '/endless':
        response.writeHead(200, json);
        response.write('{"items":[');
        return pour(response, item);
      case '/endless-error':
        response.writeHead(500, json);
        response.write('{"kind":"Status","message":"');
        return pour(response, item);
      case '/bomb':
        response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
        // 10 GB in 10 MB: the members of one gzip stream.
        return pour(response, gzipSync(Buffer.alloc(64 * mebibyte, ' ')), 160);
      case '/error-bomb':
        response.writeHead(503, { 'content-encoding': 'gzip' });
        return pour(response, gzipSync(Buffer.alloc(64 * mebibyte, ' ')), 160);
      case '/exact':
        response.writeHead(200, json);
        return pour(response, Buffer.alloc(mebibyte, '7'), bytes / mebibyte);
      case '/said':
        response.writeHead(200, { ...json, 'content-length': bytes });
        return pour(response, Buffer.alloc(mebibyte, '7'), bytes / mebibyte);
      case '/lie':
        response.writeHead(200, { ...json, 'content-length': bytes });
        response.write('{"items":[]}', () => response.destroy());
        return;
      default:
        response.end('{}');
    }
  });
  return { ...server, sent: () => sent, closed: () => ended };
}
