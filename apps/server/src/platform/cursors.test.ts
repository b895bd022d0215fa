import { describe, expect, it } from "vitest";
import { cursorOf, numbersOf, placeOf } from "./cursors.ts";

const encoded = (text: string) => Buffer.from(text).toString("base64url");

describe("a cursor", () => {
  it("is read as it was written", () => {
    expect(placeOf(cursorOf(7n), "number")).toEqual([7n]);
    expect(placeOf(cursorOf(2n ** 63n - 1n, "BRK.B"), "number", "stock")).toEqual([
      2n ** 63n - 1n,
      "BRK.B",
    ]);
    expect(placeOf(cursorOf("-12.5", 3n), "decimal", "number")).toEqual(["-12.5", 3n]);
    expect(placeOf(cursorOf("2024-02-29", 3), "day", "number")).toEqual(["2024-02-29", 3n]);
    expect(numbersOf(cursorOf(1n, 0n, 99n))).toEqual([1n, 0n, 99n]);
  });

  it("that is missing begins at the first page", () => {
    expect(placeOf(undefined, "number")).toBeUndefined();
    expect(numbersOf(undefined)).toBeUndefined();
  });

  it.each([
    ["a prototype", "__proto__"],
    ["another alphabet", encoded("１")],
    ["a number beyond 64 bits", encoded("9223372036854775808")],
    ["a number of many digits", encoded("9".repeat(300))],
    ["a negative number", encoded("-1")],
    ["a number with a zero before it", encoded("07")],
    ["a fraction", encoded("1.5")],
    ["too many parts", encoded("1|2")],
    ["an empty part", encoded("")],
    ["text behind the place", `${encoded("1")}A`],
    ["the number itself", "17"],
    ["filled up", `${encoded("1")}==`],
  ])("is refused: %s", (_what, cursor) => {
    expect(placeOf(cursor, "number")).toBeNull();
  });

  it.each(["__proto__", "17", `${encoded("1|2")}A`, `${encoded("1|2")}==`, ""])(
    "of several places is refused where no page ended with it: %s",
    (cursor) => expect(numbersOf(cursor)).toBeNull(),
  );

  it("of several places is refused where one is no number", () => {
    for (const text of ["1|x", "1||2", "9223372036854775808|1", ""]) {
      expect(numbersOf(encoded(text))).toBeNull();
    }
  });

  it("of a count ends where the database's integer does", () => {
    expect(placeOf(encoded("2147483647"), "count")).toEqual([2_147_483_647]);
    expect(placeOf(encoded("2147483648"), "count")).toBeNull();
  });

  it("of a moment ends with the year 9999", () => {
    expect(placeOf(encoded("253402300799999999"), "moment")).toEqual([253_402_300_799_999_999n]);
    expect(placeOf(encoded("253402300800000000"), "moment")).toBeNull();
  });

  it("names a day of the calendar and a code, or is refused", () => {
    expect(placeOf(encoded("2026-02-30"), "day")).toBeNull();
    expect(placeOf(encoded("'; DROP"), "stock")).toBeNull();
  });
});
