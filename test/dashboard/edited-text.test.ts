import { expect, it } from 'vitest';
import { requireOne } from '../../src/dashboard/edited-text.js';
import { objectsFromYaml } from '../../src/yaml/index.js';

const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: login}\n';

it.each([
  ['two objects', `${secret}---\n${secret}`, 'exactly one object'],
  ['none', '# nothing', 'exactly one object'],
  ['a value that only stands for one', `${secret}data: {a: (masked)}`, 'only stands for one'],
  ['the same in stringData', `${secret}stringData: {a: (masked)}`, 'only stands for one'],
])('the text of an edit cannot be %s', (_, text, problem) => {
  expect(() => requireOne(objectsFromYaml(text))).toThrow(problem);
});

it('the text of an edit is an object', () => {
  const text = `${secret}data: {a: MQ==}`;
  expect(requireOne(objectsFromYaml(text))).toMatchObject({ kind: 'Secret', data: { a: 'MQ==' } });
});
