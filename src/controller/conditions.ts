/** A condition of an object, as `status.conditions` has them. */
export interface Condition {
  /** In CamelCase: `Ready`. There is one of each type. */
  readonly type: string;
  /** Whether it is so: `Unknown` until somebody has looked. */
  readonly status: 'True' | 'False' | 'Unknown';
  /** The `metadata.generation` that it is about: a reader knows by it whether the latest spec was seen. */
  readonly observedGeneration?: number | undefined;
  /** When `status` changed, in RFC 3339. */
  readonly lastTransitionTime: string;
  /** For programs, in CamelCase: `MinimumReplicasAvailable`. */
  readonly reason: string;
  /** For people; may be empty. */
  readonly message: string;
}

/** A condition as an older kind may have it, with less or with more. */
type ConditionLike = Pick<Condition, 'type'> & {
  readonly [Field in Exclude<keyof Condition, 'type' | 'status'>]?: Condition[Field] | null | undefined;
} & { readonly status: string };

/**
 * Returns conditions with one of them set, as `meta.SetStatusCondition` of apimachinery does: `lastTransitionTime` stays
 * unless `status` changes, the order stays, and a new type is added at the end. Returns the same array if nothing changed,
 * so that a reconcile can leave out the write.
 *
 * @param conditions those of the object as it is; none are fine
 * @param condition without `lastTransitionTime`, it is now, in seconds
 * @example
 * const { conditions, generation } = { conditions: [], generation: object.metadata.generation };
 * const ready = { type: 'Ready', status: 'True', reason: 'Made', message: '', observedGeneration: generation } as const;
 * const next = setCondition(conditions, ready);
 * console.log(next === conditions ? 'nothing to write' : next);
 * @see https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties
 */
export function setCondition<Known extends ConditionLike = Condition>(
  conditions: readonly Known[] | null | undefined,
  condition: Omit<Condition, 'lastTransitionTime'> & Partial<Pick<Condition, 'lastTransitionTime'>>,
): readonly (Known | Condition)[] {
  const list = conditions ?? [];
  const { lastTransitionTime: given, ...rest } = condition;
  const before: ConditionLike | undefined = list.find(({ type }) => type === rest.type);
  const fields = ['status', 'reason', 'message', 'observedGeneration'] as const;
  if (before !== undefined && fields.every((field) => before[field] === rest[field])) return list;
  const { observedGeneration: _, lastTransitionTime: since, ...kept } = before ?? { lastTransitionTime: undefined };
  const isSame = before?.status === rest.status;
  const lastTransitionTime = isSame ? since : (given ?? new Date().toISOString().replace(/\.\d+/, ''));
  const set = { ...kept, ...rest, lastTransitionTime } as Known;
  return before === undefined ? [...list, set] : list.map((each) => (each === before ? set : each));
}
