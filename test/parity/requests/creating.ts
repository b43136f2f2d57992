import { scene, type ParityRequest } from '../request.js';
import { ownAccepts } from './accepts.js';
import { exhibits, objectOf, type Exhibit } from './exhibits.js';

function createsOf(exhibit: Exhibit): ParityRequest[] {
  const { path, word } = exhibit;
  const method = 'POST';
  return [
    { name: 'first', method, path, body: objectOf(exhibit, 'first') },
    { name: 'second, as Table', method, path, body: objectOf(exhibit, 'second'), accept: ownAccepts['Table'] },
    {
      name: 'third, as metadata',
      method,
      path,
      body: objectOf(exhibit, 'third'),
      accept: ownAccepts['metadata of one'],
    },
    { name: 'a name that is taken', method, path, body: objectOf(exhibit, 'first') },
    {
      name: 'a generated name',
      method,
      path,
      body: objectOf(exhibit, '', { name: undefined, generateName: 'made-', labels: { part: 'generated' } }),
    },
    { name: 'dryRun', method, path: `${path}?dryRun=All`, body: objectOf(exhibit, 'dry') },
    { name: 'dryRun has stored nothing', path: `${path}/dry` },
    {
      name: 'a field manager and strict validation',
      method,
      path: `${path}?fieldManager=parity&fieldValidation=Strict`,
      body: objectOf(exhibit, 'strict'),
    },
    { name: 'one more', method, path, body: objectOf(exhibit, 'unasked'), prepares: true },
    { name: 'a resource version', method, path, body: objectOf(exhibit, 'fresh', { resourceVersion: '1' }) },
    {
      name: 'a uid and a creation time of its own',
      method,
      path: `${path}?dryRun=All`,
      body: objectOf(exhibit, 'old', {
        uid: '00000000-0000-4000-8000-000000000000',
        creationTimestamp: '2020-01-01T00:00:00Z',
        generation: 7,
        selfLink: '/somewhere',
      }),
    },
    { name: 'no name', method, path, body: objectOf(exhibit, '', { name: undefined }) },
    {
      name: 'no apiVersion and kind',
      method,
      path: `${path}?dryRun=All`,
      body: { ...objectOf(exhibit, 'untyped'), apiVersion: undefined, kind: undefined },
    },
    {
      name: 'no kind',
      method,
      path: `${path}?dryRun=All`,
      body: { ...objectOf(exhibit, 'untyped'), kind: undefined },
    },
    {
      name: 'another kind',
      method,
      path: `${path}?dryRun=All`,
      body: { ...objectOf(exhibit, 'other'), kind: 'Secret' },
    },
    {
      name: 'another version',
      method,
      path: `${path}?dryRun=All`,
      body: { ...objectOf(exhibit, 'other'), apiVersion: 'other.example.org/v9' },
    },
    {
      name: 'another namespace',
      method,
      path: `${path}?dryRun=All`,
      body: objectOf(exhibit, 'elsewhere', { namespace: 'elsewhere' }),
    },
    { name: 'at an object', method, path: `${path}/first`, body: objectOf(exhibit, 'first') },
    ...(word.includes('clusterroles') || word.includes('planets')
      ? []
      : [
          {
            name: 'without a namespace',
            method,
            path: exhibit.everywhere,
            body: objectOf(exhibit, 'nowhere'),
          } as const,
        ]),
  ];
}

/** Makes the objects of all exhibits. */
export const creating: readonly ParityRequest[] = exhibits.flatMap((exhibit) =>
  scene(`create ${exhibit.word}`, createsOf(exhibit)),
);
