import { expect, test, vi } from "vitest";
import type { Asked } from "../api.ts";
import { oneAfterAnother } from "./bulk.ts";

const items = [{ id: "1" }, { id: "2" }, { id: "3" }];
const done: Asked<string> = { ok: true, data: "approved" };
const refused = (code: "own_proposal" | "sign_in_again"): Asked<string> => ({
  ok: false,
  refusal: { code, params: {}, fields: [], httpStatus: 200 },
});

test("each item has its own call and its own result, in their order", async () => {
  const running = { now: 0, most: 0 };
  const act = vi.fn(async ({ id }: { id: string }) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await Promise.resolve();
    running.now -= 1;
    return id === "2" ? refused("own_proposal") : done;
  });
  const seen: number[] = [];
  const results = await oneAfterAnother(items, act, (so) => seen.push(so.length));
  expect(results.map(({ id, asked }) => [id, asked.ok])).toEqual([
    ["1", true],
    ["2", false],
    ["3", true],
  ]);
  expect(seen).toEqual([1, 2, 3]);
  expect(running.most).toBe(1);
  expect(act).toHaveBeenCalledTimes(3);
});

test("nothing more is sent when the session has ended", async () => {
  const act = vi.fn(() => Promise.resolve(refused("sign_in_again")));
  expect(await oneAfterAnother(items, act, () => undefined)).toHaveLength(1);
  expect(act).toHaveBeenCalledTimes(1);
});
