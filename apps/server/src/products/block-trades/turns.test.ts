import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

it("lets so many work at once and the others in the order in which they came, each key for itself", async () => {
  const inTurn = createTurns(2);
  const began: number[] = [];
  const open: (() => void)[] = [];
  const ask = (key: string, name: number) =>
    inTurn(key, async () => {
      began.push(name);
      await new Promise<void>((done) => open.push(done));
      if (name === 1) throw new Error("one that fails frees its turn");
      return name;
    }).catch(() => null);
  const all = [ask("a", 0), ask("a", 1), ask("a", 2), ask("a", 3), ask("b", 4)];
  expect(began).toEqual([0, 1, 4]);
  open[1]?.();
  await expect.poll(() => began).toEqual([0, 1, 4, 2]);
  open[0]?.();
  await expect.poll(() => began).toEqual([0, 1, 4, 2, 3]);
  for (const done of open) done();
  expect(await Promise.all(all)).toEqual([0, null, 2, 3, 4]);
});
