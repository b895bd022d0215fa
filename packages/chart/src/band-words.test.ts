import { describe, expect, it } from "vitest";
import { placedWords } from "./band-words.ts";

const morning = "プレ\u200Bマーケット";
const evening = "アフター\u200Bマーケット";

describe("the words of extended hours", () => {
  it("stand in one line in the middle of a band that is wide enough", () => {
    const bands = [
      { left: 0, width: 100, label: morning },
      { left: 220, width: 80, label: "After hours" },
    ];
    expect(placedWords(bands, 300, 1)).toEqual([
      { centre: 50, lines: ["プレマーケット"] },
      { centre: 260, lines: ["After hours"] },
    ]);
  });

  it("break in a band that is too narrow, and never reach over the plot's edges", () => {
    const [first] = placedWords([{ left: 225, width: 75, label: evening }], 300, 1);
    expect(first).toEqual({ centre: 262.5, lines: ["アフター", "マーケット"] });
    const [large] = placedWords([{ left: 225, width: 75, label: evening }], 300, 1.5);
    expect(large!.centre + (5 * 11 * 1.5) / 2).toBe(300);
    expect(placedWords([{ left: 0, width: 20, label: "盘前" }], 300, 2)).toEqual([
      { centre: 22, lines: ["盘前"] },
    ]);
  });

  it("are left out where they would cover those before them", () => {
    const bands = [
      { left: 168, width: 56, label: evening },
      { left: 224, width: 76, label: morning },
    ];
    expect(placedWords(bands, 300, 1)).toHaveLength(2);
    expect(placedWords(bands, 300, 2).map(({ lines }) => lines[0])).toEqual(["アフター"]);
  });
});
