import { Option } from 'commander';

/** A flag that takes more than a fixed set of words; completion offers some of its values. */
export class OfferingOption extends Option {
  /** The values that completion offers, in this order. */
  readonly offered: readonly string[];

  constructor(flags: string, description: string, offered: readonly string[]) {
    super(flags, description);
    this.offered = offered;
  }
}
