import type { AnyObject } from './use-draft.js';

interface PodSpec {
  readonly containers?: readonly { readonly name: string }[];
  readonly initContainers?: readonly { readonly name: string }[];
  readonly ephemeralContainers?: readonly { readonly name: string }[];
}

/** The names of the containers of a pod, those that run first in front; empty for other objects. */
export function containersOf(object: AnyObject): readonly string[] {
  if (object.kind !== 'Pod') return [];
  const { spec = {} } = object as { readonly spec?: PodSpec };
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec;
  return [...containers, ...initContainers, ...ephemeralContainers].map(({ name }) => name);
}

interface ContainerPickerProps {
  readonly containers: readonly string[];
  readonly chosen: string | undefined;
  readonly choose: (name: string) => void;
}

/** Chooses one of several containers. */
export function ContainerPicker({ containers, chosen, choose }: ContainerPickerProps) {
  if (containers.length < 2) return null;
  return (
    <select aria-label="Container" value={chosen} onChange={({ target }) => choose(target.value)}>
      {containers.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}
