/**
 * A map of bounded size: it forgets the entries that were set the longest ago. To keep what was used, set it again; an
 * entry that is larger than the whole is forgotten with all others.
 */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  #left: number;
  readonly #sizeOf: (value: Value) => number;

  /** @param sizeOf the size of an entry, 1 of each by default, so that `most` is their number */
  constructor(most: number, sizeOf: (value: Value) => number = () => 1) {
    super();
    this.#left = most;
    this.#sizeOf = sizeOf;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    this.#left -= this.#sizeOf(value);
    for (const oldest of this.keys()) {
      if (this.#left >= 0) break;
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: Key): boolean {
    if (this.has(key)) this.#left += this.#sizeOf(this.get(key) as Value);
    return super.delete(key);
  }

  override clear(): void {
    for (const key of this.keys()) this.delete(key);
  }
}
