import type { KubeObject } from '../core/model/kube-object.js';
import { mappingOf } from '../core/model/rest-mapping.js';
import type { Shapes } from '../core/representation/shapes.js';
import { wholeObject } from '../core/representation/whole-object.js';
import type { Connectable } from '../core/resource/connect-key.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { formatLabelSelector, type LabelRequirement } from '../core/selector/label-selector.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { podsResource } from './pods.js';

/** A handle of pods, of services, or of a resource that selects pods: deployments, jobs and others. */
export type LogsHandle = ResourceHandle<Shapes> & Connectable;

/** The pods whose logs are wanted. */
export interface SelectedPods {
  readonly pods: ReturnType<typeof podsOf>;
  /** The one pod; undefined if there is a selector. */
  readonly pod: KubeObject | undefined;
  readonly labelSelector: string;
}

const podsMapping = mappingOf({ ...podsResource, kind: 'Pod', scope: 'Namespaced' });

/** Finds out which pods a name or a selector means. */
export async function selectPods(
  handle: LogsHandle,
  target: string | { readonly labelSelector: string },
  signal: AbortSignal,
): Promise<SelectedPods> {
  const pods = podsOf(handle);
  if (typeof target !== 'string') return { pods, pod: undefined, labelSelector: target.labelSelector };
  const { resource } = await handle.mapping({ signal });
  const object: KubeObject = await handle.as(wholeObject()).get(target, { signal });
  if (resource.group === '' && resource.resource === 'pods') return { pods, pod: object, labelSelector: '' };
  const labelSelector = selectorTextOf(isJsonRecord(object['spec']) ? object['spec']['selector'] : undefined);
  // An empty selector would select every pod of the namespace.
  if (labelSelector !== '') return { pods, pod: undefined, labelSelector };
  throw new InvalidArgumentError(
    'target',
    `must name what selects pods: ${resource.resource} ${target} has no selector`,
  );
}

function podsOf(handle: LogsHandle) {
  const pods = handle.at(podsMapping).as(wholeObject());
  return pods as typeof pods & Connectable;
}

const operators = { In: 'in', NotIn: 'notin', Exists: 'exists', DoesNotExist: '!' } as const;

/** Returns the text of a LabelSelector, or of the map of labels that services have; empty without one. */
function selectorTextOf(selector: unknown): string {
  if (!isJsonRecord(selector)) return '';
  const { matchLabels, matchExpressions } = selector;
  const isMap = Object.values(selector).every((value) => typeof value === 'string');
  const labels = Object.entries((isMap ? selector : (matchLabels ?? {})) as Record<string, string>);
  const expressions = Array.isArray(matchExpressions) ? (matchExpressions as unknown[]).filter(isJsonRecord) : [];
  return formatLabelSelector([
    ...labels.map(([key, value]): LabelRequirement => ({ key, operator: '=', values: [value] })),
    ...expressions.map(({ key, operator, values = [] }): LabelRequirement => {
      return { key: String(key), operator: operators[operator as keyof typeof operators], values: values as string[] };
    }),
  ]);
}
