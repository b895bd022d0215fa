import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What of a record is played, and when. */
export type ReplayConfig = {
  /** The first and last local date that are played; the whole record when left out. */
  from?: string;
  until?: string;
  /** Seconds of the record that pass in one second of the app's clock. */
  speed?: number;
  /** The moment on the app's clock at which midnight (UTC) of `from` is played. */
  startsAt?: number;
  /** Only these codes; everything in the folder when left out. */
  codes?: readonly string[];
};

/** `replay.json` in the folder: {"from", "until", "speed", "starts_at", "codes"}, all optional. */
export function readConfig(folder: string): ReplayConfig {
  const file = join(folder, "replay.json");
  if (!existsSync(file)) return {};
  const read = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const { from, until, speed, codes, starts_at: startsAt } = read;
  const isDate = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
  for (const [name, value, isRight] of [
    ["from", from, isDate(from)],
    ["until", until, isDate(until)],
    ["speed", speed, typeof speed === "number" && speed > 0 && speed <= 100_000],
    ["starts_at", startsAt, typeof startsAt === "string" && !Number.isNaN(Date.parse(startsAt))],
    ["codes", codes, Array.isArray(codes) && codes.every((code) => typeof code === "string")],
  ] as const) {
    if (value !== undefined && !isRight) throw new Error(`${file}: "${name}" is not valid`);
  }
  return {
    ...(from === undefined ? {} : { from: from as string }),
    ...(until === undefined ? {} : { until: until as string }),
    ...(speed === undefined ? {} : { speed: speed as number }),
    ...(startsAt === undefined ? {} : { startsAt: Date.parse(startsAt as string) }),
    ...(codes === undefined ? {} : { codes: codes as string[] }),
  };
}
