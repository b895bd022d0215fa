import { describe, expect, it } from "vitest";
import { matchIn, otherName, searchable } from "./match.ts";

const toyota = {
  code: "7203",
  names: { jp: "トヨタ自動車", cn: "丰田汽车", us: "Toyota Motor" },
};

describe("what was typed", () => {
  it("is asked with narrow letters and single blanks, at most 64 characters", () => {
    expect(searchable("　７２０３ ")).toBe("7203");
    expect(searchable("ＡＡＰＬ")).toBe("AAPL");
    expect(searchable("toyota   motor")).toBe("toyota motor");
    expect(searchable("x".repeat(100))).toHaveLength(64);
    expect(searchable("   ")).toBe("");
  });
});

describe("the part that matched", () => {
  it("is marked in any letter case and in either kana", () => {
    expect(matchIn("Toyota Motor", "MOTOR")).toEqual(["Toyota ", "Motor", ""]);
    expect(matchIn("トヨタ自動車", "とよた")).toEqual(["", "トヨタ", "自動車"]);
    expect(matchIn("丰田汽车", "汽")).toEqual(["丰田", "汽", "车"]);
  });

  it("is nothing where the text does not have it", () => {
    expect(matchIn("丰田汽车", "fengtian")).toBeNull();
    expect(matchIn("Toyota", "")).toBeNull();
  });
});

describe("the other name", () => {
  it("explains a stock that was found by a name of another language", () => {
    expect(otherName(toyota, "丰田", "jp")).toBe("丰田汽车");
    expect(otherName(toyota, "とよた", "us")).toBe("トヨタ自動車");
  });

  it("stays away where the shown name or the code explains it, or no name does", () => {
    expect(otherName(toyota, "トヨタ", "jp")).toBeNull();
    expect(otherName(toyota, "720", "cn")).toBeNull();
    expect(otherName(toyota, "fengtian", "jp")).toBeNull();
  });
});
