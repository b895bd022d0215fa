/** What the bench of the trigger engine and its two processes say to each other. */

export const ticksPerSecond = 5_000;
export const customers = 500;

/** Bench → server. `fall`: the price of the first stock falls below every limit that waits on it. */
export type ToServer = "usage" | "fall";

export type FromServer =
  | { kind: "running"; waitingOnFirst: number }
  /** Processor time, ticks and memory so far; how long a turn of the event loop was held up since asked last. */
  | { kind: "usage"; cpuMs: number; ticks: number; rssBytes: number; heldUpP99Ms: number }
  | { kind: "filled"; orders: number; firstMs: number; halfMs: number; allMs: number };

/** The process that places the orders → bench. */
export type FromPlacing = { kind: "placed"; orders: number };
