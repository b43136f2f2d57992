import type { KubeList } from '../../../src/core/model/kube-object.js';
import { scene, type Earlier, type ParityRequest } from '../request.js';
import { otherAccepts, ownAccepts } from './accepts.js';
import { exhibits, type Exhibit } from './exhibits.js';

const query = (parameters: Readonly<Record<string, string>>): string => new URLSearchParams(parameters).toString();

function readsOf(exhibit: Exhibit): ParityRequest[] {
  const { path, everywhere, word } = exhibit;
  const accepts = { JSON: 'application/json', ...ownAccepts, ...otherAccepts };
  const mine = 'labelSelector=part%3Dexhibit';
  const pageAfter = (earlier: Earlier, name: string): string =>
    encodeURIComponent((earlier(`read ${word}: ${name}`).body as KubeList).metadata.continue ?? '');
  return [
    ...Object.entries(accepts).flatMap(([what, accept]): ParityRequest[] => [
      { name: `one as ${what}`, path: `${path}/first`, accept },
      { name: `many as ${what}`, path: `${path}?${mine}`, accept },
    ]),
    ...['None', 'Metadata', 'Object', 'Nope', ''].flatMap((include): ParityRequest[] => [
      {
        name: `one with ${include || 'empty'} objects`,
        path: `${path}/first?includeObject=${include}`,
        accept: ownAccepts['Table'],
      },
      {
        name: `many with ${include || 'empty'} objects`,
        path: `${path}?${mine}&includeObject=${include}`,
        accept: ownAccepts['Table'],
      },
    ]),
    { name: 'includeObject without a Table', path: `${path}?${mine}&includeObject=Nope` },
    { name: 'everywhere', path: `${everywhere}?${mine}` },
    { name: 'everywhere as metadata', path: `${everywhere}?${mine}`, accept: ownAccepts['metadata of many'] },
    { name: 'nothing that fits', path: `${path}?labelSelector=part%3Dnone` },
    { name: 'nothing that fits, as Table', path: `${path}?labelSelector=part%3Dnone`, accept: ownAccepts['Table'] },
    { name: 'what is not there', path: `${path}/missing` },
    { name: 'what is not there, as Table', path: `${path}/missing`, accept: ownAccepts['Table'] },
    {
      name: 'by name',
      path: `${everywhere}?${query({ fieldSelector: 'metadata.name=first', labelSelector: 'part' })}`,
    },
    { name: 'by a field that cannot be selected', path: `${path}?${query({ fieldSelector: 'spec.nothing=1' })}` },
    { name: 'a page', path: `${path}?limit=1&labelSelector=part` },
    {
      name: 'the next page',
      path: (earlier) => `${path}?limit=1&labelSelector=part&continue=${pageAfter(earlier, 'a page')}`,
    },
    { name: 'a page as Table', path: `${path}?limit=1&labelSelector=part`, accept: ownAccepts['Table'] },
    {
      name: 'the rest as metadata',
      path: (earlier) => `${path}?labelSelector=part&continue=${pageAfter(earlier, 'a page as Table')}`,
      accept: ownAccepts['metadata of many'],
    },
    { name: 'a bad continue token', path: `${path}?limit=1&continue=nonsense` },
    {
      name: 'a continue token and a resource version',
      path: (earlier) => `${path}?limit=1&resourceVersion=1&continue=${pageAfter(earlier, 'a page')}`,
    },
    { name: 'one at resource version 0', path: `${path}/first?resourceVersion=0` },
    { name: 'many at resource version 0', path: `${path}?${mine}&resourceVersion=0` },
  ];
}

/** Reads the objects of all exhibits in every form. */
export const reading: readonly ParityRequest[] = exhibits.flatMap((exhibit) =>
  scene(`read ${exhibit.word}`, readsOf(exhibit)),
);
