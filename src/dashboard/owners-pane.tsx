import { useEffect, useState } from 'react';
import { createOwners, type DependentsOf, type OwnersOf } from 'kubeatlas/owners';
import { useAction } from 'kubeatlas/react';
import type { ObjectProps } from './use-draft.js';
import { addressOf } from './route.js';
import { wordsFor } from './words.js';

type Walked = OwnersOf['owners'][number];

/** The owners of an object up to the roots, and, when asked, everything that it owns: one follows the links to walk the tree. */
export function OwnersPane({ session, object }: ObjectProps) {
  const [owners] = useState(() => createOwners(session.client));
  const above = useAction(() => owners.ownersOf(object));
  const below = useAction(() => owners.dependentsOf(object));
  const { run } = above;
  const { uid } = object.metadata;
  useEffect(() => void run(), [run, uid]);
  const missing = above.result?.links.filter(({ state }) => state !== 'present') ?? [];
  return (
    <>
      <section>
        <h3>Owners</h3>
        {above.isRunning && <p role="status">Reading.</p>}
        {above.error !== undefined && <p className="note">{wordsFor(above.error)}</p>}
        {above.result?.links.length === 0 && <p>It has none.</p>}
        <ul>
          {above.result?.owners.map((owner) => (
            <WalkedLink key={owner.uid} cluster={session.cluster} object={owner} />
          ))}
          {missing.map(({ reference, state, message }) => (
            <li key={reference.uid}>
              {reference.kind} {reference.name}: {state}
              {message !== undefined && `, ${message}`}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>Dependents</h3>
        <button onClick={() => void below.run()} disabled={below.isRunning}>
          Find what it owns
        </button>
        <p role="status">{below.isRunning && 'Reading the metadata of everything in its namespace.'}</p>
        {below.error !== undefined && <p className="note">{wordsFor(below.error)}</p>}
        {below.result !== undefined && <Dependents cluster={session.cluster} found={below.result} />}
      </section>
    </>
  );
}

interface DependentsProps {
  readonly cluster: string | undefined;
  readonly found: DependentsOf;
}

function Dependents({ cluster, found }: DependentsProps) {
  const { object, dependents, links, unread } = found;
  const shown = new Set<string>();
  // Each object once, below its first owner.
  const below = (owner: string) => {
    const children = links.flatMap((link) => {
      if (link.owner !== owner || link.mismatch !== undefined || shown.has(link.dependent.uid)) return [];
      shown.add(link.dependent.uid);
      return [link.dependent];
    });
    if (children.length === 0) return null;
    return (
      <ul>
        {children.map((child) => (
          <WalkedLink key={child.uid} cluster={cluster} object={child}>
            {below(child.uid)}
          </WalkedLink>
        ))}
      </ul>
    );
  };
  return (
    <>
      {dependents.length === 0 && <p>It owns nothing.</p>}
      {below(object.uid)}
      {unread.map(({ message }) => (
        <p className="note" key={message}>
          Not read: {message}
        </p>
      ))}
    </>
  );
}

interface WalkedLinkProps {
  readonly cluster: string | undefined;
  readonly object: Walked;
  readonly children?: React.ReactNode;
}

function WalkedLink({ cluster, object, children }: WalkedLinkProps) {
  const { kind, name, namespace, resource } = object;
  const text = (
    <>
      {kind} <bdi>{name}</bdi>
    </>
  );
  return (
    <li>
      {resource === undefined ? (
        text
      ) : (
        <a
          href={addressOf({
            cluster,
            resource,
            namespaces: namespace === undefined ? [] : [namespace],
            object: { namespace, name },
          })}
        >
          {text}
        </a>
      )}
      {children}
    </li>
  );
}
