/** What the bench, the server and the load generator say to each other. */

export const host = "127.0.0.1";

export type Account = { token: string; account: string };

/** Server → bench, once: it listens, and these are signed in. */
export type ServerReady = {
  kind: "ready";
  port: number;
  accounts: readonly Account[];
  codes: readonly string[];
};

/** Bench → load generator. */
export type LoadRequest = {
  port: number;
  connections: number;
  seconds: number;
  warmUpSeconds: number;
  accounts: readonly Account[];
  codes: readonly string[];
};

/** Load generator → bench: the measured part has begun; and its figures at the end. */
export type LoadAnswer =
  | { kind: "began" }
  | {
      kind: "report";
      orders: number;
      refused: Record<string, number>;
      seconds: number;
      p50Ms: number;
      p99Ms: number;
      maxMs: number;
    };
