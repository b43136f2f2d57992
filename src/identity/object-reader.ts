import { isKubeError } from '../errors.js';
import type { MetadataReader } from '../metadata/metadata-answer.js';
import type { PartialObjectMetadata } from '../model/kube-object.js';
import { mappingOf, type Scope } from '../model/rest-mapping.js';
import type { CallOptions } from '../resource/options.js';
import type { ObjectReader, Sighting } from './probe.js';

/** Creates the reader of objects for probes: it reads metadata of one object at a time, and never writes. */
export function createObjectReader(metadata: MetadataReader, call: CallOptions): ObjectReader {
  return {
    async anyOne(entry) {
      const question = { mapping: mappingOf(entry) };
      for await (const step of metadata.pages(question, { ...call, limit: 1 })) {
        if (step.state === 'page') return sightingOf(step.items[0], entry.scope);
        if (step.state === 'unknown') return { state: 'unknown', why: step.message };
      }
      return { state: 'missing' };
    },
    async named(entry, { name, namespace }) {
      try {
        const answer = await metadata.read({ mapping: mappingOf(entry), namespace, name }, call);
        if (answer.state === 'unknown') return { state: 'unknown', why: answer.message };
        return answer.state === 'missing' ? answer : sightingOf(answer.object, entry.scope);
      } catch (error) {
        // A name that cannot be part of a path came from the server, in a list.
        if (!isKubeError(error) || error.code !== 'invalid-name') throw error;
        return { state: 'unknown', why: error.message };
      }
    },
  };
}

/** Returns the namespace only if the scope has one, whatever a careless server writes. */
function sightingOf(object: PartialObjectMetadata | undefined, scope: Scope): Sighting {
  if (object === undefined) return { state: 'missing' };
  const { name, namespace, uid = '' } = object.metadata;
  if (!name) return { state: 'unknown', why: 'an object without a name' };
  if (scope === 'Cluster') return { state: 'found', name, uid };
  return namespace
    ? { state: 'found', name, namespace, uid }
    : { state: 'unknown', why: 'a namespaced object without a namespace' };
}
