import type { ObjectMeta } from '../../core/model/kube-object.js';
import { invalid, type Cause, type FieldReason } from '../wire/refusals.js';
import type { ServedResource } from '../served/served.js';
import { namingOf, problemOfName } from '../served/names.js';
import { ownerCauses } from './owner-references.js';

const word = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const maxAnnotations = 256 * 1024;

/** Throws 422 for metadata that no server stores, and for further problems. */
export function validateMetadata(metadata: ObjectMeta, resource: ServedResource, further: readonly Cause[] = []): void {
  const causes = [...nameCauses(metadata, resource), ...fieldCauses(metadata, resource), ...further];
  refuseFor(causes, metadata, resource);
}

/** Like {@link validateMetadata}, for an existing object, whose name is not checked. */
export function validateChangedMetadata(
  metadata: ObjectMeta,
  resource: ServedResource,
  further: readonly Cause[] = [],
): void {
  refuseFor([...fieldCauses(metadata, resource), ...further], metadata, resource);
}

function refuseFor(causes: readonly Cause[], { name }: ObjectMeta, { objectKind }: ServedResource): void {
  if (causes.length > 0) throw invalid({ ...objectKind, name }, causes);
}

function nameCauses({ name = '', generateName = '' }: ObjectMeta, resource: ServedResource): Cause[] {
  const naming = namingOf(resource);
  const prefixProblem = generateName === '' ? undefined : problemOfName(generateName.replace(/-$/, 'a'), naming);
  const nameProblem = name === '' ? undefined : problemOfName(name, naming);
  return [
    ...(prefixProblem === undefined ? [] : [wrong('generateName', generateName, prefixProblem)]),
    ...(name === '' ? [cause('name', 'FieldValueRequired', 'Required value: name or generateName is required')] : []),
    ...(nameProblem === undefined ? [] : [wrong('name', name, nameProblem)]),
  ];
}

function fieldCauses(metadata: ObjectMeta, resource: ServedResource): Cause[] {
  const { labels = {}, annotations = {}, finalizers = [], generation = 0 } = metadata;
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + bytesIn(key) + bytesIn(value), 0);
  return [
    ...(generation < 0 ? [wrong('generation', generation, 'must be greater than or equal to 0')] : []),
    ...Object.entries(labels).flatMap(([key, value]) => labelCauses(key, value)),
    ...Object.keys(annotations).flatMap((key) => keyCauses('annotations', key, key.toLowerCase())),
    ...(size > maxAnnotations
      ? [cause('annotations', 'FieldValueTooLong', `Too long: may not be more than ${maxAnnotations} bytes`)]
      : []),
    ...ownerCauses(metadata),
    ...finalizers.flatMap((text) => keyCauses('finalizers', text)),
    ...(resource.custom ? [] : finalizerCauses('metadata', finalizers)),
  ];
}

function labelCauses(key: string, value: string): Cause[] {
  const isValue = value === '' || (value.length <= 63 && word.test(value));
  return [...keyCauses('labels', key), ...(isValue ? [] : [wrong('labels', value, 'is no label value')])];
}

/** Returns the problems of a qualified name: `name` or `sub.domain/name`. */
function keyCauses(field: string, shown: string, key = shown): Cause[] {
  const [name = '', prefix, ...rest] = key.split('/').reverse();
  const isPrefix = prefix === undefined || (prefix.length <= 253 && subdomain.test(prefix));
  const isName = name.length <= 63 && word.test(name);
  return rest.length === 0 && isPrefix && isName ? [] : [wrong(field, shown, 'is no qualified name')];
}

/** Returns the problems of finalizers of built-in resources: each needs a domain unless Kubernetes itself sets it. */
export function finalizerCauses(at: 'metadata' | 'spec', finalizers: readonly string[]): Cause[] {
  const why = 'name is neither a standard finalizer name nor is it fully qualified';
  return finalizers.flatMap((text, index) => {
    if (text.includes('/') || ['orphan', 'foregroundDeletion', 'kubernetes'].includes(text)) return [];
    return [{ ...wrong(`finalizers[${index}]`, text, why), field: `${at}.finalizers[${index}]` }];
  });
}

function wrong(field: string, value: unknown, why: string): Cause {
  return cause(field, 'FieldValueInvalid', `Invalid value: ${JSON.stringify(value)}: ${why}`);
}

function cause(field: string, reason: FieldReason, message: string): Cause {
  return { field: `metadata.${field}`, reason, message };
}

function bytesIn(text: string): number {
  return new TextEncoder().encode(text).length;
}
