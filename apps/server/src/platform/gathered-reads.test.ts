import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { gatherReads } from "./gathered-reads.ts";

/** A read that ends when it is told to, of a value that changes. */
function held() {
  const reads: { keys: readonly string[]; end(error?: Error): void }[] = [];
  const source = { value: 0 };
  const read = gatherReads<string, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>();
    const seen = source.value;
    const end = (error?: Error) =>
      error === undefined
        ? resolve(new Map(keys.map((key) => [key, `${key}${seen}`])))
        : reject(error);
    reads.push({ keys, end });
    return promise;
  });
  return { reads, source, read };
}

it("reads once for all who ask while a read is under way, and never what was read before they asked", async () => {
  const { reads, source, read } = held();
  const first = read("a");
  source.value = 1;
  const later = ["a", "b", "a"].map((key) => read(key));
  expect(reads.map(({ keys }) => keys)).toEqual([["a"]]);
  reads[0]?.end();
  expect(await first).toBe("a0");
  await turn();
  expect(reads.map(({ keys }) => keys)).toEqual([["a"], ["a", "b"]]);
  reads[1]?.end();
  expect(await Promise.all(later)).toEqual(["a1", "b1", "a1"]);
  const alone = read("b");
  expect(reads).toHaveLength(3);
  reads[2]?.end();
  expect(await alone).toBe("b1");
});

it("fails for those alone who waited for the read that failed", async () => {
  const { reads, read } = held();
  const first = read("a");
  const next = read("b");
  const failed = expect(first).rejects.toThrow("gone");
  reads[0]?.end(new Error("gone"));
  await failed;
  await turn();
  reads[1]?.end();
  expect(await next).toBe("b0");
});

it("fails for one key alone where that key's own value fails", async () => {
  const read = gatherReads<string, string>(async (keys) => {
    const found = new Map(
      keys.map((key) => [
        key,
        key === "b" ? Promise.reject(new Error("gone")) : Promise.resolve(key),
      ]),
    );
    await Promise.allSettled(found.values());
    return found;
  });
  const asked = await Promise.allSettled(["a", "b", "c"].map((key) => read(key)));
  expect(asked.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

it("reads no more keys at once than its bound", async () => {
  const { reads, read } = held();
  const all = Array.from({ length: 1_501 }, (_, index) => read(String(index)));
  for (let count = 0; count < 3; count += 1) {
    reads[count]?.end();
    await turn();
  }
  expect(reads.map(({ keys }) => keys.length)).toEqual([1, 1_000, 500]);
  expect(new Set(await Promise.all(all)).size).toBe(1_501);
});

it("says so where a read leaves a key out", async () => {
  const read = gatherReads<string, string>(async () => new Map());
  await expect(read("a")).rejects.toThrow("left a key out");
});
