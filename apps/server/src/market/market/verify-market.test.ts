import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplicationWithItsMarket,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import { firstOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import { verifyMarket, type Ask } from "../../../../../tools/verify-market.ts";
import { demoCompanies } from "../../market-feed/companies/companies.ts";
import { sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplicationWithItsMarket();
  // No day may turn within these tests.
  await advanceToWednesday(app, "12:00");
  customer = await app.newCustomer();
  const operator = await firstOperator(app);
  await opsAccepted(
    app,
    "/api/ops/instruments/add",
    {
      type: "jpy",
      code: "4321",
      sector: "technology",
      listed_on: "2020-06-01",
      names: { jp: "新", cn: "新", us: "New" },
      search_terms: [],
    },
    operator,
  );
  await app.advance(2 * 86_400);
});
afterAll(() => app.stop());

const few = demoCompanies().filter(({ code }) => ["7203", "AAPL", "600519"].includes(code));

/** As the command asks, of a few stocks; `change` lies about what was answered. */
function asking(change: (path: string, data: unknown) => unknown = (_path, data) => data): Ask {
  return async (path, input) => {
    return change(
      path,
      structuredClone(await app.accepted(path, input as never, customer)),
    ) as never;
  };
}

async function verify(ask: Ask, written: string | null = null) {
  const lines: string[] = [];
  const code = await verifyMarket(ask, (line) => lines.push(line), written, few);
  return { code, text: lines.join("\n") };
}

const seed = () => app.accepted("/market/seed", {});

it("recomputes what the instance has shown, from what it tells everybody", async () => {
  const { commitment, revealed, additions, kind, foreseeable } = await seed();
  expect({ kind, foreseeable }).toEqual({ kind: "secret", foreseeable: false });
  expect(additions.map(({ code }) => code)).toEqual(["4321"]);
  const found = await verify(asking(), commitment);
  expect(found.text).toMatch(new RegExp(`${revealed!.date} and before, 0 faults$`));
  expect(found.code).toBe(0);
  expect(Number(/(\d+) bars/.exec(found.text)![1])).toBeGreaterThan(4 * 1_500);
});

it("finds a price that was shown otherwise", async () => {
  let isFirst = true;
  const lie = asking((path, data) => {
    if (path === "/market/candles" && isFirst) {
      const { items } = data as { items: string[][] };
      items.at(-1)![4] = `${items.at(-1)![4]}1`;
      isFirst = false;
    }
    return data;
  });
  const found = await verify(lie);
  expect(found.code).toBe(1);
  expect(found.text).toContain("1 faults");
});

it("finds another part, another past and another commitment than those of the birth", async () => {
  const changed = (change: (data: Awaited<ReturnType<typeof seed>>) => void) =>
    asking((path, data) => {
      if (path === "/market/seed") change(data as never);
      return data;
    });
  const part = await verify(changed(({ revealed }) => (revealed!.part = "0".repeat(64))));
  expect(part.text).toContain("does not lead to the first one");
  const past = await verify(changed(({ origin }) => (origin!.past_seed = "another")));
  expect(past.text).toContain("do not have the commitment");
  const written = await verify(asking(), "1".repeat(64));
  expect(written.text).toContain("do not have the commitment");
  expect([part.code, past.code, written.code]).toEqual([1, 1, 1]);
});

it("is told no part of a day that has not ended everywhere, by no call", async () => {
  const { revealed } = await seed();
  const [{ today } = { today: "" }] = (
    await sql<{
      today: string;
    }>`SELECT to_char(app_now() AT TIME ZONE 'America/New_York', 'YYYY-MM-DD')
      AS today`.execute(app.context.database.reader)
  ).rows;
  expect(revealed!.date < today).toBe(true);
  const config = await app.accepted("/common/config", { type: "all" });
  expect(config).toContainEqual({ name: "prices_foreseeable", value: "false" });
});

it("says that prices can be foreseen where the seed was given", async () => {
  const lesson = await startTestApplicationWithItsMarket({ MARKET_SEED: "lesson-1" });
  try {
    const told = await lesson.accepted("/market/seed", {});
    expect(told).toEqual({
      kind: "given",
      foreseeable: true,
      additions: [],
      commitment: null,
      origin: null,
      revealed: null,
    });
    const config = await lesson.accepted("/common/config", { type: "all" });
    expect(config).toContainEqual({ name: "prices_foreseeable", value: "true" });
    const operator = await firstOperator(lesson);
    expect(await opsAccepted(lesson, "/api/ops/me", {}, operator)).toMatchObject({
      prices_foreseeable: true,
    });
    const ask: Ask = async (path, input) =>
      (await lesson.accepted(path, input as never, customer)) as never;
    expect((await verify(ask)).code).toBe(2);
  } finally {
    await lesson.stop();
  }
});
