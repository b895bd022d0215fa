import { chartLinesMax } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const toyota = { type: "jpy", code: "7203" } as const;
const apple = { type: "usd", code: "AAPL" } as const;
const trend = {
  kind: "trend",
  from_at: "2026-01-05T00:00:00.000Z",
  from_price: "2800",
  to_at: "2026-02-05T00:00:00.000Z",
  to_price: "2900.5",
} as const;

const save = (form: Partial<Parameters<typeof formOf>[0]> = {}) =>
  app.accepted("/market/save-chart-line", formOf({ line: newRequestId(), ...form }), customer);

function formOf(form: {
  line: string;
  kind?: "trend" | "level" | "fibonacci";
  type?: "jpy" | "usd";
  code?: string;
  to_price?: string;
  to_at?: string;
}) {
  return { ...toyota, ...trend, ...form };
}

async function linesOf(stock: typeof toyota | typeof apple, who = customer) {
  return (await app.accepted("/market/chart-lines", stock, who)).lines;
}

describe("what a customer draws on a chart", () => {
  it("is kept of each stock, the earlier point first, in the order of the drawing", async () => {
    const [first, second] = [newRequestId(), newRequestId()];
    await save({ line: first });
    await save({ line: second, kind: "fibonacci", to_at: "2025-12-01T00:00:00.000Z" });
    await save({ ...apple, to_price: "190.25" });
    expect(await linesOf(toyota)).toEqual([
      {
        id: first,
        kind: "trend",
        from: { at: trend.from_at, price: "2800" },
        to: { at: trend.to_at, price: "2900.5" },
      },
      {
        id: second,
        kind: "fibonacci",
        from: { at: "2025-12-01T00:00:00.000Z", price: "2900.5" },
        to: { at: trend.from_at, price: "2800" },
      },
    ]);
    expect((await linesOf(apple)).map(({ to }) => to.price)).toEqual(["190.25"]);
  });

  it("moves where the same line is saved again, and a level is one point", async () => {
    const line = newRequestId();
    await save({ line });
    await save({ line, to_price: "2700" });
    expect((await linesOf(toyota)).map(({ to }) => to.price)).toEqual(["2700"]);
    const level = newRequestId();
    await save({ line: level, kind: "level" });
    const kept = (await linesOf(toyota)).find(({ id }) => id === level);
    expect(kept?.to).toEqual(kept?.from);
  });

  it("stays on its stock and of its kind, whatever it is saved as later", async () => {
    const line = newRequestId();
    await save({ line });
    await save({ line, ...apple });
    await save({ line, kind: "fibonacci", to_price: "1" });
    expect(await linesOf(apple)).toEqual([]);
    expect(await linesOf(toyota)).toMatchObject([{ kind: "trend", to: { price: "2900.5" } }]);
  });

  it("is the customer's own: a stranger with its id neither sees, moves nor removes it", async () => {
    const line = newRequestId();
    await save({ line });
    const stranger = await app.newCustomer();
    expect(await linesOf(toyota, stranger)).toEqual([]);
    await app.accepted("/market/remove-chart-line", { line }, stranger);
    const moved = formOf({ line, to_price: "1" });
    await app.accepted("/market/save-chart-line", moved, stranger);
    expect((await linesOf(toyota)).map(({ to }) => to.price)).toEqual(["2900.5"]);
    expect((await linesOf(toyota, stranger)).map(({ to }) => to.price)).toEqual(["1"]);
  });

  it("goes when it is removed, also twice", async () => {
    const line = newRequestId();
    await save({ line });
    await app.accepted("/market/remove-chart-line", { line }, customer);
    await app.accepted("/market/remove-chart-line", { line }, customer);
    expect(await linesOf(toyota)).toEqual([]);
  });

  it("has room for so many, also when the last places are asked for all at once", async () => {
    for (let count = 0; count < chartLinesMax - 1; count += 1) await save();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        app.refused("/market/save-chart-line", formOf({ line: newRequestId() }), customer),
      ),
    );
    expect(answers.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => "chart_lines_too_many"),
      "ok",
    ]);
    const [first] = await linesOf(toyota);
    // What is there can still be moved, and another stock has room.
    await save({ line: first!.id, to_price: "2750" });
    await save(apple);
  });

  it("refuses a stock that nobody lists, and a price that is none", async () => {
    const unknown = formOf({ line: newRequestId(), code: "0000" });
    expect(await app.refused("/market/save-chart-line", unknown, customer)).toBe(
      "instrument_not_found",
    );
    expect(await app.refused("/market/chart-lines", { code: "0000" }, customer)).toBe(
      "instrument_not_found",
    );
    for (const to_price of ["0", "0.0000", "-1", "1.23456", "1e3", "12345678901"]) {
      const form = formOf({ line: newRequestId(), to_price });
      expect(await app.refused("/market/save-chart-line", form, customer)).toBe("invalid_request");
    }
    const longAgo = formOf({ line: newRequestId(), to_at: "0000-01-01T00:00:00Z" });
    expect(await app.refused("/market/save-chart-line", longAgo, customer)).toBe("invalid_request");
  });
});
