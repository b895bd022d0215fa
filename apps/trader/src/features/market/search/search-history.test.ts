import { describe, expect, it } from "vitest";
import { historyMax, readHistory, withEntry, type HistoryEntry } from "./search-history.ts";

const toyota: HistoryEntry = {
  type: "jpy",
  code: "7203",
  names: { jp: "トヨタ自動車", cn: "丰田汽车", us: "Toyota Motor" },
};

describe("the search history", () => {
  it("has the newest first and each thing once", () => {
    const history = withEntry(withEntry(withEntry([], "toyota"), toyota), "Toyota");
    expect(history).toEqual(["Toyota", toyota]);
    expect(withEntry(history, toyota)).toEqual([toyota, "Toyota"]);
  });

  it("keeps at most twenty", () => {
    let history: readonly HistoryEntry[] = [];
    for (let count = 0; count < 30; count += 1) history = withEntry(history, `word ${count}`);
    expect(history).toHaveLength(historyMax);
    expect(history[0]).toBe("word 29");
    expect(readHistory(JSON.stringify([...history, ...history]))).toHaveLength(historyMax);
  });

  it("comes back as it was stored", () => {
    expect(readHistory(JSON.stringify([toyota, "7203"]))).toEqual([toyota, "7203"]);
  });

  it.each(["", "{", "null", "{}", '"word"'])("is empty where %j is stored", (stored) => {
    expect(readHistory(stored)).toEqual([]);
  });

  it("leaves out what makes no sense", () => {
    const broken = [1, null, "", "x".repeat(65), { type: "eur", code: "1", names: {} }, {}, "ok"];
    expect(readHistory(JSON.stringify(broken))).toEqual(["ok"]);
  });
});
