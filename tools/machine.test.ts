import { expect, test } from "vitest";
import { shortages } from "./machine.ts";

const gigabytes = (count: number) => count * 2 ** 30;

test("a machine that has enough is short of nothing, and each lack is a sentence", () => {
  expect(shortages(gigabytes(4), () => gigabytes(4))).toEqual([]);
  const [memory, ...folders] = shortages(gigabytes(2), () => gigabytes(0.5));
  expect(memory).toBe("This machine has 2.0 GB of memory; the tests need 4 GB.");
  expect(folders.length).toBeGreaterThan(0);
  expect(folders[0]).toMatch(/^0\.5 GB are free in \/.*; the tests need up to 4 GB there\.$/);
});
