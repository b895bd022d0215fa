import { expect, it } from "vitest";
import { stopPhase } from "./stop-phase.ts";

it("a stop that was reached says whether it waits for the lock-up or for a valuation, and until when", () => {
  const following = {
    status: 0,
    stop_reached_at: "2026-11-20T05:30:00.000Z",
    locked_until: "2026-12-01T05:30:00.000Z",
    ends_at: "2026-12-02T05:30:00.000Z",
  };
  const at = (time: string) => stopPhase(following, Date.parse(time));
  expect(at("2026-12-01T05:29:59Z")).toEqual({ waits: "lock_up", until: following.locked_until });
  expect(at("2026-12-01T05:30:00Z")).toEqual({ waits: "valuation", until: following.ends_at });
  const now = Date.parse("2026-12-01T06:00:00Z");
  expect(stopPhase({ ...following, stop_reached_at: null }, now)).toBeNull();
  expect(stopPhase({ ...following, status: 1 }, now)).toBeNull();
  // Decided and about to be paid.
  expect(stopPhase({ ...following, ends_at: null }, now)).toBeNull();
});
