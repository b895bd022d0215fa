import { basename } from "node:path";
import {
  isNotice,
  moreRecordRemarks,
  recordSentence,
  shownOfFile,
  type RecordFault,
  type RecordNotice,
  type RecordRemark,
} from "@sanshi/contract/record-faults";
import { recordTexts } from "@sanshi/contract/record-texts/us";
import type { RecordReport } from "../market-feed.ts";

/** Why something is no row of ours, with what stands there and what fills the gaps of the reason's sentence. */
export type Objection = {
  reason: RecordFault | RecordNotice;
  found?: string | undefined;
  values?: Readonly<Record<string, string>> | undefined;
};

/** What was not taken, and why; `line` counts the file's lines from 1, and is 0 of a whole file. */
export type LeftOut = Objection & { file: string; line: number };

export function otherFields(needed: number, count: number): Objection {
  return { reason: "fields", values: { needed: String(needed), count: String(count) } };
}

export type LeaveOut = (what: LeftOut) => void;

/** A folder of thousands of files may have a fault in each. */
const remarksMax = 100;

/** Counts rows that were not taken, by file and reason, with the line of the first and what was found there. */
export function countLeftOut(): {
  add(what: LeftOut): void;
  remarks(): Pick<RecordReport, "leftOut" | "leftOutMore">;
  /** The remarks in English, for whoever watches a start. */
  sentences(): string[];
  /** How many remarks are of what was left out, and not of what is named all the same. */
  faults(): number;
} {
  const counted = new Map<string, RecordRemark>();
  const remarks = () => {
    const all = [...counted.values()];
    const more = all.slice(remarksMax);
    const rows = more.reduce((sum, one) => sum + one.rows, 0);
    return {
      leftOut: all.slice(0, remarksMax),
      leftOutMore: more.length === 0 ? null : { rows, faults: more.length },
    };
  };
  return {
    add({ file, line, reason, found, values = {} }) {
      const [needed = "", count = ""] = [values["needed"], values["count"]];
      const key = isNotice(reason) ? reason : `${file} ${reason} ${needed} ${count}`;
      const before = counted.get(key);
      if (before !== undefined) {
        before.rows += 1;
        return;
      }
      const shown = Object.entries(values).map(([name, value]) => [name, shownOfFile(value)]);
      counted.set(key, {
        ...{ reason, line, rows: 1, file: nameOf(file) },
        found: found === undefined ? null : shownOfFile(found),
        values: Object.fromEntries(shown) as Record<string, string>,
      });
    },
    faults: () => [...counted.values()].filter(({ reason }) => !isNotice(reason)).length,
    remarks,
    sentences() {
      const { leftOut, leftOutMore } = remarks();
      const more = leftOutMore === null ? [] : [moreRecordRemarks(recordTexts, leftOutMore)];
      return [...leftOut.map((one) => recordSentence(recordTexts, one)), ...more];
    },
  };
}

/** An archive's entry keeps the archive's name. */
function nameOf(file: string): string {
  const [outer = "", ...inner] = file.split(" > ");
  return [basename(outer), ...inner].join(" > ");
}
