import type { ToldRename } from "../market-feed.ts";
import { readCsv } from "./csv.ts";
import { instrumentOf } from "./instrument-of.ts";
import type { LeaveOut } from "./left-out.ts";

/** A change of code, with the symbols by which the record's files have the stock. */
export type RecordedRename = ToldRename & { oldSymbol: string; newSymbol: string };

export const renamedAction = "renamed";

/** Reads what a file of actions tells of changes of code: `action` `renamed`, `value` the new symbol; by their days. */
export function readRenames(file: string, leaveOut: LeaveOut): RecordedRename[] {
  const found: RecordedRename[] = [];
  for (const row of readCsv(file)) {
    if (row("action")?.trim().toLowerCase() !== renamedAction) continue;
    const [oldSymbol = "", newSymbol = ""] = [row("symbol"), row("value")?.trim()];
    const effectiveOn = row("ex_date") ?? row("date") ?? "";
    const [before, after] = [instrumentOf(oldSymbol), instrumentOf(newSymbol)];
    const isDated = /^\d{4}-\d\d-\d\d$/.test(effectiveOn);
    if (typeof before === "string" || typeof after === "string" || before.market !== after.market) {
      leaveOut({ file, line: Number(row("line")), reason: "no_value" });
    } else if (isDated && before.code !== after.code) {
      const { market, code: oldCode } = before;
      // A company that we do not know is called by its code.
      const isNamed = after.names.us !== after.code || before.names.us === oldCode;
      const names = isNamed ? after.names : null;
      found.push({
        market,
        oldCode,
        newCode: after.code,
        names,
        effectiveOn,
        oldSymbol,
        newSymbol,
      });
    }
  }
  return found;
}

/** The symbol of its first code for each later one: a stock is read as one, whatever its files call it. */
export function firstSymbols(renames: readonly RecordedRename[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { oldSymbol, newSymbol } of renames) {
    first.set(newSymbol, first.get(oldSymbol) ?? oldSymbol);
  }
  return first;
}
