import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { pagesOf, twoAtOnce } from "./two-at-once.ts";

async function* upTo(last: number) {
  for (let number = 1; number <= last; number += 1) {
    await pause(0);
    yield number;
  }
}

describe("two at once", () => {
  it("works on each one once, and on no more than two at a time", async () => {
    const done: number[] = [];
    let underWay = 0;
    let most = 0;
    await twoAtOnce(upTo(9), async (number) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await pause(number % 3);
      underWay -= 1;
      done.push(number);
    });
    expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([most, underWay]).toEqual([2, 0]);
    await twoAtOnce(upTo(0), () => Promise.reject(new Error("nothing is listed")));
  });

  it("begins nothing after a fault, and throws it once the other has ended", async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
    const working = twoAtOnce(upTo(9), async (number) => {
      begun.push(number);
      if (number === 2) {
        fail();
        throw new Error("the second one");
      }
      await failed;
      await pause(5);
      ended.push(number);
    });
    await expect(working).rejects.toThrow("the second one");
    expect({ begun, ended }).toEqual({ begun: [1, 2], ended: [1] });
  });

  it("throws where the list itself fails", async () => {
    // eslint-disable-next-line require-yield
    async function* broken(): AsyncGenerator<number> {
      await pause(0);
      throw new Error("no list");
    }
    await expect(twoAtOnce(broken(), () => Promise.resolve())).rejects.toThrow("no list");
  });
});

it("pages go on behind the last id of the one before, until one is empty", async () => {
  const ids = [1n, 2n, 4n, 7n, 9n];
  const asked: bigint[] = [];
  const pages: bigint[][] = [];
  const read = (after: bigint) => {
    asked.push(after);
    return Promise.resolve(ids.filter((id) => id > after).slice(0, 2));
  };
  for await (const page of pagesOf(read, (id) => id)) pages.push(page);
  expect(pages).toEqual([[1n, 2n], [4n, 7n], [9n]]);
  expect(asked).toEqual([0n, 2n, 7n, 9n]);
});
