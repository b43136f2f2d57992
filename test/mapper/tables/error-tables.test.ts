import { describe, expect, it } from 'vitest';
import { AmbiguousMatchError, NoMatchError } from '../../../src/core/mapper/errors.js';
import { KubeError } from '../../../src/core/shared/kube-error.js';
import { errorTable } from './errors.js';
import type { MapperQuestion } from './mapper-case.js';
import { mapperOf } from './table.js';
import type { RESTMapper } from '../../../src/core/mapper/create-mapper.js';

const classes = { AmbiguousMatchError, NoMatchError };

function thrownBy(mapper: RESTMapper, question: MapperQuestion): unknown {
  try {
    if (question[0] === 'kindFor' || question[0] === 'resourceFor') mapper[question[0]](question[1]);
    else if (question[0] === 'mappingFor') mapper.mappingFor({ group: question[1], kind: question[2] });
  } catch (error) {
    return error;
  }
  return undefined;
}

describe(errorTable.name, () => {
  it.each(errorTable.cases)('$id', ({ server, steps }) => {
    for (const { ask, peer } of steps) {
      const error = thrownBy(mapperOf(server), ask);
      const wrapped = new Error('wrapped', { cause: error });
      for (const [name, type] of Object.entries(classes)) {
        expect(error instanceof type).toBe(name === peer);
        expect(wrapped.cause instanceof type).toBe(name === peer);
        expect(new Error('foo') instanceof type).toBe(false);
      }
      expect(error).toBeInstanceOf(KubeError);
    }
  });
});
