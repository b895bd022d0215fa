import { describe, expect, it } from "vitest";
import { boundsMs, createLatencies } from "./latencies.ts";

const minute = 60_000;

describe("latencies", () => {
  it("of nothing are none", () => {
    expect(createLatencies().recent(0)).toEqual({ count: 0, p50: null, p99: null });
  });

  it("are told within the width of their slot", () => {
    const latencies = createLatencies();
    for (let index = 0; index < 98; index += 1) latencies.record(4, 0);
    latencies.record(90, 0);
    latencies.record(90, 0);
    const { count, p50, p99 } = latencies.recent(0);
    expect(count).toBe(100);
    expect(p50).toBeGreaterThan(3);
    expect(p50).toBeLessThanOrEqual(5);
    expect(p99).toBeGreaterThan(75);
    expect(p99).toBeLessThanOrEqual(100);
  });

  it("are forgotten after five minutes", () => {
    const latencies = createLatencies();
    latencies.record(4, 0);
    latencies.record(4, 3 * minute);
    expect(latencies.recent(4 * minute).count).toBe(2);
    expect(latencies.recent(6 * minute).count).toBe(1);
    expect(latencies.recent(60 * minute).count).toBe(0);
  });

  it("beyond the last bound are counted beyond it", () => {
    const latencies = createLatencies();
    latencies.record(60_000, 0);
    expect(latencies.recent(0).p99).toBe(boundsMs.at(-1));
  });
});
