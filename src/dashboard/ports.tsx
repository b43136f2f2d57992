import { useState } from 'react';
import { useCanI } from 'kubeatlas/react';
import { ClusterMark } from './cluster-mark.js';
import { areOfOne, forwardPort, useForwardedPorts, type ForwardedPort } from './forwarded-ports.js';
import type { ObjectProps } from './use-draft.js';

interface Port {
  readonly name: string;
  readonly port: number;
}

/** The TCP ports that a pod or a Service declares. */
function portsOf({ kind, spec }: { readonly kind: string; readonly spec?: unknown }): readonly Port[] {
  type Declared = {
    readonly name?: string;
    readonly containerPort?: number;
    readonly port?: number;
    protocol?: string;
  };
  const { ports = [], containers = [] } = (spec ?? {}) as {
    readonly ports?: readonly Declared[];
    readonly containers?: readonly { readonly ports?: readonly Declared[] }[];
  };
  const declared = kind === 'Service' ? ports : containers.flatMap((container) => container.ports ?? []);
  // Containers of a pod may declare the same one.
  const byNumber = new Map<number, Port>();
  for (const { name = '', containerPort, port = containerPort, protocol = 'TCP' } of declared) {
    if (port !== undefined && protocol === 'TCP' && !byNumber.get(port)?.name) byNumber.set(port, { name, port });
  }
  return [...byNumber.values()];
}

const resources: Readonly<Record<string, 'pods' | 'services'>> = { Pod: 'pods', Service: 'services' };

/** Forwards ports of a pod or a Service to this machine, one by one; nothing for other objects, and where nothing may change. */
export function Ports({ session, object }: ObjectProps) {
  const { client, cluster, isReadOnly } = session;
  const { name, namespace = '' } = object.metadata;
  const [typed, setTyped] = useState('');
  const all = useForwardedPorts();
  const question = { verb: 'create', resource: 'pods', subresource: 'portforward', namespace } as const;
  const isRefused = useCanI(client, question).isAllowed === false;
  const resource = object.apiVersion === 'v1' ? resources[object.kind] : undefined;
  if (resource === undefined || isReadOnly) return null;
  const of = { cluster, resource, namespace, name };
  const mine = all.filter((each) => areOfOne(each, of));
  const isForwarded = (port: number): boolean => mine.some((each) => each.port === port && each.error === undefined);
  const forward = (port: number): void => forwardPort(session, { ...of, port });
  const wanted = /^\d+$/.test(typed) ? Number(typed) : 0;
  const isPort = wanted > 0 && wanted < 65_536;
  return (
    <section aria-label="Ports">
      <h3>Ports</h3>
      <form
        className="tools"
        onSubmit={(event) => {
          event.preventDefault();
          if (isPort) forward(wanted);
          setTyped('');
        }}
      >
        {portsOf(object as Parameters<typeof portsOf>[0]).map(({ name: portName, port }) => (
          <button type="button" key={port} disabled={isRefused || isForwarded(port)} onClick={() => forward(port)}>
            Forward {port} <bdi>{portName}</bdi>
          </button>
        ))}
        <input
          aria-label="Another port"
          placeholder="Another port"
          inputMode="numeric"
          size={12}
          value={typed}
          disabled={isRefused}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button disabled={isRefused || !isPort || isForwarded(wanted)}>Forward</button>
        {isRefused && <small>You may not forward ports here.</small>}
      </form>
      <PortList ports={mine} isOfOne />
    </section>
  );
}

/** All forwarded ports, in the header; nothing while there are none. */
export function ForwardedPorts() {
  const ports = useForwardedPorts();
  if (ports.length === 0) return null;
  return (
    <details className="costs ports">
      <summary>{ports.length === 1 ? '1 port' : `${ports.length} ports`}</summary>
      <div className="answers">
        <PortList ports={ports} />
        <p className="faint">They end with this page.</p>
      </div>
    </details>
  );
}

function PortList({
  ports,
  isOfOne = false,
}: {
  readonly ports: readonly ForwardedPort[];
  readonly isOfOne?: boolean;
}) {
  return (
    <ul className="findings">
      {ports.map((each) => {
        const { cluster, namespace, name, port, local, pod, error, problem, stop } = each;
        return (
          <li key={`${cluster ?? ''} ${namespace}/${name} ${port}`}>
            {local !== undefined && error === undefined ? (
              <a href={`http://127.0.0.1:${local}/`} target="_blank" rel="noopener noreferrer">
                127.0.0.1:{local}
              </a>
            ) : (
              error === undefined && 'Asking.'
            )}{' '}
            {error === undefined ? '→' : '▲'} {port}
            {!isOfOne && (
              <>
                {' '}
                of <bdi>{name}</bdi> {cluster !== undefined && <ClusterMark cluster={cluster} />}
              </>
            )}
            {pod !== undefined && pod !== name && (
              <small>
                {' '}
                in <bdi>{pod}</bdi>
              </small>
            )}{' '}
            <button onClick={stop} aria-label={`Stop ${port} of ${name}`}>
              {error === undefined ? 'Stop' : 'Remove'}
            </button>
            {(error ?? problem) && <p className="note">{error ?? problem}</p>}
          </li>
        );
      })}
    </ul>
  );
}
