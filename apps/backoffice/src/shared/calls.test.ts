import { describe, expect, test } from "vitest";
import { addressOf, fillPath } from "./calls.ts";

describe("a call's address", () => {
  test("has its gaps filled, and the rest as its query", () => {
    expect(addressOf("/api/ops/proposals/:id", { id: "17" })).toBe("/api/ops/proposals/17");
    expect(addressOf("/api/ops/proposals", { state: "open", q: "a b&c", limit: "50" })).toBe(
      "/api/ops/proposals?state=open&q=a+b%26c&limit=50",
    );
  });

  test("leaves out filters that are off", () => {
    expect(addressOf("/api/ops/proposals", { state: undefined, q: "" } as never)).toBe(
      "/api/ops/proposals",
    );
  });

  test("cannot be left by what fills a gap", () => {
    expect(fillPath("/api/ops/customers/:account", { account: "../me?x=1" })).toEqual({
      url: "/api/ops/customers/..%2Fme%3Fx%3D1",
      rest: {},
    });
  });
});
