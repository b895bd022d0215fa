import { basename } from "node:path";
import type { LeftOut } from "./csv.ts";

/** Counts rows that were not taken, by file and reason, with the line of the first. */
export function countLeftOut(): { add(what: LeftOut): void; sentences(): string[] } {
  const counted = new Map<string, LeftOut & { count: number }>();
  return {
    add(what) {
      const key = `${what.file} ${what.reason}`;
      const before = counted.get(key);
      if (before === undefined) counted.set(key, { ...what, count: 1 });
      else before.count += 1;
    },
    sentences: () =>
      [...counted.values()].map(
        ({ file, line, reason, count }) =>
          `${basename(file)}: ${count} rows left out, the first in line ${line} (${words[reason] ?? reason})`,
      ),
  };
}

const words: Readonly<Record<string, string>> = {
  outside_hours: "outside of the exchange's hours",
  incomplete: "a price, the volume or the date is missing",
};
