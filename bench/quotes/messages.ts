/** Between the bench and its processes. */
export type ToServer = "usage";
export type FromServer =
  | { kind: "listening"; port: number }
  | { kind: "usage"; cpuMs: number; rssBytes: number };

export type ToClients = "measure" | "report";
export type FromClients =
  | { kind: "connected" }
  | {
      kind: "report";
      frames: number;
      bytes: number;
      quotes: number;
      /** How many frames came after so many milliseconds: since they were written / since the quote. */
      frameLags: number[];
      quoteLags: number[];
      closed: number;
      cpuMs: number;
    };

/** Every stock trades so often: no quote in a frame is older when the frame is written. */
export const busyBeatMs = 50;
/** Lags from here on are counted together. */
export const lagMsMax = 2_000;
