/** One way in which the fake server differs from a real one: a line of the list in docs/testing.md. */
export interface KnownDifference {
  /** The behaviour of the fake server that differs. */
  readonly what: string;
  readonly why: string;
  /** The requests that show it. Every request and part must differ, otherwise the list is out of date. */
  readonly places: readonly Place[];
}

/** Requests, and the parts of their answers that differ. */
export interface Place {
  /** Matches requests by name. */
  readonly requests: RegExp;
  /** `status`, `header.warning`, `body.items[*].spec`; each covers everything below it. */
  readonly parts: readonly string[];
}
