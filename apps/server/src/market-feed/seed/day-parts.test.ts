import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createDayParts, lastDay, revealedDayParts } from "./day-parts.ts";

const firstDay = 20_779;
const seed = Buffer.alloc(32, "a secret of the test");
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest();

describe("the parts of the days", () => {
  const parts = createDayParts(seed, firstDay);

  it("are each the hash of the next one, up to the seed itself, and the anchor is the first one's", () => {
    expect(sha256(parts.of(firstDay))).toEqual(parts.anchor);
    for (const day of [firstDay, firstDay + 1, firstDay + 9_999, lastDay - 1]) {
      expect(sha256(parts.of(day + 1))).toEqual(parts.of(day));
    }
    expect(parts.of(lastDay)).toEqual(seed);
    expect(parts.of(lastDay + 400)).toEqual(seed);
    expect(() => parts.of(firstDay - 1)).toThrow("not known");
  });

  it("lead from a revealed one back to the anchor and to all before it, and no further", () => {
    const day = firstDay + 40;
    const revealed = revealedDayParts(parts.of(day), day, firstDay);
    expect(revealed.anchor).toEqual(parts.anchor);
    for (let before = firstDay; before <= day; before += 1) {
      expect(revealed.of(before)).toEqual(parts.of(before));
    }
    expect(() => revealed.of(day + 1)).toThrow("not known");
  });

  it("do not lead to the anchor from a part that is another day's or made up", () => {
    const day = firstDay + 40;
    for (const wrong of [parts.of(day + 1), parts.of(day - 1), randomBytes(32)]) {
      expect(revealedDayParts(wrong, day, firstDay).anchor).not.toEqual(parts.anchor);
    }
  });
});
