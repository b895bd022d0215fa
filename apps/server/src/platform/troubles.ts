/** What was logged as a warning or worse since the process started: the person on duty sees it. */
type Trouble = { at: number; level: "warn" | "error"; text: string };

const keptMax = 20;
const textLengthMax = 200;
const counted = { warn: 0, error: 0 };
/** With the machine's monotonic time instead: a log has no clock. */
const latest: (Omit<Trouble, "at"> & { notedAt: number })[] = [];

/** Only the sentence and the kind of fault are kept: a fault's own text may have data in it. */
export function noteTrouble(level: Trouble["level"], given: readonly unknown[]): void {
  counted[level] += 1;
  const text = given.find((one): one is string => typeof one === "string") ?? "";
  const kind = kindOf(given[0]);
  const shown = (kind === null ? text : `${text} (${kind})`).slice(0, textLengthMax);
  latest.unshift({ notedAt: performance.now(), level, text: shown });
  latest.length = Math.min(latest.length, keptMax);
}

/** @param realNow real time, from which the times of what was logged follow */
export function troubles(realNow: number): {
  warnings: number;
  errors: number;
  latest: readonly Trouble[];
} {
  const begun = realNow - performance.now();
  return {
    warnings: counted.warn,
    errors: counted.error,
    latest: latest.map(({ notedAt, ...rest }) => ({ ...rest, at: Math.round(begun + notedAt) })),
  };
}

function kindOf(given: unknown): string | null {
  if (typeof given !== "object" || given === null) return null;
  const error: unknown = "err" in given ? given.err : given;
  if (!(error instanceof Error)) return null;
  const { code } = error as Error & { code?: unknown };
  return typeof code === "string" ? code : error.name;
}
