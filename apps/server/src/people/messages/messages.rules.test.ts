import { describe, expect, it } from "vitest";
import { idsToRead, pageOf } from "./messages.rules.ts";

describe("the messages that a call marks as read", () => {
  it.each([
    [undefined, null],
    ["7", [7n]],
    ["7,12,7", [7n, 12n]],
  ])("%s: %s", (field, ids) => {
    expect(idsToRead(field)).toEqual(ids);
  });
});

describe("a page of messages", () => {
  const rows = [{ id: 9n }, { id: 8n }, { id: 5n }];

  it.each([
    [2, [9n, 8n], 8n],
    [3, [9n, 8n, 5n], null],
    [4, [9n, 8n, 5n], null],
  ])("of at most %i", (limit, ids, nextId) => {
    const page = pageOf(rows, limit);
    expect(page.items.map(({ id }) => id)).toEqual(ids);
    expect(page.nextId).toBe(nextId);
  });

  it("of nothing has no next one", () => {
    expect(pageOf([], 20)).toEqual({ items: [], nextId: null });
  });
});
