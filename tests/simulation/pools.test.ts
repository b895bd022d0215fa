import { setTimeout as pause } from "node:timers/promises";
import { minuteMs, type CopyStrategy } from "@sanshi/contract";
import { localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderPathOf } from "../../apps/server/src/features.ts";
import { rows, sql } from "../../apps/server/src/platform/sql/database.ts";
import { lookAfterPools } from "../../apps/server/src/products/copy-trading/copy-trading.jobs.ts";
import { scheduleOf } from "../../apps/server/src/products/copy-trading/copy-trading.answers.ts";
import { valuationsAround } from "../../apps/server/src/products/copy-trading/copy-trading.rules.ts";
import { testOrder } from "../support/builders.ts";
import { scaled } from "../support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../support/test-application.ts";
import {
  closesUntilToday,
  lookAfter,
  newProduct,
  offeredAccount,
  productOf,
} from "../support/test-copy-products.ts";
import { verifiedCustomers } from "../support/test-offerings.ts";
import { testFundPassword } from "../support/test-money.ts";
import { newOperator } from "../support/test-operators.ts";
import { randomSource } from "./random-source.ts";

/**
 * Strategies trade over days while customers follow and end, prices wander, stocks split and pay dividends on
 * valuation days, and processes break off between two statements. At every look the books are units times value.
 * SIMULATION_SEED repeats a run's choices, SIMULATION_DAYS makes it longer.
 */
const seed = Number(process.env["SIMULATION_SEED"] ?? "20261121");
const daysSimulated = Number(process.env["SIMULATION_DAYS"] ?? "9");
const random = randomSource(seed);
const strategies: readonly CopyStrategy[] = [
  "yesterdays_winners",
  "equal_weight",
  "index_leveraged",
];
/** A billion yen a day of each stock. */
const turnover = 1_000_000_000n;
const last = { "7203": 2_850, "6758": 3_300 };
type Code = keyof typeof last;
const codes: readonly Code[] = ["7203", "6758"];

let app: TestApplication;
let customers: readonly SignedIn[];
/** Whose own account is one of the products, until the consent is revoked. */
let holder: SignedIn;
let ids: readonly bigint[];
const answers = new Map<string, number>();
let killed = 0;
const wrong: unknown[] = [];

beforeAll(async () => {
  app = await startTestApplication();
  const verified = await verifiedCustomers(app, 7);
  customers = verified.slice(0, 6);
  holder = verified[6]!;
  closesUntilToday(app, { "7203": "2850", "6758": "3300" }, { days: 140, turnover });
  ids = await Promise.all(
    strategies.map((strategy, index) => {
      const terms = { lock_up_days: index, seed: "1000003", minimum: "1000" };
      return newProduct(app, { strategy, ...terms, management_basis_points: 200 });
    }),
  );
  const pins = { new_password: testFundPassword, new_password2: testFundPassword };
  await app.accepted("/user/set-fund-password", { login_password: testPassword, ...pins }, holder);
  const operators = [
    await newOperator(app, "approver"),
    await newOperator(app, "approver"),
  ] as const;
  ids = [
    ...ids,
    await offeredAccount(app, holder, operators, { minimum: "1000", lock_up_days: 1 }),
  ];
  for (let day = 1; day <= daysSimulated; day += 1) await liveThrough(day);
});
afterAll(() => app.stop());

function quoteAll(): void {
  for (const code of codes) {
    const price = String(last[code]);
    const spread = { bid: scaled(String(last[code] - 1)), ask: scaled(String(last[code] + 1)) };
    app.feed.quote("jpy", code, price, spread);
  }
}

async function moveTo(moment: number): Promise<void> {
  const seconds = Math.ceil((moment - app.context.clock.now()) / 1_000);
  if (seconds > 0) await app.advance(seconds);
  quoteAll();
}

/** One trading day: its action, its cut-off, its valuation, and customers in between and at the same time. */
async function liveThrough(day: number): Promise<void> {
  const { clock, hours } = app.context;
  const product = await productOf(app, ids[0]!);
  const { next } = valuationsAround(scheduleOf(product), clock.now(), hours);
  if (next === null) throw new Error("there is no valuation ahead");
  await act(day, next);
  for (const code of codes) {
    app.feed.close("jpy", code, clock.now(), String(last[code]), turnover);
    // On the fourth day everything falls by a tenth: whatever else chance brings, a stop is reached.
    const change = day === 4 ? -100 : random(81) - 40;
    last[code] = Math.max(300, Math.round(last[code] * (1 + change / 1_000)));
  }
  quoteAll();
  if (day === 1) {
    const asked = { id: `${ids[1]}`, amount: "20000", stop_percent: "1" };
    const follow = { ...asked, request_id: newRequestId() };
    await app.accepted("/trade/follow", follow, customers[0]!);
  }
  await Promise.all([...customers.map(oneActs), holderActs(day)]);
  await moveTo(next - product.cut_off_minutes * minuteMs + 1_000);
  await Promise.all([lookAndBreak(), ...customers.slice(0, 3).map(oneActs)]);
  await lookAfter(app);
  await moveTo(next + 1_000);
  await Promise.all([lookAndBreak(), lookAndBreak(), ...customers.slice(3).map(oneActs)]);
  await check();
  // What a stock's split keeps waiting is made up for as soon as it is applied.
  for (let looks = 0; looks < 1_000; looks += 1) {
    quoteAll();
    await lookAfter(app);
    const valued = await Promise.all(ids.map((id) => productOf(app, id)));
    if (valued.every(({ valued_for: at, ended_at: end }) => at === next || end !== null)) break;
    await pause(50);
  }
  await check();
}

/** On the third day a split, on the fifth a dividend: both on a day of a valuation. */
async function act(day: number, valuedAt: number): Promise<void> {
  const today = localDate("jpy", app.context.clock.now());
  const date = localDate("jpy", valuedAt);
  const exDate = date > today ? date : nextTradingDay("jpy", today, "always");
  if (day % 6 === 3) {
    app.feed.act("jpy", "7203", { kind: "split", exDate, numerator: 3n, denominator: 2n });
    last["7203"] = Math.round((last["7203"] * 2) / 3);
  }
  if (day % 6 === 5) {
    app.feed.act("jpy", "6758", { kind: "dividend", exDate, perShare: scaled("40") });
  }
}

async function oneActs(customer: SignedIn): Promise<void> {
  const choice = random(10);
  const id = ids[random(ids.length)]!;
  if (choice < 6) {
    const amount = String(1_000 + random(60_000));
    const stop = random(2) === 0 ? { stop_percent: String(1 + random(3)) } : null;
    note(
      await app.refused(
        "/trade/follow",
        { id: `${id}`, amount, ...stop, request_id: newRequestId() },
        customer,
      ),
    );
    return;
  }
  const own = await app.accepted("/trade/userproductlist", { type: "jpy" }, customer);
  const following = own[random(Math.max(1, own.length))];
  if (following === undefined) return;
  const end = { id: following.id, request_id: newRequestId() };
  // Twice at once, as from two telephones.
  const ended = await Promise.all(
    [end, { ...end, request_id: newRequestId() }].map((asked) =>
      app.refused("/trade/end-follow", asked, customer),
    ),
  );
  for (const msg of ended) note(msg);
  expect(ended.filter((msg) => msg === "ok").length).toBeLessThanOrEqual(1);
}

/** Buys and sells what happens to be sold, and no longer offers the account once it has been followed for days. */
async function holderActs(day: number): Promise<void> {
  const code = codes[random(codes.length)]!;
  const order = testOrder({ type: "jpy", code, quantity: String(1 + random(60)) });
  note(await app.refused("/trade/place-order", order, holder));
  const { items } = await app.accepted("/trade/holdings", { type: "jpy" }, holder);
  const held = items[random(Math.max(1, items.length))];
  if (held !== undefined && random(3) === 0) {
    const close = { type: "jpy" as const, code: held.code, side: "long" as const };
    note(
      await app.refused(
        "/trade/close-holding",
        { ...close, quantity: "1", kind: "market", request_id: newRequestId() },
        holder,
      ),
    );
  }
  if (day !== daysSimulated - 2) return;
  const [offer] = await app.accepted("/trade/copy-consents", { type: "jpy" }, holder);
  const revoked = { id: offer?.id ?? "", request_id: newRequestId() };
  await app.accepted("/trade/revoke-copy-consent", revoked, holder);
}

function note(msg: string): void {
  answers.set(msg, (answers.get(msg) ?? 0) + 1);
}

/** A process that breaks off now and then before a commit, and now and then just after it. */
async function lookAndBreak(): Promise<void> {
  const { context } = app;
  const { database } = context;
  const breaking: typeof database = {
    ...database,
    async transaction(work) {
      const when = random(4);
      const result = await database.transaction(async (transaction) => {
        const done = await work(transaction);
        if (when === 0) breakOff();
        return done;
      });
      if (when === 1) breakOff();
      return result;
    },
  };
  await lookAfterPools({ ...context, database: breaking }, orderPathOf(context));
}

function breakOff(): never {
  killed += 1;
  throw new Error("the power went");
}

/** What each pool owes is its units times their value, each holder's rounded down, and the ledger is nobody's gain. */
async function check(): Promise<void> {
  const differing = await rows(
    app.owner.reader,
    sql<{
      what: string;
    }>`SELECT 'product ' || p.id || ' owes ' || coalesce(o.owed, 0) || ', books ' || b.balance AS what
      FROM copy_product p
      JOIN ledger_account a ON a.customer_id = p.pool_id AND a.purpose = 'units_issued'
      JOIN ledger_balance b ON b.account_id = a.id
      LEFT JOIN (SELECT f.product_id, sum(div(f.units::numeric * q.unit_value, 1000000000000)) AS owed
        FROM copy_following f JOIN copy_product q ON q.id = f.product_id
        WHERE f.status = 0 AND f.proceeds IS NULL GROUP BY f.product_id) o ON o.product_id = p.id
      WHERE coalesce(o.owed, 0) <> -b.balance
      UNION ALL
      SELECT currency || ' sums to ' || sum(amount) FROM ledger_posting GROUP BY currency HAVING sum(amount) <> 0
      UNION ALL
      SELECT 'followed of ' || a.customer_id FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
      WHERE a.purpose = 'followed' AND a.currency = 'JPY' AND b.balance <> (SELECT coalesce(sum(f.amount), 0)
        FROM copy_following f WHERE f.customer_id = a.customer_id AND f.status = 0)`,
  );
  wrong.push(...differing);
}

describe("pools over days", () => {
  it("have met what can happen: purchases, ends, stops, breaks, splits and dividends", async () => {
    expect(answers.get("ok") ?? 0).toBeGreaterThan(30);
    expect([...answers.keys()]).not.toContain("server_fault");
    expect(killed).toBeGreaterThan(10);
    const [met] = await rows(
      app.owner.reader,
      sql<Record<string, number>>`SELECT
        (SELECT count(*)::int FROM copy_following WHERE status = 1 AND units > 0) AS ended,
        (SELECT count(*)::int FROM copy_following WHERE stop_reached_at IS NOT NULL) AS stopped,
        (SELECT count(*)::int FROM fill f JOIN position p ON p.id = f.position_id
          JOIN customer c ON c.id = p.customer_id AND c.kind = 'pool') AS fills,
        (SELECT count(*)::int FROM position_action d JOIN position p ON p.id = d.position_id
          JOIN customer c ON c.id = p.customer_id AND c.kind = 'pool') AS actions,
        (SELECT count(*)::int FROM fill f JOIN position p ON p.id = f.position_id
          JOIN copy_product m ON m.pool_id = p.customer_id AND m.consent_id IS NOT NULL) AS mirrored`,
    );
    expect(met?.["ended"]).toBeGreaterThan(2);
    expect(met?.["stopped"]).toBeGreaterThan(0);
    expect(met?.["fills"]).toBeGreaterThan(5);
    expect(met?.["actions"]).toBeGreaterThan(0);
    expect(met?.["mirrored"]).toBeGreaterThan(1);
  });

  it("owe units times their value at every look, and every day has one value", async () => {
    expect(wrong).toEqual([]);
    const [mirrored, ...others] = ids.toReversed();
    for (const id of others) expect((await productOf(app, id)).valuations).toBe(daysSimulated);
    // What followed an account has ended since its holder revoked, with nothing left in it.
    const over = await productOf(app, mirrored!);
    expect(over).toMatchObject({ units: 0n });
    expect(over.ended_at).not.toBeNull();
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("replay: every valuation follows from its own rows, and who ends is paid its value", async () => {
    const differing = await rows(
      app.owner.reader,
      sql<{ id: bigint }>`SELECT f.id FROM copy_following f
        JOIN copy_valuation v ON v.product_id = f.product_id AND v.number = f.ended_number
        WHERE f.proceeds <> div(f.units::numeric * v.unit_value, 1000000000000)
        UNION ALL
        SELECT f.id FROM copy_following f
        JOIN copy_valuation v ON v.product_id = f.product_id AND v.number = f.bought_number
        WHERE f.units <> div(f.amount::numeric * 1000000000000, v.unit_value)`,
    );
    expect(differing).toEqual([]);
  });
});
