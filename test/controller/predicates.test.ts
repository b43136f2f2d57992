import { describe, expect, it } from 'vitest';
import {
  allOf,
  annotationsChanged,
  anyOf,
  generationChanged,
  labelsChanged,
  not,
  settled,
  type Predicate,
} from '../../src/controller/index.js';
import { control, stage, widget } from './controlled.js';

const changed = (before: object, object: object) =>
  ({ type: 'changed', before: { metadata: before }, object: { metadata: object } }) as const;

describe('a predicate', () => {
  it.each<[string, Predicate, object, object, boolean]>([
    ['another generation', generationChanged, { generation: 1 }, { generation: 2 }, true],
    ['the same generation', generationChanged, { generation: 1, labels: {} }, { generation: 1 }, false],
    ['no generation, of which nothing is known', generationChanged, {}, {}, true],
    ['a label that came', labelsChanged, {}, { labels: { a: '' } }, true],
    ['a label that went', labelsChanged, { labels: { a: '', b: '' } }, { labels: { a: '' } }, true],
    ['a label with another name', labelsChanged, { labels: { a: '' } }, { labels: { b: '' } }, true],
    ['a label with another value', labelsChanged, { labels: { a: '1' } }, { labels: { a: '2' } }, true],
    [
      'the same labels in another order',
      labelsChanged,
      { labels: { a: '1', b: '2' } },
      { labels: { b: '2', a: '1' } },
      false,
    ],
    ['no labels, written in two ways', labelsChanged, {}, { labels: {} }, false],
    ['an annotation', annotationsChanged, {}, { annotations: { a: '1' } }, true],
    ['a label instead of an annotation', annotationsChanged, {}, { labels: { a: '1' } }, false],
    ['one of two', anyOf(labelsChanged, annotationsChanged), {}, { annotations: { a: '1' } }, true],
    ['none of two', anyOf(labelsChanged, annotationsChanged), {}, { generation: 2 }, false],
    [
      'one of two, where both are asked for',
      allOf(labelsChanged, annotationsChanged),
      {},
      { labels: { a: '' } },
      false,
    ],
    ['what is not', not(labelsChanged), {}, {}, true],
  ])('says of %s what it is', (_, predicate, before, object, expected) => {
    expect(predicate(changed(before, object))).toBe(expected);
  });

  it('is asked for changes alone, and not for the beginning of a deletion', async () => {
    const on = stage({ objects: [widget('a', { finalizers: ['example.com/x'] })] });
    const asked: string[] = [];
    const predicate: Predicate = (step) => {
      asked.push(step.type);
      return false;
    };
    const { controller, reconciled } = control(on, { for: { resource: 'widgets', predicate } });
    await settled(controller);
    on.fake.put(widget('a', { finalizers: ['example.com/x'], labels: { x: 'y' } }));
    await settled(controller);
    expect([asked, reconciled]).toEqual([['changed'], ['shop/a']]);
    const handle = on.client.resource('widgets').namespace('shop');
    await handle.delete('a');
    await settled(controller);
    expect([asked, reconciled]).toEqual([['changed'], ['shop/a', 'shop/a']]);
    await handle.patch('a', { metadata: { finalizers: null } }, { type: 'merge' });
    await settled(controller);
    expect([asked, reconciled.length]).toEqual([['changed'], 3]);
  });

  it('is asked for what came and went where it is told so', async () => {
    const on = stage({ objects: [widget('a')] });
    const asked: string[] = [];
    const predicate: Predicate = (step) => {
      asked.push(step.type);
      return false;
    };
    const predicateOn = ['added', 'removed'] as const;
    const { controller, reconciled } = control(on, { for: { resource: 'widgets', predicate, predicateOn } });
    await settled(controller);
    on.fake.put(widget('a', { labels: { x: 'y' } }));
    await settled(controller);
    on.fake.remove(widget('a'));
    await settled(controller);
    expect([asked, reconciled]).toEqual([['added', 'removed'], ['shop/a']]);
  });
});
