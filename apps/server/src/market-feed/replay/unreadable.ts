import type { RecordFault } from "@sanshi/contract/record-faults";

/** Why a file holds no lines of prices that can be read. */
export class Unreadable extends Error {
  readonly reason: RecordFault;

  constructor(reason: RecordFault) {
    super(reason);
    this.reason = reason;
  }
}
