import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitConnecting } from '../../src/core/shared/node-sockets.js';

class FakeSocket extends EventEmitter {
  destroyedWith: unknown = 'nothing';
  constructor(readonly state: object = {}) {
    super();
    Object.assign(this, state);
  }
  destroy(error?: Error): this {
    this.destroyedWith = error;
    if (error !== undefined) this.emit('error', error);
    this.emit('close');
    return this;
  }
}

type Callback = (error?: unknown, socket?: unknown) => void;

/** An agent that hands a socket over at once, or by its callback. */
function agentWith(createConnection: (options: unknown, done: Callback) => unknown) {
  return limitConnecting({ createConnection }, 1_000);
}

const late = {
  code: 'ERR_CONNECT_TIMEOUT',
  message: 'the connection was not established within 1000 ms (connectTimeoutMs)',
};
const noCallback: Callback = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('a limit for connecting', () => {
  it.each([
    ['plain', { connecting: true }, 'connect'],
    ['TLS', { connecting: true, encrypted: true, secureConnecting: true }, 'secureConnect'],
    ['TLS inside of a tunnel', { connecting: false, encrypted: true, secureConnecting: true }, 'secureConnect'],
  ])('destroys a %s socket that is not open in time, and leaves one alone that is', (_, state, event) => {
    const sockets = [new FakeSocket(state), new FakeSocket(state)] as const;
    const waiting = [...sockets];
    const agent = agentWith(() => waiting.shift());
    for (const socket of sockets) {
      socket.on('error', noCallback);
      expect(agent.createConnection({}, noCallback)).toBe(socket);
    }
    vi.advanceTimersByTime(999);
    sockets[0].emit(event);
    vi.advanceTimersByTime(60_000);
    expect(sockets[0].destroyedWith).toBe('nothing');
    expect(sockets[1].destroyedWith).toMatchObject(late);
  });

  it('is not met by TCP alone where TLS has to follow', () => {
    const socket = new FakeSocket({ connecting: true, encrypted: true, secureConnecting: true });
    socket.on('error', noCallback);
    agentWith(() => socket).createConnection({}, noCallback);
    socket.emit('connect');
    vi.advanceTimersByTime(1_000);
    expect(socket.destroyedWith).toMatchObject(late);
  });

  it('is over for a socket that failed, and for one that is open already', () => {
    for (const state of [{ connecting: false }, { encrypted: true, secureConnecting: false }]) {
      agentWith(() => new FakeSocket(state)).createConnection({}, noCallback);
      expect(vi.getTimerCount()).toBe(0);
    }
    const socket = new FakeSocket({ connecting: true });
    socket.on('error', noCallback);
    agentWith(() => socket).createConnection({}, noCallback);
    socket.emit('error', new Error('ECONNREFUSED'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('holds for what is done before there is a socket: the request is refused, and a late socket given back', () => {
    let hand: Callback = noCallback;
    const agent = agentWith((_, done) => {
      hand = done;
    });
    const done = vi.fn();
    agent.createConnection({}, done);
    vi.advanceTimersByTime(1_000);
    expect(done.mock.calls).toEqual([[expect.objectContaining(late)]]);
    const socket = new FakeSocket();
    hand(null, socket);
    expect(socket.destroyedWith).toBeUndefined();
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('is one for the tunnel and the TLS inside of it', () => {
    let hand: Callback = noCallback;
    const agent = agentWith((_, done) => {
      hand = done;
    });
    const done = vi.fn();
    agent.createConnection({}, done);
    vi.advanceTimersByTime(600);
    const socket = new FakeSocket({ encrypted: true, secureConnecting: true });
    socket.on('error', noCallback);
    hand(null, socket);
    expect(done.mock.calls).toEqual([[null, socket]]);
    vi.advanceTimersByTime(400);
    expect(socket.destroyedWith).toMatchObject(late);
  });

  it('hands failures over as they are', () => {
    const done = vi.fn();
    const failure = new Error('refused');
    agentWith((_, callback) => {
      callback(failure);
    }).createConnection({}, done);
    expect(done.mock.calls).toEqual([[failure, undefined]]);
    const agent = agentWith(() => {
      throw failure;
    });
    expect(() => agent.createConnection({}, noCallback)).toThrow(failure);
  });

  it('does not take the listener of Node for a second socket', () => {
    let listener: Callback = noCallback;
    const socket = new FakeSocket({ connecting: true });
    const done = vi.fn();
    agentWith((_, callback) => {
      listener = callback;
      return socket;
    }).createConnection({}, done);
    listener();
    socket.emit('connect');
    expect(done).not.toHaveBeenCalled();
  });

  it.each([Infinity, 2 ** 31])('of %s is none', (ms) => {
    const socket = new FakeSocket({ connecting: true });
    const agent = limitConnecting({ createConnection: (): unknown => socket }, ms);
    expect(agent.createConnection()).toBe(socket);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves what is no agent as it is', () => {
    expect(limitConnecting({}, 1)).toEqual({});
  });
});
