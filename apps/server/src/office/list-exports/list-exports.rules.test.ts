import {
  columnsOf,
  deskLists,
  deskTables,
  itemOfList,
  operatorCalls,
  type OperatorCall,
} from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { cellsOf, fileNameOf, placeOf } from "./list-exports.rules.ts";

/** Answers that have items and are no list of the desk: a conversation and forms that are not published yet. */
const others = [
  "/api/ops/cases/:queue/:id/comments",
  "/api/ops/cases/:queue/colleagues",
  "/api/ops/conversations/:account",
  "/api/ops/offerings/drafts",
  "/api/ops/block-offers/drafts",
  // What the dialogs of one stock know beside it.
  "/api/ops/instruments/changes",
  "/api/ops/stock-ends",
];

describe("the desk's lists", () => {
  it("are every reading call that answers items", () => {
    const answered = Object.entries<OperatorCall>(operatorCalls)
      .filter(([, { method, output }]) => method === "GET" && itemOfList(output) !== undefined)
      .map(([path]) => path);
    expect([...deskLists, ...others].toSorted()).toEqual(answered.toSorted());
  });

  it.each([...deskLists, ...deskTables])("%s has columns with names of their own", (list) => {
    const { path, field } = placeOf(list);
    const item = itemOfList(operatorCalls[path].output, field);
    const columns = item === undefined ? [] : columnsOf(item).map((column) => column.name);
    expect(columns.length).toBeGreaterThan(1);
    expect(new Set(columns).size).toBe(columns.length);
  });
});

describe("a row of a file", () => {
  const column = (name: string) => ({ name, kind: "text" as const });
  const row = { id: "5", claimed_by: { id: "1", email: "a@b.example" }, reason: null, parts: [1] };

  it("has fields of fields, nothing for what there is not, and JSON for the rest", () => {
    const names = ["id", "claimed_by.email", "reason.code", "parts", "missing"];
    expect(cellsOf(row, names.map(column))).toEqual(["5", "a@b.example", "", "[1]", ""]);
  });

  it("reads no more than the row's own fields", () => {
    expect(cellsOf(row, ["constructor", "id.length"].map(column))).toEqual(["", ""]);
  });
});

it("is named after its list and its day", () => {
  const at = Date.parse("2026-11-24T15:00:00Z");
  expect(fileNameOf("/api/ops/customers/:account/fills", at)).toBe("customers-fills-2026-11-24");
  expect(fileNameOf("/api/ops/customers/:account#balances", at)).toBe(
    "customers-balances-2026-11-24",
  );
  expect(fileNameOf("/api/ops/books/trial-balance#check.differences", at)).toBe(
    "books-trial-balance-check-differences-2026-11-24",
  );
});
