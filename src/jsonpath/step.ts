/** How a filter compares. `exists` tests whether the left side yields any value. */
export type FilterOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'exists';

/** One step from values to values. */
export type Step = { readonly position: number } & (
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' | 'recursive' }
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean }
  | SliceStep
  | { readonly kind: 'union'; readonly paths: readonly (readonly Step[])[] }
  | {
      readonly kind: 'filter';
      readonly left: readonly Step[];
      readonly operator: FilterOperator;
      readonly right: readonly Step[];
    }
);

/** Items of a list, as in a Python slice, except that bounds outside of the list are an error. */
export interface SliceStep {
  readonly kind: 'slice';
  readonly position: number;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly step: number | undefined;
  /** Whether it is an index, which selects one item. */
  readonly isIndex: boolean;
}

/** The parts of a template, in the order in which they are printed. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'path'; readonly steps: readonly Step[] }
  | { readonly kind: 'range'; readonly steps: readonly Step[]; readonly body: readonly TemplatePart[] };
