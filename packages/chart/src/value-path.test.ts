import { describe, expect, it } from "vitest";
import { valuePath } from "./value-path.ts";

const box = { width: 100, height: 62 };

describe("values over time", () => {
  it("run from edge to edge, the highest on top with room over it", () => {
    const { line, y } = valuePath(
      [
        { at: 0, value: 100 },
        { at: 30, value: 200 },
        { at: 100, value: 150 },
      ],
      box,
    );
    expect(line).toBe("M0 56L30 6L100 31");
    expect(y(200)).toBeGreaterThan(0);
    const lower = valuePath([{ at: 0, value: 1 }], { ...box, top: 12 });
    expect(lower.line).toBe("M0 37L100 37");
  });

  it("close their area at the bottom", () => {
    const points = [
      { at: 0, value: 1 },
      { at: 1, value: 2 },
    ];
    expect(valuePath(points, box).area.endsWith("L100 62L0 62Z")).toBe(true);
  });

  it("are a flat line in the middle at rest, and of one point alone", () => {
    const flat = valuePath(
      [
        { at: 0, value: 5 },
        { at: 9, value: 5 },
      ],
      box,
    );
    expect(flat.line).toBe("M0 31L100 31");
    expect(valuePath([{ at: 7, value: 5 }], box).line).toBe("M0 31L100 31");
  });

  it("take debts and nothing at all", () => {
    expect(valuePath([{ at: 7, value: -5 }], box).line).toBe("M0 31L100 31");
    expect(valuePath([{ at: 7, value: 0 }], box).line).toBe("M0 31L100 31");
    expect(valuePath([], box).line).toBe("");
  });
});
