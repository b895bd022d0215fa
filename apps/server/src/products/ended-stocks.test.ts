import { addTradingDays, instantOf, marketDate } from "@sanshi/rulebook";
import { afterEach, expect, it } from "vitest";
import { testOrder } from "../../../../tests/support/builders.ts";
import { newBlock } from "../../../../tests/support/test-blocks.ts";
import {
  closesUntilToday,
  lookAfter,
  newProduct,
  toNextValuation,
} from "../../../../tests/support/test-copy-products.ts";
import {
  newRequestId,
  startTestApplication,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { advanceToWednesday, verifiedCustomer } from "../../../../tests/support/test-money.ts";
import { newOperator, opsAccepted, opsRefused } from "../../../../tests/support/test-operators.ts";
import { rows, sql } from "../platform/sql/database.ts";
import { lendByItself } from "./stock-lending/automatic-lending.ts";

let app: TestApplication | undefined;
afterEach(() => app?.stop());

const market = "jpy";

/** By two operators, until this process knows it. */
async function announce(running: TestApplication, more: object): Promise<void> {
  const [proposer, approver] = [
    await newOperator(running, "approver"),
    await newOperator(running, "approver"),
  ];
  const form = { type: market, code: "7203", ...more } as never;
  const { id } = await opsAccepted(running, "/api/ops/stock-ends/propose", form, proposer);
  const decision = { id, decision: "approve" } as const;
  expect(await opsRefused(running, "/api/ops/proposals/:id/decision", decision, approver)).toBe(
    "ok",
  );
  await running.context.instruments.read();
}

it.each([
  ["is delisted", { kind: "delisted" }],
  ["merges into another", { kind: "merged", target: { type: market, code: "6758", ratio: "3:4" } }],
] as const)(
  "settles what products have of a stock that %s, and holds nothing for ever",
  async (_how, terms) => {
    app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000" });
    const running = app;
    await advanceToWednesday(running, "10:00");
    const quoteAll = () => {
      running.feed.quote(market, "7203", "2850");
      running.feed.quote(market, "6758", "3300");
    };
    quoteAll();
    const [lender, trader] = [await running.newCustomer(), await running.newCustomer()];
    const [follower, applicant] = [
      await verifiedCustomer(running),
      await verifiedCustomer(running),
    ];
    const place = testOrder({ code: "7203", quantity: "100" });
    const { id: lentId } = await running.accepted("/trade/place-order", place, lender);
    await running.accepted("/trade/lend-automatically", { choice: "automatic" }, lender);
    await lendByItself(running.context);
    expect(await running.accepted("/trade/position", { id: lentId }, lender)).toMatchObject({
      lent: "100",
    });

    closesUntilToday(running, { "7203": "2850", "6758": "3300" });
    const followed = await newProduct(running);
    await toNextValuation(running, followed, { "7203": "2850", "6758": "3300" });
    const following = { id: followed.toString(), amount: "100000", request_id: newRequestId() };
    await running.accepted("/trade/follow", following, follower);
    await toNextValuation(running, followed, { "7203": "2850", "6758": "3300" });
    quoteAll();
    await lookAfter(running);
    await running.settle();
    // The lender's own, and the one that the product holds for its followers.
    const holders = await rows(
      running.context.database.reader,
      sql`SELECT DISTINCT customer_id FROM position WHERE code = '7203' AND ended_at IS NULL`,
    );
    expect(holders).toHaveLength(2);

    quoteAll();
    const day = marketDate(market, running.context.clock.now(), "always");
    const last = addTradingDays(market, day, 1);
    await announce(running, { ...terms, last_trading_day: last });
    const trade = {
      type: market,
      code: "7203",
      side: "long",
      leverage: "3",
      amount: "285000",
    } as const;
    await running.accepted(
      "/trade/apply-intraday",
      { ...trade, request_id: newRequestId() },
      trader,
    );
    const block = await newBlock(running, {
      closes_at: new Date(instantOf(market, last, "23:59")).toISOString(),
      settles_at: new Date(
        instantOf(market, addTradingDays(market, last, 1), "12:00"),
      ).toISOString(),
    });
    const application = { id: block.toString(), quantity: "10", request_id: newRequestId() };
    await running.accepted("/trade/apply-block", application, applicant);

    const until = (moment: number) =>
      running.advance(Math.max(1, Math.ceil((moment - running.context.clock.now()) / 1_000)));
    await until(instantOf(market, last, "22:00"));
    quoteAll();
    for (const [code, close] of [
      ["7203", "2850"],
      ["6758", "3300"],
    ] as const) {
      running.feed.close(market, code, instantOf(market, last, "09:00"), close);
    }
    await running.settle();
    await until(instantOf(market, addTradingDays(market, last, 1), "00:05"));
    await running.settle();
    const held = () =>
      rows<{ what: string }>(
        running.context.database.reader,
        sql`SELECT 'position ' || id AS what FROM position WHERE code = '7203' AND ended_at IS NULL
        UNION ALL SELECT 'order ' || id FROM trade_order WHERE code = '7203' AND ended_at IS NULL
        UNION ALL SELECT 'lent' FROM (SELECT sum(quantity) AS lent FROM share_lending WHERE code = '7203') own
          WHERE lent <> 0
        UNION ALL SELECT 'short' FROM (SELECT sum(quantity) AS short FROM share_loan WHERE code = '7203') own
          WHERE short <> 0
        UNION ALL SELECT 'intraday ' || id FROM intraday_trade WHERE code = '7203' AND ended_at IS NULL`,
      );
    await expect.poll(async () => (await running.settle(), await held())).toEqual([]);
    await until(instantOf(market, addTradingDays(market, last, 1), "13:00"));
    running.feed.quote(market, "6758", "3300");
    await lookAfter(running);
    await lendByItself(running.context);
    // Nothing waits for a price that never comes again: what was frozen for the block is back.
    await expect
      .poll(async () => {
        await running.settle();
        return rows(
          running.context.database.reader,
          sql`SELECT id FROM block_application WHERE status = 0`,
        );
      })
      .toEqual([]);
    expect(await held()).toEqual([]);
    const { positions } = await running.accepted("/trade/lending", {}, lender);
    expect(positions.filter(({ code }) => code === "7203")).toEqual([]);
    expect(await running.ledgerFaults()).toEqual([]);
  },
);
