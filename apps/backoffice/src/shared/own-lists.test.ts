import { describe, expect, test } from "vitest";
import { deskListOf, filterText } from "./own-lists.ts";

const path = "/api/ops/customers/:account/positions";

describe("what a list is narrowed by", () => {
  test("goes to its file whole: gaps of the path, filters and order", () => {
    const input = { account: "0123456789", which: "live", sort: "newest" };
    expect(filterText({ path, input })).toBe("account=0123456789&which=live&sort=newest");
  });

  test("is without the page, and without filters that are off", () => {
    const input = { account: "1", limit: "50", cursor: "abc", q: "", state: undefined };
    expect(filterText({ path, input })).toBe("account=1");
  });

  test("is spelled as an address", () => {
    expect(filterText({ path, input: { q: "山田 & 1" } })).toBe("q=%E5%B1%B1%E7%94%B0+%26+1");
  });
});

test("a list of the desk is known by its call", () => {
  expect(deskListOf(path)).toBe(path);
  expect(deskListOf("/api/ops/me")).toBeNull();
});
