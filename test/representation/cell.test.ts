import { describe, expect, it } from 'vitest';
import { parseAge, parseCellCount, parseQuantity, readCell } from '../../src/representations/index.js';

describe('the cells of a table', () => {
  // Words of kubectl's and of Kubernetes' own printers, and of custom resources.
  it.each<[string, unknown, string, string | undefined]>([
    ...[
      'Running',
      'Succeeded',
      'Completed',
      'Complete',
      'Active',
      'Bound',
      'Available',
      'Ready',
      'Approved,Issued',
    ].map((word): [string, unknown, string, string] => ['Status', word, 'status', 'good']),
    ...[
      ...['Pending', 'ContainerCreating', 'PodInitializing', 'Init:0/2', 'Terminating', 'Unknown', 'SchedulingGated'],
      ...['Ready,SchedulingDisabled', 'Released', 'Suspended', 'ContainerStatusUnknown'],
    ].map((word): [string, unknown, string, string] => ['STATUS', word, 'status', 'waiting']),
    ...[
      ...[
        'CrashLoopBackOff',
        'Init:CrashLoopBackOff',
        'ImagePullBackOff',
        'ErrImagePull',
        'ErrImageNeverPull',
        'Error',
      ],
      ...[
        'Init:Error',
        'OOMKilled',
        'Evicted',
        'Failed',
        'NotReady',
        'NotReady,SchedulingDisabled',
        'Lost',
        'NodeLost',
      ],
      ...['CreateContainerConfigError', 'InvalidImageName', 'DeadlineExceeded', 'ExitCode:137', 'Init:Signal:9'],
      ...['ContainerCannotRun', 'UnexpectedAdmissionError', 'FailedMount', 'Degraded', 'Denied'],
    ].map((word): [string, unknown, string, string] => ['Status', word, 'status', 'bad']),
    ['Phase', 'Frobnicated', 'status', undefined],
    ['Ready', 'True', 'status', 'good'],
    ['Ready', 'False', 'status', 'waiting'],
    ['Synced', 'Unknown', 'status', 'waiting'],
    ['Suspended', 'True', 'text', undefined],
    ['Ready', '1/2', 'ready', 'waiting'],
    ['Ready', '2/2', 'ready', 'good'],
    ['Ready', '0/0', 'ready', 'good'],
    ['Completions', '0/1 of 3', 'ready', 'waiting'],
    ['Port(s)', '80/TCP', 'text', undefined],
    ['Name', 'failed-job', 'text', undefined],
    ['Name', '<script>', 'text', undefined],
    ['Status', '', 'none', undefined],
    ['Status', '<none>', 'none', undefined],
    ['Age', null, 'none', undefined],
    ['Restarts', '2 (5m ago)', 'count', undefined],
    ['Restarts', 0, 'count', undefined],
    ['Age', '5d4h', 'age', undefined],
    ['Duration', '5m', 'age', undefined],
    ['CPU(cores)', '5m', 'quantity', undefined],
    ['Capacity', '2Gi', 'quantity', undefined],
    ['Labels', { app: 'front' }, 'text', undefined],
  ])('in %s, %j is of %s, %s', (column, cell, meaning, tone) => {
    expect(readCell(cell, column)).toMatchObject({ meaning, tone });
  });

  it('have values to sort by, and their text', () => {
    expect(readCell('1/4', 'Ready').value).toBe(0.25);
    expect(readCell('2 (5m ago)', 'Restarts').value).toBe(2);
    expect(readCell('3m20s', 'Age').value).toBe(200);
    expect(readCell('500m', 'CPU').value).toBe(0.5);
    expect(readCell({ app: 'front' }, 'Labels').text).toBe('map[app:front]');
  });

  it('are read in linear time, whatever they hold', () => {
    const long = ['1'.repeat(100_000), `${'1d'.repeat(50_000)}x`, `${'a,'.repeat(50_000)}`, '('.repeat(100_000)];
    // Anything slower than linear would take longer than a test may.
    for (const text of long)
      for (const column of ['Status', 'Age', 'Ready']) expect(readCell(text, column).text).toBe(text);
  });

  it.each([
    [
      parseAge,
      ['5d4h', '90s', '2y', '', '4h5d', '5', '1.5h', ' 5s'],
      [446_400, 90, 63_072_000, ...Array<undefined>(5).fill(undefined)],
    ],
    [parseCellCount, ['7', '2 (5m ago)', '-1', '2 (', '1.5'], [7, 2, undefined, undefined, undefined]],
    [
      parseQuantity,
      ['500m', '2Ki', '1e3', '-1', '.5', '12345678901234567', '+5', '5 Gi', 'Infinity', ''],
      [0.5, 2048, 1000, -1, 0.5, 12345678901234567n, 5, undefined, undefined, undefined],
    ],
  ] as const)('%o reads texts', (parse, texts, values) => {
    expect(texts.map((text) => (parse as (text: string) => unknown)(text))).toEqual(values);
  });
});
