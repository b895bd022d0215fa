import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { askedDuringFreeze } from "../../../../../tests/support/test-restrictions.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:1000000,USD:10000" });
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const shortQuote = (amount: string, from = "JPY", to = "USD") =>
  app.accepted("/user/exchange-quote", { from, to, amount } as never, customer);
/** One that is good for longer than a busy machine takes for anything. */
async function quote(amount: string, from = "JPY", to = "USD") {
  const quoted = await shortQuote(amount, from, to);
  await sql`UPDATE exchange_quote SET expires_at = expires_at + interval '1 hour'
    WHERE id = ${quoted.quote_id}::bigint`.execute(app.context.database.reader);
  return quoted;
}
const use = (quote_id: string, who = customer, request_id = newRequestId()) =>
  app.post("/user/exchange", { quote_id, request_id }, who);

/** Available money by currency, in whole minor units. */
async function wallet(who = customer): Promise<Record<string, bigint>> {
  const found = await rows(
    app.context.database.reader,
    sql<{ currency: string; balance: bigint }>`SELECT a.currency, b.balance
      FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id
      JOIN customer c ON c.id = a.customer_id
      WHERE c.account = ${who.account} AND a.purpose = 'available'`,
  );
  return Object.fromEntries(found.map(({ currency, balance }) => [currency, balance]));
}

describe("an exchange", () => {
  it("moves both sides at the quoted rate, and posts what the spread leaves", async () => {
    const { quote_id, receive, rate, per, mid } = await quote("100000");
    expect(Number(receive)).toBeCloseTo((100_000 / Number(per)) * Number(rate), 1);
    const { body } = await use(quote_id);
    expect(body).toMatchObject({
      status: 1,
      data: { from: "JPY", to: "USD", amount: "100000", receive, rate, mid },
    });
    expect(await wallet()).toMatchObject({
      JPY: 900_000n,
      USD: 1_000_000n + BigInt(receive.replace(".", "")),
    });
    const postings = await rows(
      app.context.database.reader,
      sql<{ purpose: string; amount: bigint }>`SELECT a.purpose, p.amount
        FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
        WHERE p.kind = 'exchange_bought' AND a.customer_id IS NULL ORDER BY p.amount`,
    );
    expect(postings.map(({ purpose }) => purpose)).toEqual(["exchange", "exchange_income"]);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("stands in the list and in the fund records, with all its postings", async () => {
    const { quote_id } = await quote("100000");
    await use(quote_id);
    const { items } = await app.accepted("/user/exchangelist", {}, customer);
    expect(items).toMatchObject([{ from: "JPY", to: "USD", amount: "100000" }]);
    const records = await app.accepted("/user/fund-records", {}, customer);
    expect(records.items.slice(0, 2).map(({ kind }) => kind)).toEqual([
      "exchange_bought",
      "exchange_sold",
    ]);
    const { postings } = await app.accepted(
      "/user/fund-record",
      { id: records.items[0]!.id },
      customer,
    );
    expect(postings.map(({ purpose }) => purpose).toSorted()).toEqual([
      "available",
      "exchange",
      "exchange_income",
    ]);
  });

  it("takes the whole balance, and not a yen more", async () => {
    expect((await use((await quote("1000000")).quote_id)).body.msg).toBe("ok");
    expect((await wallet())["JPY"]).toBe(0n);
    const { body } = await app.post(
      "/user/exchange-quote",
      { from: "JPY", to: "USD", amount: "1000" },
      customer,
    );
    expect(body.msg).toBe("insufficient_balance");
  });

  it("gives the first answer again, and refuses the same request for another quote", async () => {
    const [one, other] = [await quote("1000"), await quote("2000")];
    const request = newRequestId();
    const first = await use(one.quote_id, customer, request);
    expect((await use(one.quote_id, customer, request)).body).toEqual(first.body);
    expect((await use(other.quote_id, customer, request)).body.msg).toBe("request_id_reused");
    expect((await wallet())["JPY"]).toBe(999_000n);
  });

  it("uses a quote once, in its time, and only the customer's own", async () => {
    const used = await quote("1000");
    await use(used.quote_id);
    expect((await use(used.quote_id)).body.msg).toBe("exchange_quote_used");
    const late = await shortQuote("1000");
    const stranger = await app.newCustomer();
    expect((await use(late.quote_id, stranger)).body.msg).toBe("exchange_quote_not_found");
    await app.advance(15);
    expect((await use(late.quote_id)).body.msg).toBe("exchange_quote_expired");
  });

  it("is forgotten a day after its quote ended where nobody used it, and kept where it was used", async () => {
    const kept = async () => {
      const found = await rows(
        app.context.database.reader,
        sql<{ id: bigint }>`SELECT q.id FROM exchange_quote q
          JOIN customer c ON c.id = q.customer_id WHERE c.account = ${customer.account}`,
      );
      return found.map(({ id }) => id.toString()).toSorted();
    };
    const [used, unused] = [await quote("1000"), await quote("1000")];
    await use(used.quote_id);
    await app.advance(86_400);
    const second = await quote("1000");
    const all = [used.quote_id, unused.quote_id, second.quote_id];
    expect(await kept()).toEqual(all.toSorted());
    // A stranger's new quote forgets nobody else's.
    await app.advance(2 * 3_600);
    const form = { from: "JPY", to: "USD", amount: "1000" } as const;
    await app.accepted("/user/exchange-quote", form, await app.newCustomer());
    expect(await kept()).toEqual(all.toSorted());
    const third = await quote("1000");
    expect(await kept()).toEqual([used.quote_id, second.quote_id, third.quote_id].toSorted());
  });

  it("keeps a refusal under its request: it stays refused after the money has come", async () => {
    const [all, again] = [await quote("1000000"), await quote("1000000")];
    await use(all.quote_id);
    const request = newRequestId();
    expect((await use(again.quote_id, customer, request)).body.msg).toBe("insufficient_balance");
    const back = await quote("5000", "USD", "JPY");
    await use(back.quote_id);
    expect((await use(again.quote_id, customer, request)).body.msg).toBe("insufficient_balance");
  });

  it.each([
    ["same_currency", { from: "JPY", to: "JPY", amount: "1" }],
    ["amount_not_positive", { from: "JPY", to: "USD", amount: "0" }],
    ["amount_too_precise", { from: "JPY", to: "USD", amount: "0.5" }],
    ["exchange_amount_too_small", { from: "VND", to: "USD", amount: "1" }],
    ["insufficient_balance", { from: "JPY", to: "USD", amount: "1000001" }],
  ])("is refused as %s", async (code, form) => {
    expect(await app.refused("/user/exchange-quote", form, customer)).toBe(code);
  });
});

describe("an exchange beside positions", () => {
  it("repays first what a closing has left unpaid, as a deposit does", async () => {
    await app.context.database.pool.query(
      `WITH own AS (SELECT a.id FROM ledger_account a JOIN customer c ON c.id = a.customer_id
          WHERE c.account = $1 AND a.currency = 'USD' AND a.purpose = 'shortfall_debt'),
        moved AS (UPDATE ledger_balance b SET balance = -5000, version = 1 FROM own
          WHERE own.id = b.account_id),
        house AS (SELECT id FROM ledger_account WHERE customer_id IS NULL AND currency = 'USD' LIMIT 1)
      INSERT INTO ledger_posting (transfer_id, account_id, currency, amount, balance_after, version, kind,
          cause_id, happened_at)
        SELECT nextval('ledger_transfer_id'), id, 'USD', -5000, -5000, 1, 'test', 1, real_now() FROM own
        UNION ALL SELECT currval('ledger_transfer_id'), id, 'USD', 5000, NULL, NULL, 'test', 1, real_now()
          FROM house`,
      [customer.account],
    );
    const { quote_id, receive } = await quote("100000");
    expect((await use(quote_id)).body.status).toBe(1);
    const { currencies } = await app.accepted("/user/assets", {}, customer);
    expect(currencies.find(({ currency }) => currency === "USD")).toMatchObject({
      unpaid_debt: "0.00",
    });
    expect(await wallet()).toMatchObject({
      USD: 1_000_000n + BigInt(receive.replace(".", "")) - 5_000n,
    });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("takes no money away from a margin call, but brings it", async () => {
    app.feed.quote("jpy", "7203", "2850");
    const order = { type: "jpy", code: "7203", side: "long", kind: "market" } as const;
    await app.accepted(
      "/trade/place-order",
      { ...order, quantity: "900", leverage: "3", request_id: newRequestId() },
      customer,
    );
    const early = await quote("100000");
    app.feed.quote("jpy", "7203", "2100");
    const margin = () => app.accepted("/trade/margin", { type: "jpy" }, customer);
    await expect.poll(async () => (await margin()).call).not.toBeNull();
    expect((await use(early.quote_id)).body.msg).toBe("margin_call_open");
    const asked = { from: "JPY", to: "USD", amount: "1000" } as const;
    expect(await app.refused("/user/exchange-quote", asked, customer)).toBe("margin_call_open");
    const { quote_id } = await quote("100", "USD", "JPY");
    expect((await use(quote_id)).body.status).toBe(1);
    expect(await wallet()).toMatchObject({ USD: 990_000n });
  });

  it("takes no more from positions on margin than a withdrawal may", async () => {
    app.feed.quote("jpy", "7203", "2850");
    const order = { type: "jpy", code: "7203", side: "long", kind: "market" } as const;
    await app.accepted(
      "/trade/place-order",
      { ...order, quantity: "1000", leverage: "3", request_id: newRequestId() },
      customer,
    );
    const early = await quote("49000");
    // 20 % of what the shares are worth have to stay.
    app.feed.quote("jpy", "7203", "2370");
    expect((await use(early.quote_id)).body.msg).toBe("margin_needed");
    const asked = { from: "JPY", to: "USD", amount: "49000" } as const;
    const { body } = await app.post("/user/exchange-quote", asked, customer);
    expect(body).toMatchObject({ msg: "margin_needed", params: { currency: "JPY" } });
    const max = body.status === 0 ? (body.params?.["max"] ?? "") : "";
    expect(await app.refused("/user/exchange-quote", { ...asked, amount: max }, customer)).toBe(
      "ok",
    );
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("exchanges at the same instant", () => {
  it("never give the same money twice", async () => {
    const quotes = await Promise.all(Array.from({ length: 8 }, () => quote("400000")));
    const answers = await Promise.all(quotes.map(({ quote_id }) => use(quote_id)));
    const codes = answers.map(({ body }) => body.msg).toSorted();
    expect(codes.filter((code) => code === "ok")).toHaveLength(2);
    expect(codes.filter((code) => code === "insufficient_balance")).toHaveLength(6);
    expect((await wallet())["JPY"]).toBe(200_000n);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("use one quote once, whatever the request ids", async () => {
    const { quote_id } = await quote("1000");
    const answers = await Promise.all(Array.from({ length: 8 }, () => use(quote_id)));
    expect(answers.map(({ body }) => body.msg).toSorted()).toEqual([
      ...Array<string>(7).fill("exchange_quote_used"),
      "ok",
    ]);
    expect((await wallet())["JPY"]).toBe(999_000n);
  });

  it("tell whoever waited for another that the quote is used", async () => {
    const { quote_id } = await quote("1000");
    const { database } = app.context;
    let answers: ReturnType<typeof use>[] = [];
    await database.transaction(async (transaction) => {
      await sql`SELECT FROM exchange_quote WHERE id = ${quote_id}::bigint FOR UPDATE`.execute(
        transaction,
      );
      answers = [use(quote_id), use(quote_id), use(quote_id)];
      await untilWaitingForLocks(database.reader, 3);
    });
    const codes = (await Promise.all(answers)).map(({ body }) => body.msg);
    expect(codes.toSorted()).toEqual(["exchange_quote_used", "exchange_quote_used", "ok"]);
    expect((await wallet())["JPY"]).toBe(999_000n);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("are barred by a freeze that comes first, whatever the session still says", async () => {
    const { quote_id } = await quote("1000");
    const { body } = await askedDuringFreeze(app, customer, () => use(quote_id));
    expect(body.msg).toBe("account_frozen");
    expect((await wallet())["JPY"]).toBe(1_000_000n);
  });

  it("answer one request id from two devices alike", async () => {
    const { quote_id } = await quote("1000");
    const request = newRequestId();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => use(quote_id, customer, request)),
    );
    for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
    expect((await wallet())["JPY"]).toBe(999_000n);
  });

  it("go both ways without waiting for each other for ever", async () => {
    const quotes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0 ? quote("1000") : quote("10", "USD", "JPY"),
      ),
    );
    const answers = await Promise.all(quotes.map(({ quote_id }) => use(quote_id)));
    expect(answers.map(({ body }) => body.msg)).toEqual(Array(10).fill("ok"));
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("rates", () => {
  it("are the same for everybody, for every pair", async () => {
    const stranger = await app.newCustomer();
    const ask = (who: SignedIn) => app.accepted("/user/exchange-rates", { from: "USD" }, who);
    const [one, other] = [await ask(customer), await ask(stranger)];
    expect(one.items).toHaveLength(8);
    if (one.sequence === other.sequence) expect(one).toEqual(other);
  });

  it("have a history whose last point is now", async () => {
    const { points, per } = await app.accepted(
      "/user/exchange-history",
      { from: "KRW", to: "JPY", range: "1m" },
      customer,
    );
    expect(per).toBe("100");
    expect(points).toHaveLength(31);
  });
});
