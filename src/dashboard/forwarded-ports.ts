import { useSyncExternalStore } from 'react';
import type { Session } from './session.js';

/** What is forwarded. */
export interface PortOfObject {
  readonly cluster: string | undefined;
  readonly resource: 'pods' | 'services';
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** A port of this machine that leads to a port of a pod, or is about to, or could not. */
export interface ForwardedPort extends PortOfObject {
  /** The port of this machine, once it listens. */
  readonly local?: number;
  readonly pod?: string;
  /** Why it does not lead there. */
  readonly error?: string;
  /** Why the last connection failed, if it did. */
  readonly problem?: string;
  readonly stop: () => void;
}

let ports: readonly ForwardedPort[] = [];
const listeners = new Set<() => void>();

function show(next: readonly ForwardedPort[]): void {
  ports = next;
  for (const listener of listeners) listener();
}

/** All that this page forwards: the process stops with the page. */
export function useForwardedPorts(): readonly ForwardedPort[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ports,
  );
}

/** Whether two are ports of the same object. */
export function areOfOne(a: Omit<PortOfObject, 'port'>, b: Omit<PortOfObject, 'port'>): boolean {
  return a.cluster === b.cluster && a.resource === b.resource && a.namespace === b.namespace && a.name === b.name;
}

/** Lets the process forward a port, until `stop()` or until the page is closed. */
export function forwardPort(session: Session, of: PortOfObject): void {
  const socket = session.askForPort({
    resource: of.resource,
    namespace: of.namespace,
    name: of.name,
    port: String(of.port),
  });
  let present: ForwardedPort = {
    ...of,
    stop() {
      socket.close();
      show(ports.filter((each) => each !== present));
    },
  };
  // One that has failed is asked for anew.
  show([...ports.filter((each) => !(areOfOne(each, of) && each.port === of.port)), present]);
  const change = (told: Partial<ForwardedPort>): void => {
    const next = { ...present, ...told };
    show(ports.map((each) => (each === present ? next : each)));
    present = next;
  };
  socket.addEventListener('message', ({ data }) => change(JSON.parse(String(data)) as Partial<ForwardedPort>));
  socket.addEventListener('close', () => {
    if (present.error === undefined) change({ error: 'The process does not forward it any more.' });
  });
}
