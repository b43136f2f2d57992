import { describe, expect, it } from 'vitest';
import { parseJSONPath } from '../../src/representations/json-path.js';
import { check, checkFailures } from './check.js';

// The cases of client-go's own tests (util/jsonpath/*_test.go), the structs among them as the JSON that they stand for.

const maps = [
  { name: 'one', value: 1 },
  { name: 'two', value: 2.02 },
  { name: 'three', value: 3.03 },
  { name: 'four', value: 4.04 },
];
const types = {
  bools: [true, false, true, false],
  integers: [1, 2, 3, 4],
  floats: [1, 2.2, 3.3, 4],
  strings: ['one', 'two', 'three', 'four'],
  interfaces: [true, 'one', 1, 1.1],
  maps,
};
const [one, two, three, four] = maps.map((each) => JSON.stringify(each));

check('values of each type', types, [
  ['{ .bools }', '[true,false,true,false]'],
  ['{ .bools[0] }', 'true'],
  ['{ .bools[-1] }', 'false'],
  ['{ .bools[0:2] }', 'true false'],
  ['{ .bools[:2] }', 'true false'],
  ['{ .bools[:4:2] }', 'true true'],
  ['{ .integers }', '[1,2,3,4]'],
  ['{ .integers[0] }', '1'],
  ['{ .integers[-2] }', '3'],
  ['{ .integers[0:2] }', '1 2'],
  ['{ .integers[:4:2] }', '1 3'],
  ['{ .floats }', '[1,2.2,3.3,4]'],
  ['{ .floats[0] }', '1'],
  ['{ .floats[-2] }', '3.3'],
  ['{ .floats[:2] }', '1 2.2'],
  ['{ .floats[:4:2] }', '1 3.3'],
  ['{ .strings }', '["one","two","three","four"]'],
  ['{ .strings[0] }', 'one'],
  ['{ .strings[-2] }', 'three'],
  ['{ .strings[0:2] }', 'one two'],
  ['{ .strings[:4:2] }', 'one three'],
  ['{ .interfaces }', '[true,"one",1,1.1]'],
  ['{ .interfaces[-2] }', '1'],
  ['{ .interfaces[:4:2] }', 'true 1'],
  ['{ .maps }', JSON.stringify(maps)],
  ['{ .maps[0] }', `${one}`],
  ['{ .maps[-2] }', `${three}`],
  ['{ .maps[:2] }', `${one} ${two}`],
  ['{ .maps[::2] }', `${one} ${three}`],
  ['{ .maps[1::2] }', `${two} ${four}`],
]);

const books = [
  { Category: 'reference', Author: 'Nigel Rees', Title: 'Sayings of the Centurey', Price: 8.95 },
  { Category: 'fiction', Author: 'Evelyn Waugh', Title: 'Sword of Honour', Price: 12.99 },
  { Category: 'fiction', Author: 'Herman Melville', Title: 'Moby Dick', Price: 8.99 },
];
const bicycles = [
  { Color: 'red', Price: 19.95, IsNew: true },
  { Color: 'green', Price: 20.01, IsNew: false },
];
const store = {
  Book: books,
  Bicycle: bicycles,
  Name: 'jsonpath',
  Labels: { engieer: 10, 'web/html': 15, 'k8s-app': 20 },
  Employees: { jason: 'manager', dan: 'clerk' },
};
/** Go writes the fields of a struct in their order, and the keys of a map by name; of JSON there are maps alone. */
const lastBook = '{"Author":"Herman Melville","Category":"fiction","Price":8.99,"Title":"Moby Dick"}';
const redBicycle = '{"Color":"red","IsNew":true,"Price":19.95}';
const greenBicycle = '{"Color":"green","IsNew":false,"Price":20.01}';

check('nothing', null, [
  ['hello jsonpath', 'hello jsonpath'],
  ['{"{"}', '{'],
]);
check(
  'a list',
  [2, 6, 3, 7],
  [
    ['{[?(@<5)]}', '2 3'],
    ['{..}', '[2,6,3,7]'],
    ['{[1,2,3]}', '6 3 7'],
    ['{[0:2]}', '2 6'],
  ],
);
check('a store', store, [
  ['hello {.Name}', 'hello jsonpath'],
  ['{$.Labels.web/html}', '15'],
  ['{$.Employees.jason}', 'manager'],
  ['{.Labels.k8s-app}', '20'],
  ['{.Bicycle[*].Color}', 'red green'],
  ['{.Book[*].Author}', 'Nigel Rees Evelyn Waugh Herman Melville'],
  ['{range .Bicycle[*]}{ "{" }{ @.* }{ "} " }{end}', '{red 19.95 true} {green 20.01 false} '],
  ['{..Price}', '8.95 12.99 8.99 19.95 20.01'],
  ['{...Price}', '8.95 12.99 8.99 19.95 20.01'],
  ['{.Bicycle}', `[${redBicycle},${greenBicycle}]`],
  ['{range .Bicycle[*]}{ @ }{ " " }{end}', `${redBicycle} ${greenBicycle} `],
  ['{.Book[-1:]}', lastBook],
  ['{..Book[2]}', lastBook],
  ['{.Bicycle[?(@.IsNew==true)]}', redBicycle],
]);
check(
  'a store in which keys may be missing',
  store,
  [
    ['{.hello}', ''],
    ['before-{.hello}after', 'before-after'],
  ],
  { allowMissingKeys: true },
);
checkFailures('a store', store, [
  ['{............................................................Price}', 'two recursive descents'],
  ['{hello}', '"hello" is not a JSONPath keyword'],
  ['{.hello}', '"hello" is not found'],
  ['{.Labels[0]}', 'an object is not a list'],
  ['{.Book[?(@.Price<>10)]}', 'unknown operator <>'],
  ['{range .Labels.*}{@}{end}{end}', 'this {end} has no {range}'],
]);

check(
  'points',
  [
    { id: 'i1', x: 4, y: -5 },
    { id: 'i2', x: -2, y: -5, z: 1 },
    { id: 'i5', x: 0, y: 2, z: 1 },
    { id: 'i7', x: null, y: 4 },
  ],
  [
    ['{[?(@.z)].id}', 'i2 i5'],
    ["{[0]['id']}", 'i1'],
    ["{[-1]['x']}", 'null'],
  ],
);

const nodes = {
  kind: 'List',
  items: [
    {
      kind: 'None',
      metadata: { name: '127.0.0.1', labels: { 'kubernetes.io/hostname': '127.0.0.1' } },
      status: { capacity: { cpu: '4' }, ready: true, addresses: [{ type: 'LegacyHostIP', address: '127.0.0.1' }] },
    },
    {
      kind: 'None',
      metadata: { name: '127.0.0.2', labels: { 'kubernetes.io/hostname': '127.0.0.2' } },
      status: {
        capacity: { cpu: '8' },
        ready: false,
        addresses: [
          { type: 'LegacyHostIP', address: '127.0.0.2' },
          { type: 'another', address: '127.0.0.3' },
        ],
      },
    },
  ],
  users: [
    { name: 'myself', user: {} },
    { name: 'e2e', user: { username: 'admin', password: 'secret' } },
  ],
};
check('nodes', nodes, [
  ['{range .items[*]}{.metadata.name}, {end}{.kind}', '127.0.0.1, 127.0.0.2, List'],
  ['{range .items[*]}{.metadata.name}{"\\t"}{end}', '127.0.0.1\t127.0.0.2\t'],
  ['{.items[*].status.addresses[*].address}', '127.0.0.1 127.0.0.2 127.0.0.3'],
  ['{range .items[*]}{range .status.addresses[*]}{.address}, {end}{end}', '127.0.0.1, 127.0.0.2, 127.0.0.3, '],
  ['{.items[*].metadata.name}', '127.0.0.1 127.0.0.2'],
  ["{.items[*]['metadata.name', 'status.capacity']}", '127.0.0.1 127.0.0.2 {"cpu":"4"} {"cpu":"8"}'],
  [
    '{range .items[*]}[{.metadata.name}, {.status.capacity}] {end}',
    '[127.0.0.1, {"cpu":"4"}] [127.0.0.2, {"cpu":"8"}] ',
  ],
  ['{.users[?(@.name=="e2e")].user.password}', 'secret'],
  ['{.items[0].metadata.labels.kubernetes\\.io/hostname}', '127.0.0.1'],
  ['{.items[?(@.metadata.labels.kubernetes\\.io/hostname=="127.0.0.1")].kind}', 'None'],
  ['{.items[?(@..ready==true)].metadata.name}', '127.0.0.1'],
  ['{..name}', '127.0.0.1 127.0.0.2 myself e2e'],
]);

check('no items', { items: [] }, [
  ['{range .items[*]}{.metadata.name}{end}', ''],
  ['{range .items[*]}{.metadata.name}{":"}{range @.spec.containers[*]}{.name}{","}{end}{"+"}{end}', ''],
]);

const another = [{ name: 'value1' }, { name: 'value2' }];
const pods = {
  items: [
    {
      metadata: { name: 'pod1' },
      spec: {
        containers: [
          { name: 'foo', another },
          { name: 'bar', another },
        ],
      },
    },
    { metadata: { name: 'pod2' }, spec: { containers: [{ name: 'baz', another }] } },
  ],
};
check('ranges in ranges', pods, [
  [
    '{range .items[*]}{.metadata.name}{":"}{range @.spec.containers[*]}{.name}{","}{end}{"+"}{end}',
    'pod1:foo,bar,+pod2:baz,+',
  ],
  [
    '{range .items[*]}{.metadata.name}{"~"}{range @.spec.containers[*]}{.name}{":"}{range @.another[*]}{.name}{","}{end}{"+"}{end}{"#"}{end}',
    'pod1~foo:value1,value2,+bar:value1,value2,+#pod2~baz:value1,value2,+#',
  ],
  [
    '{range .items[*]}{.metadata.name}{"\\t"}{range @.spec.containers[*]}{.name}{" "}{end}{"\\t"}{range @.spec.containers[*]}{.name}{" "}{end}{"\\n"}{end}',
    'pod1\tfoo bar \tfoo bar \npod2\tbaz \tbaz \n',
  ],
]);

const coloured = {
  items: [
    { metadata: { name: 'pod1', annotations: { color: 'blue' } } },
    { metadata: { name: 'pod2' } },
    { metadata: { name: 'pod3', annotations: { color: 'green' } } },
    { metadata: { name: 'pod4', annotations: { color: 'blue' } } },
  ],
};
const blue = '{.items[?(@.metadata.annotations.color=="blue")].metadata.name}';
check('annotations of some', coloured, [[blue, 'pod1 pod4']], { allowMissingKeys: true });
checkFailures('annotations of some', coloured, [[blue, '"annotations" is not found']]);

const running = { items: [...['a', 'b'].map((name) => ({ metadata: { name }, status: { phase: 'Running' } })), {}] };
check(
  'a filter without @',
  running,
  [
    [
      '{range .items[?(.status.phase=="Running")]}{.metadata.name}{" is Running\\n"}{end}',
      'a is Running\nb is Running\n',
    ],
  ],
  { allowMissingKeys: true },
);

describe('a list that is empty does not hide those behind it', () => {
  it.each<[unknown, string, string]>([
    [[[], ['second']], '{[*][*]}', 'second'],
    [[['first'], [], ['third']], '{[*][*]}', 'first third'],
    [[['first'], []], '{[*][:]}', 'first'],
    [[[], []], '{[*][*]}', ''],
    [[['first'], ['second', 'third']], '{[*][0:-1]}', 'second'],
  ])('%j', (data, template, expected) => {
    expect(parseJSONPath(template).format(data)).toBe(expected);
  });
});

describe('what stands in quotes', () => {
  it.each<[string, string]>([
    ['"()"', '()'],
    ['"(\\"\\")"', '("")'],
    ['"())("', '())('],
    ["'Linux'", 'Linux'],
    ['"{[()]}"', '{[()]}'],
    ['"\'\'"', "''"],
    ['\'""\'', '""'],
    ["'\\\\\\''", "\\'"],
  ])('is text in a filter: %s', (quoted, meant) => {
    const data = [{ os: 'other' }, { os: meant, name: 'found' }];
    expect(parseJSONPath(`{[?(@.os == ${quoted})].name}`).format(data)).toBe('found');
  });
});

describe('what cannot be read', () => {
  it.each<[string, string, number]>([
    ['{\\\\\\}', 'unexpected "\\\\"', 1],
    ['{.hello', 'unterminated brace', 0],
    ['{*}', 'unexpected "*"', 1],
    ['{+12.3.0}', '+12.3.0 is not a number', 1],
    ['{[1}', 'unterminated bracket', 1],
    ['{[?(.price]}', 'unterminated filter', 1],
    ['{[?([?(.price)]}', 'unterminated filter', 4],
    [`{${'[?('.repeat(3000)}.price)]}`, 'unterminated filter', 4],
    ['{........}', 'two recursive descents (..) in a row', 3],
  ])('%s', (template, problem, position) => {
    expect(() => parseJSONPath(template)).toThrow(
      expect.objectContaining({
        code: 'invalid-json-path',
        problem: expect.stringContaining(problem) as string,
        position,
      }),
    );
  });
});
