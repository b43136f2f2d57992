import { describe, expect, it } from 'vitest';
import { createAnswerBody, type AnswerBody } from '../../../src/core/media/answer-body.js';
import { csv } from '../../../src/representations/csv.js';
import { originOf } from '../../../src/core/representation/origin.js';
import { bareItem, created, frame, partial, pod, podList, received, row, table } from '../bodies.js';
import { allPods, nodes, thrownBy, webPods } from '../contexts.js';

const now = () => Date.parse(created) + 200_000;
const meta = 'application/json;g=meta.k8s.io;v=v1;as=Table,application/json;g=meta.k8s.io;v=v1beta1;as=Table';
const alias = 'application/json+vnd.kubernetes.as+meta.k8s.io+v1+Table';
const written = (content: string, mediaType = 'text/csv; charset=utf-8'): AnswerBody =>
  createAnswerBody({ content, mediaType, path: '/here' });

describe('CSV is asked for', () => {
  it('of one object as CSV of the server first, and of a list as a Table, which tells whether there is more', () => {
    const form = csv();
    expect(form.offer('get', webPods).accept).toBe(`text/csv,${alias},${meta},application/json`);
    expect(form.offer('list', webPods).accept).toBe(`${meta},${alias},text/csv,application/json`);
    expect(form.offer('watch', webPods).accept).toBe(`${meta},application/json`);
  });

  it('with no more beside the cells than the namespace needs', () => {
    expect(csv().offer('list', webPods).query).toEqual({ includeObject: 'None' });
    expect(csv().offer('list', allPods).query).toEqual({ includeObject: 'Metadata' });
  });

  it('with options that make sense', () => {
    expect(() => csv({ defuse: 'yes' as never })).toThrow('defuse must be true or false.');
    expect(() => csv(null as never)).toThrow('options must be an object.');
  });
});

describe('CSV made of a Table', () => {
  it('has a record for each row, and keeps what the list says of itself', () => {
    const body = received(table([row('front'), row('=back')], { resourceVersion: '10', continue: 'next' }));
    const page = csv({ defuse: true }).decodeMany(body, webPods);
    expect(page).toEqual({
      text: "Name,Ready,Age,IP\r\nfront,1/1,5d,10.0.0.1\r\n'=back,1/1,5d,10.0.0.1\r\n",
      header: 'Name,Ready,Age,IP\r\n',
      records: ['front,1/1,5d,10.0.0.1\r\n', "'=back,1/1,5d,10.0.0.1\r\n"],
      metadata: { resourceVersion: '10', continue: 'next' },
    });
    expect(originOf(page)).toBe('converted');
    expect(csv().itemsOf(page)).toBe(page.records);
    expect(csv().continueOf(page)).toBe('next');
  });

  it('has the namespace first over all of them', () => {
    const page = csv().decodeMany(received(table([row('front', partial('front', 'web'))])), allPods);
    expect(page.text).toBe('Namespace,Name,Ready,Age,IP\r\nweb,front,1/1,5d,10.0.0.1\r\n');
    expect(csv().decodeMany(received(table([row('n1')])), nodes).header).toBe('Name,Ready,Age,IP\r\n');
  });

  it.each([
    [allPods, 'Namespace,Name,Age\r\nweb,front,3m20s\r\n'],
    [webPods, 'Name,Age\r\nfront,3m20s\r\n'],
  ])('is made of whole objects where a server has no Table', (context, text) => {
    const page = csv({ now }).decodeMany(received(podList([bareItem('front', 'web')])), context);
    expect(page.text).toBe(text);
    expect(originOf(page)).toBe('converted');
  });

  it('of one object has one record', () => {
    expect(csv().decodeOne(received(table([row('front')])), webPods).records).toEqual(['front,1/1,5d,10.0.0.1\r\n']);
    expect(() => csv().decodeOne(received(table([row('a'), row('b')])), webPods)).toThrow('contains several objects');
  });

  it('is read by its alias as well', () => {
    const body = createAnswerBody({ content: JSON.stringify(table([row('front')])), mediaType: alias, path: '/here' });
    expect(csv().decodeMany(body, webPods).records).toHaveLength(1);
  });
});

describe('CSV that a server wrote', () => {
  it('is taken, with our line ends, and says that it is the server’s', () => {
    const page = csv().decodeOne(written('NAME,NOTE\n"front","a ""b"""\n'), webPods);
    expect(page).toEqual({
      text: 'NAME,NOTE\r\nfront,"a ""b"""\r\n',
      header: 'NAME,NOTE\r\n',
      records: ['front,"a ""b"""\r\n'],
      metadata: undefined,
    });
    expect(originOf(page)).toBe('server');
  });

  it('is defused as well, and may have no header', () => {
    const page = csv({ defuse: true }).decodeOne(written('=1,2\r\n', 'text/csv;header=absent'), webPods);
    expect(page).toMatchObject({ header: '', records: ["'=1,2\r\n"] });
  });

  it('may be nothing at all', () => {
    expect(csv().decodeMany(written(''), webPods)).toMatchObject({ text: '', header: '', records: [] });
  });

  it('of a list does not tell whether there is more, which is an error for whoever reads on', () => {
    const representation = csv();
    const page = representation.decodeMany(written('NAME\nfront\n'), webPods);
    expect(thrownBy(() => representation.continueOf(page))).toMatchObject({
      code: 'unexpected-shape',
      resource: webPods.mapping.resource,
      message: expect.stringContaining('use list() without a limit') as string,
    });
  });

  it('and broke is malformed', () => {
    expect(thrownBy(() => csv().decodeOne(written('NAME\n"front\n'), webPods))).toMatchObject({
      code: 'malformed-answer',
      message: 'The answer to /here is malformed: the CSV has an unexpected quote at position 5.',
    });
  });
});

describe('a watch', () => {
  it('has a record and the header with each event, though the server names the columns once', () => {
    const decode = csv().decodeEvents(allPods);
    const first = decode(frame('ADDED', table([row('front', partial('front'))], { resourceVersion: '11' })));
    const second = decode(
      frame('MODIFIED', { ...table([row('a,b', partial('front'))], { resourceVersion: '12' }), columnDefinitions: [] }),
    );
    expect([first, second]).toEqual([
      {
        type: 'ADDED',
        record: 'web,front,1/1,5d,10.0.0.1\r\n',
        header: 'Namespace,Name,Ready,Age,IP\r\n',
        resourceVersion: '11',
      },
      {
        type: 'MODIFIED',
        record: 'web,"a,b",1/1,5d,10.0.0.1\r\n',
        header: 'Namespace,Name,Ready,Age,IP\r\n',
        resourceVersion: '12',
      },
    ]);
    expect(originOf(first)).toBe('converted');
  });

  it('is made of whole objects where a server has no Table', () => {
    const event = csv({ now }).decodeEvents(allPods)(frame('DELETED', pod('front')));
    expect(event).toMatchObject({ type: 'DELETED', record: 'web,front,3m20s\r\n', header: 'Namespace,Name,Age\r\n' });
  });

  it('passes bookmarks on', () => {
    const bookmark = { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '12' } };
    expect(csv().decodeEvents(webPods)(frame('BOOKMARK', bookmark))).toMatchObject({
      type: 'BOOKMARK',
      object: { metadata: { resourceVersion: '12' } },
    });
  });
});
