/** What the benches, the server and the load generator say to each other. */

export const host = "127.0.0.1";

export type Account = { token: string; account: string };

/** Server → bench, once: it listens, and these are signed in. */
export type ServerReady = {
  kind: "ready";
  port: number;
  accounts: readonly Account[];
  codes: readonly string[];
};

/** Bench → server: make a base backup of this data folder in that folder. The server says when it is done. */
export type BackUpRequest = { kind: "back-up"; dataDir: string; folder: string };
export type BackedUp = { kind: "backed-up" };

/** Bench → load generator. */
export type LoadRequest = {
  port: number;
  connections: number;
  seconds: number;
  warmUpSeconds: number;
  accounts: readonly Account[];
  codes: readonly string[];
  /** Alternately long and short with borrowed money, or long without. */
  leveraged: boolean;
  /** Shorts alone. */
  shorts: boolean;
  /** Orders a second, come what may; null: each connection sends its next when it has its answer. */
  perSecond: number | null;
  /** Whether a connection that was refused with 503 asks again when it was told to, or at once. */
  waitsWhenTold: boolean;
};

export type Latencies = { p50Ms: number; p99Ms: number; maxMs: number };

export type LoadReport = Latencies & {
  kind: "report";
  orders: number;
  /** When the last of them was answered, milliseconds since the epoch. */
  lastOrderAt: number;
  /** Other answers by their code; `overloaded` apart. */
  refused: Record<string, number>;
  shed: Latencies & { count: number };
  seconds: number;
};

/** Load generator → bench: the measured part has begun; and its figures at the end. */
export type LoadAnswer = { kind: "began" } | LoadReport;
