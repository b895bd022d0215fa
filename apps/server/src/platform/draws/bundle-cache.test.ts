import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { createBundleCache } from "./bundle-cache.ts";

it("puts a bundle together once, however many ask, and anew when its stage has changed", async () => {
  const cache = createBundleCache(1_000_000);
  let made = 0;
  const make = (text: string) => async () => {
    made += 1;
    return Buffer.from(text);
  };
  const asked = await Promise.all(
    Array.from({ length: 50 }, () => cache.get("1", "open", make("terms"))),
  );
  expect(made).toBe(1);
  expect(new Set(asked).size).toBe(1);
  expect(gunzipSync(asked[0]?.compressed ?? Buffer.alloc(0)).toString()).toBe("terms");
  const closed = await cache.get("1", "closed", make("list"));
  expect([made, closed?.body.toString()]).toEqual([2, "list"]);
  expect(closed?.etag).not.toBe(asked[0]?.etag);
});

it("keeps no more than it may, and nothing of what is not there or failed", async () => {
  const cache = createBundleCache(1_000);
  const random = (size: number) => async () => Buffer.alloc(size, Math.random().toString());
  for (let id = 0; id < 20; id += 1) await cache.get(String(id), "drawn", random(300));
  expect(cache.bytes()).toBeLessThanOrEqual(1_000);
  expect(cache.bytes()).toBeGreaterThan(300);
  expect((await cache.get("large", "drawn", random(5_000)))?.body).toHaveLength(5_000);
  expect(cache.bytes()).toBeLessThanOrEqual(1_000);
  expect(await cache.get("none", "", async () => null)).toBeNull();
  await expect(cache.get("bad", "", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect((await cache.get("bad", "", random(1)))?.body).toHaveLength(1);
});
