import { check, checkFailures } from './check.js';

// The cases of client-go's own tests for slices (util/jsonpath/jsonpath_test.go).

const names = (...of: number[]): string => of.map((index) => `fake${index}`).join(' ');
const containers = (count: number): object => ({
  c: Array.from({ length: count }, (_, at) => ({ name: `fake${at}` })),
});
check('indexes from the end', containers(4), [
  ['{.c[0].name}', names(0)],
  ['{.c[0:0].name}', ''],
  ['{.c[0:-1].name}', names(0, 1, 2)],
  ['{.c[-1].name}', names(3)],
  ['{.c[-1:].name}', names(3)],
  ['{.c[-2].name}', names(2)],
  ['{.c[-2:].name}', names(2, 3)],
  ['{.c[-4].name}', names(0)],
  ['{.c[-4:].name}', names(0, 1, 2, 3)],
  ['{.c[5:5].name}', ''],
  ['{.c[-5:-5].name}', ''],
]);
checkFailures('indexes', containers(4), [
  ['{.c[-1:0].name}', 'ends before it begins'],
  ['{.c[-5].name}', 'index -5 is out of bounds: the list has 4 items'],
  ['{.c[3:1].name}', 'ends before it begins'],
  ['{.c[-1:-2].name}', 'ends before it begins'],
  ['{.c[0:5]}', 'the end 5 is out of bounds'],
]);
check('steps', containers(6), [
  ['{.c[0:].name}', names(0, 1, 2, 3, 4, 5)],
  ['{.c[0:6:].name}', names(0, 1, 2, 3, 4, 5)],
  ['{.c[0:6:1].name}', names(0, 1, 2, 3, 4, 5)],
  ['{.c[1:4:2].name}', names(1, 3)],
  ['{.c[1:4:3].name}', names(1)],
  ['{.c[1:4:4].name}', names(1)],
  ['{.c[0:6:2].name}', names(0, 2, 4)],
  ['{.c[0:6:5].name}', names(0, 5)],
  ['{.c[0:6:6].name}', names(0)],
]);
checkFailures('steps', containers(6), [
  ['{.c[0:6:0].name}', 'must be greater than 0'],
  ['{.c[0:6:-1].name}', 'must be greater than 0'],
]);
