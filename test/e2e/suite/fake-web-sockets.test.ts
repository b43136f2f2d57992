import { expect, inject, it } from 'vitest';
import { handshakes, shakeHands } from '../../testing/watch-handshakes.js';

/** test/testing/web-sockets.test.ts asks the fake server the same. */
it.each(handshakes)(
  'a handshake for a watch $name has the outcome that the kit has',
  async ({ outcome, ...handshake }) => {
    const { url, ca, tokens } = inject('server');
    expect(await shakeHands({ url, ca, token: tokens.admin }, handshake)).toBe(outcome);
  },
);
