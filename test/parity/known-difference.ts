/** One way in which the fake server is not like a real one: a row of the table in docs/testing.md. */
export interface KnownDifference {
  /** What a real server does, and the fake one does instead. */
  readonly what: string;
  readonly why: string;
  /** Where it shows. Every request and part that is named must differ, or the list is out of date. */
  readonly places: readonly Place[];
}

/** Requests, and what of their answers differs. */
export interface Place {
  /** Picks requests by their names. */
  readonly requests: RegExp;
  /** `status`, `header.warning`, `body.items[*].spec`; each covers all that lies below it. */
  readonly parts: readonly string[];
}
