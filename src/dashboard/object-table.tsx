import {
  memo,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { DeepReadonly, TableColumn } from 'kubeatlas';
import { useAge } from 'kubeatlas/react';
import { readCell } from 'kubeatlas/representations';
import type { Route } from './route.js';
import { changeSettings, useSettings, widthWithin } from './settings.js';
import { ClusterMark, Swatch } from './cluster-mark.js';
import { clusterOf } from './row-clusters.js';
import { cellOf, keyOf, objectKey, textOf, type Order } from './sorted-rows.js';
import type { Row } from './use-tables.js';

interface ObjectTableProps {
  /** Whose widths are remembered. */
  readonly resource: string;
  readonly rows: readonly Row[];
  readonly columns: readonly DeepReadonly<TableColumn>[];
  /** Shows the columns of a lower priority too. */
  readonly isWide: boolean;
  readonly showsNamespace: boolean;
  /** Shows from which cluster each row is. */
  readonly showsCluster: boolean;
  /** Shows that the rows are those of before. */
  readonly isStale: boolean;
  readonly order: Order;
  readonly setOrder: (order: Order) => void;
  readonly selected: Route['object'];
  readonly select: (object: NonNullable<Route['object']>) => void;
}

interface ShownColumn {
  /** The number of its cell; below 0 if it shows metadata. */
  readonly index: number;
  readonly name: string;
  readonly description: string;
}

interface FittedColumn extends ShownColumn {
  /** How wide it is at least, and where there is more width. */
  readonly least: number;
  readonly letters: number;
  /** Whether there is room for no more than the colour of the cluster. */
  readonly isMark?: boolean;
}

/** A table of which only the rows on the screen exist. The widths depend on the columns and the first rows, so that nothing moves as others arrive. */
export function ObjectTable(props: ObjectTableProps) {
  const { resource, rows, columns, isWide, showsNamespace, showsCluster, isStale, order, setOrder, selected, select } =
    props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState('');
  const [rowHeight] = useState(readRowHeight);
  const hasRows = rows.length > 0;
  const [widthInLetters, setWidthInLetters] = useState(Infinity);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current === null) return;
    const measure = (): void => setWidthInLetters(Math.floor(current.clientWidth / readLetterWidth()));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const shown = useMemo(() => {
    const all = columnsOf(columns, { isWide, showsNamespace, showsCluster, hasRows });
    return fitting(all, rows, isWide ? Infinity : widthInLetters);
    // Not as rows come and go: nothing moves.
  }, [columns, isWide, showsNamespace, showsCluster, hasRows, widthInLetters]);
  const widths = useSettings().widths[resource] ?? {};
  const style = {
    gridTemplateColumns: shown
      .map(({ name, least, letters, isMark = false }) => {
        if (isMark) return '2.4em';
        // A column may have any name, `constructor` too.
        if (Object.hasOwn(widths, name)) return `${widths[name]}px`;
        return `minmax(${isWide ? letters : least}ch, ${letters}fr)`;
      })
      .join(' '),
  };
  const setWidth = (column: string, width: number | undefined): void =>
    changeSettings(({ widths: before }) => {
      const { [column]: _, ...others } = before[resource] ?? {};
      const now = width === undefined ? others : { ...others, [column]: widthWithin(width) };
      return { widths: { ...before, [resource]: now } };
    });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    overscan: 10,
  });

  const open = useCallback(
    (row: Row): void => {
      const { namespace, name } = row.object?.metadata ?? {};
      setActive(keyOf(row));
      if (name !== undefined) select({ cluster: clusterOf(row), namespace, name });
    },
    [select],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || rows.length === 0) return;
    const at = rows.findIndex((row) => keyOf(row) === active);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const next = steps[event.key];
    const row = rows[Math.min(Math.max(next ?? at, 0), rows.length - 1)] as Row;
    if (event.key === 'Enter' && at >= 0) open(row);
    else if (next === undefined) return;
    else {
      setActive(keyOf(row));
      virtual.scrollToIndex(rows.indexOf(row));
    }
    event.preventDefault();
  };

  const seen = virtual.getVirtualItems();
  const isActiveSeen = seen.some(({ index }) => rows[index] !== undefined && keyOf(rows[index]) === active);
  // Without columns there is no table yet, but its place, so that nothing moves when it comes.
  if (shown.length === 0) return <div ref={scroller} className="table" />;
  const selectedKey = selected && objectKey(selected);
  return (
    <div
      ref={scroller}
      className={`table${isStale ? ' stale' : ''}`}
      role="grid"
      aria-label="Objects"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={isActiveSeen ? `row:${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div
        className="rows"
        role="rowgroup"
        style={
          {
            height: virtual.getTotalSize() + rowHeight,
            '--row': `${rowHeight}px`,
            ...(!isWide && { width: '100%' }),
          } as CSSProperties
        }
      >
        <div className="row head" role="row" aria-rowindex={1} style={style}>
          {shown.map(({ index, name, description, isMark = false }) => {
            const isSorted = order.column === index;
            return (
              <div
                key={index}
                role="columnheader"
                title={description === '' ? name : `${name}: ${description}`}
                aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}
              >
                <button
                  aria-label={isMark ? name : undefined}
                  onClick={() => setOrder({ column: index, isDescending: isSorted && !order.isDescending })}
                  onKeyDown={({ altKey, key, currentTarget }) => {
                    const step = { ArrowLeft: -16, ArrowRight: 16 }[key];
                    if (altKey && step !== undefined) setWidth(name, widthOfHeader(currentTarget) + step);
                  }}
                >
                  {!isMark && name}
                  {isSorted && <span aria-hidden="true">{order.isDescending ? ' ▼' : ' ▲'}</span>}
                </button>
                {!isMark && <WidthHandle column={name} setWidth={setWidth} />}
              </div>
            );
          })}
        </div>
        {seen.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const key = keyOf(row);
          return (
            <ObjectRow
              key={key}
              row={row}
              columns={shown}
              widths={style.gridTemplateColumns}
              index={index}
              top={start}
              isActive={key === active}
              isSelected={key === selectedKey}
              open={open}
            />
          );
        })}
      </div>
    </div>
  );
}

function widthOfHeader(part: Element): number {
  return part.closest('[role=columnheader]')?.getBoundingClientRect().width ?? 0;
}

interface WidthHandleProps {
  readonly column: string;
  /** Undefined for that of the page. */
  readonly setWidth: (column: string, width: number | undefined) => void;
}

/** The right edge of a header: dragged, and put back by a double click. By the keyboard, the header itself takes Alt and the arrows. */
function WidthHandle({ column, setWidth }: WidthHandleProps) {
  const [dragged, setDragged] = useState<{ readonly from: number; readonly width: number }>();
  return (
    <span
      className="handle"
      aria-hidden="true"
      title="Drag to resize, double click to put back"
      onPointerDown={(event) => {
        const { currentTarget, pointerId, clientX } = event;
        currentTarget.setPointerCapture(pointerId);
        setDragged({ from: clientX, width: widthOfHeader(currentTarget) });
        event.preventDefault();
      }}
      onPointerMove={({ clientX }) => dragged && setWidth(column, dragged.width + clientX - dragged.from)}
      onPointerUp={() => setDragged(undefined)}
      onDoubleClick={() => setWidth(column, undefined)}
    />
  );
}

/** In pixels: 30, or more for who reads larger letters. */
function readRowHeight(): number {
  return Math.round((parseFloat(getComputedStyle(document.documentElement).fontSize) * 30) / 14);
}

/** In pixels, about. */
function readLetterWidth(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.64;
}

type Shows = 'isWide' | 'showsNamespace' | 'showsCluster';

function columnsOf(
  columns: ObjectTableProps['columns'],
  { isWide, showsNamespace, showsCluster, hasRows }: Pick<ObjectTableProps, Shows> & { readonly hasRows: boolean },
): readonly ShownColumn[] {
  const sent = columns.flatMap(({ name, description, priority }, index) =>
    priority === 0 || isWide ? [{ index, name, description }] : [],
  );
  // A server may make a Table without columns.
  const shown = sent.length === 0 && hasRows ? [nameColumn] : sent;
  const isNamed = shown.length === 0 || shown.some(({ name }) => name === 'Namespace');
  const ofCluster = shown.length > 0 && showsCluster ? [clusterColumn] : [];
  return [...ofCluster, ...(showsNamespace && !isNamed ? [namespaceColumn] : []), ...shown];
}

const clusterColumn: ShownColumn = { index: -3, name: 'Cluster', description: 'The cluster that has the object' };

const namespaceColumn: ShownColumn = { index: -1, name: 'Namespace', description: 'The namespace of the object' };
const nameColumn: ShownColumn = { index: -2, name: 'Name', description: 'The name of the object' };

/** What leaves last where not all fit: the name, then how it is, then the rest, and how old it is. */
const ranks = [
  /^Name$/,
  /^(Ready|Status|Phase|State|Health|Synced|Available)$/,
  /^Cluster$/,
  /^Namespace$/,
  /^(?!Age$)/,
  /^/,
];

/** How many rows are looked at, and how many letters of a cell count: the rest of a text is for its own page. */
const [mostMeasured, mostLetters] = [100, 60];

/** What becomes of a pod: `CreateContainerConfigError`, and a sign. */
const longestState = 30;

/**
 * Returns the columns that fit into a width in letters, and how wide each is; the others are behind "all columns". Each has its
 * least, then those that tell how an object is take what a word of theirs needs, then the name, and so on.
 */
function fitting(columns: readonly ShownColumn[], rows: readonly Row[], letters: number): readonly FittedColumn[] {
  const rankOf = ({ name }: ShownColumn): number => ranks.findIndex((rank) => rank.test(name));
  const byRank = columns.toSorted((a, b) => rankOf(a) - rankOf(b));
  let left = letters;
  let isFull = false;
  const widths = new Map<ShownColumn, number>();
  for (const column of byRank) {
    const least = leastOf(column);
    // A name is short only for those that tell how the object is.
    isFull ||= left - least < (rankOf(column) > 1 ? 8 : 0) && rankOf(column) > 0;
    if (isFull) continue;
    left -= least;
    widths.set(column, least);
  }
  const take = (column: ShownColumn, need: number): void => {
    const width = widths.get(column);
    if (width === undefined) return;
    const more = Math.max(Math.min(need - width, left), 0);
    left -= more;
    widths.set(column, width + more);
  };
  const states = byRank.filter((column) => rankOf(column) === 1);
  for (const column of states) take(column, Math.min(needOf(column, rows), longestState));
  for (const column of byRank.filter((each) => !states.includes(each))) take(column, needOf(column, rows));
  for (const column of states)
    take(column, Math.max(needOf(column, rows), column.name === 'Status' ? longestState : 0));
  return columns.flatMap((column) => {
    const width = widths.get(column);
    const least = leastOf(column);
    if (width !== undefined) return [{ ...column, least, letters: width }];
    return column === clusterColumn ? [{ ...column, least, letters: least, isMark: true }] : [];
  });
}

/** How wide a column is at least, in letters. */
function leastOf({ index, name }: ShownColumn): number {
  if (name === 'Name') return 12;
  if (/^(Status|Phase|State)$/.test(name)) return 14;
  return Math.max(Math.min(name.length, 14) + 4, index < 0 ? 14 : 8);
}

/** How wide a column is if nothing of the first rows is cut, in letters. */
function needOf({ index, name }: ShownColumn, rows: readonly Row[]): number {
  const texts = rows.slice(0, mostMeasured).map((row) => textOf(cellOf(row, index)).length);
  // With a sign before it, and the space around it.
  return Math.min(Math.max(name.length, ...texts) + 4, mostLetters);
}

interface ObjectRowProps {
  readonly row: Row;
  readonly columns: readonly FittedColumn[];
  readonly widths: string;
  readonly index: number;
  readonly top: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly open: (row: Row) => void;
}

const ObjectRow = memo(function ObjectRow(props: ObjectRowProps) {
  const { row, columns, widths, index, top, isActive, isSelected, open } = props;
  const { metadata } = row.object ?? {};
  const style: CSSProperties = { gridTemplateColumns: widths, transform: `translateY(${top}px)` };
  return (
    <div
      id={`row:${keyOf(row)}`}
      className={`row${isActive ? ' active' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={style}
      onClick={() => open(row)}
    >
      {columns.map(({ index, name, isMark }) => {
        if (name === 'Age' && metadata) return <AgeCell key={index} timestamp={metadata.creationTimestamp} />;
        const cell = cellOf(row, index);
        if (index === clusterColumn.index) {
          return (
            <div key={index} role="gridcell" title={textOf(cell)}>
              {isMark === true ? <Swatch cluster={textOf(cell)} /> : <ClusterMark cluster={textOf(cell)} />}
            </div>
          );
        }
        const text = textOf(cell);
        return (
          <div key={index} role="gridcell" className={index < 0 ? undefined : readCell(cell, name).tone} title={text}>
            <bdi>{text}</bdi>
          </div>
        );
      })}
    </div>
  );
});

function AgeCell({ timestamp }: { readonly timestamp: string | null | undefined }) {
  return <div role="gridcell">{useAge(timestamp)}</div>;
}
