/** One clock for server and clients: the machine's monotonic one, at a size that looks like a date. */
export const benchClock = {
  now: () => base + Math.floor(Number(process.hrtime.bigint() / 1_000n) / 1_000),
};

const base = 1_700_000_000_000;
