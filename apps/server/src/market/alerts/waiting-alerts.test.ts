import { alertKinds } from "@sanshi/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { price } from "@sanshi/money";
import { isReached, type AlertPrices } from "./alerts.rules.ts";
import { createWaitingAlerts, type WaitingAlert } from "./waiting-alerts.ts";

const alert = (id: number, more: Partial<WaitingAlert> = {}): WaitingAlert => ({
  id: BigInt(id),
  customerId: 1n,
  market: "jpy",
  code: "7203",
  kind: "price_at_or_above",
  value: 100n,
  scaleOf: 0,
  ...more,
});
const at = (last: bigint): AlertPrices => ({ last: price(last), previousClose: price(100n) });
const ids = (alerts: readonly WaitingAlert[]) => alerts.map(({ id }) => Number(id));

describe("the waiting alerts", () => {
  it("come out once, the nearest level first and of equal ones the oldest", () => {
    const waiting = createWaitingAlerts();
    for (const one of [alert(1, { value: 120n }), alert(3), alert(2), alert(4, { value: 110n })]) {
      waiting.add(one);
      waiting.add(one);
    }
    expect(ids(waiting.takeReached("jpy", "7203", at(99n)))).toEqual([]);
    expect(ids(waiting.takeReached("jpy", "6758", at(500n)))).toEqual([]);
    expect(ids(waiting.takeReached("jpy", "7203", at(115n)))).toEqual([2, 3, 4]);
    expect(ids(waiting.takeReached("jpy", "7203", at(115n)))).toEqual([]);
    expect(waiting.size()).toBe(1);
  });

  it("forget one that is cancelled, and only that one", () => {
    const waiting = createWaitingAlerts();
    for (const id of [1, 2, 3]) waiting.add(alert(id));
    waiting.remove(2n);
    waiting.remove(2n);
    waiting.remove(99n);
    expect(ids(waiting.takeReached("jpy", "7203", at(100n)))).toEqual([1, 3]);
    expect(waiting.size()).toBe(0);
  });

  it("are never looked at beyond the next one of each kind that is not reached", () => {
    const waiting = createWaitingAlerts();
    let looks = 0;
    for (let id = 1; id <= 2_000; id += 1) {
      const value = BigInt(1_000 + id);
      const one = alert(id, { kind: id % 2 === 0 ? "price_at_or_above" : "percent_up" });
      waiting.add(
        Object.defineProperty(one, "value", {
          get() {
            looks += 1;
            return value;
          },
        }),
      );
    }
    looks = 0;
    expect(waiting.takeReached("jpy", "7203", at(100n))).toEqual([]);
    expect(looks).toBeLessThanOrEqual(2 * alertKinds.length);
  });

  it("are exactly those that a plain list would find, whatever comes and goes", () => {
    const step = fc.oneof(
      fc.record({
        op: fc.constant("add" as const),
        kind: fc.constantFrom(...alertKinds),
        value: fc.bigInt({ min: 1n, max: 300n }),
      }),
      fc.record({ op: fc.constant("remove" as const), index: fc.nat(30) }),
      fc.record({ op: fc.constant("quote" as const), last: fc.bigInt({ min: 1n, max: 300n }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const waiting = createWaitingAlerts();
        let plain: WaitingAlert[] = [];
        for (const [index, one] of steps.entries()) {
          if (one.op === "add") {
            const scale = one.kind.startsWith("percent") ? 1_000n : 1n;
            const added = alert(index, { kind: one.kind, value: one.value * scale });
            waiting.add(added);
            plain.push(added);
          } else if (one.op === "remove") {
            waiting.remove(BigInt(one.index));
            plain = plain.filter(({ id }) => id !== BigInt(one.index));
          } else {
            const reached = ids(waiting.takeReached("jpy", "7203", at(one.last)));
            const expected = plain.filter((other) => isReached(other, at(one.last)));
            expect(reached.toSorted()).toEqual(ids(expected).toSorted());
            plain = plain.filter((other) => !expected.includes(other));
          }
          expect(waiting.size()).toBe(plain.length);
        }
      }),
    );
  });
});
