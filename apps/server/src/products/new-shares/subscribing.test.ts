import { findReceipt, signingKeysOf } from "@sanshi/draw/receipt";
import { drawBundlePath } from "@sanshi/contract";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  longOffering,
  newOffering,
  verifiedCustomers,
} from "../../../../../tests/support/test-offerings.ts";
import { verifiedCustomer } from "../../../../../tests/support/test-money.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { projectFolder } from "../../../../../tools/project.ts";
import type { Application } from "../../application.ts";
import { rows, sql } from "../../platform/sql/database.ts";

/** Subscriptions that come at once are taken together, and each has its own answer (decision 0069). */
let app: TestApplication;
let other: Application;
let customers: readonly SignedIn[];
beforeAll(async () => {
  app = await startTestApplication();
  other = await app.startAnother();
  customers = await verifiedCustomers(app, 12);
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

type Answer = {
  msg: string;
  data: null | { number: string; receipt: Parameters<typeof findReceipt>[0]["receipt"] };
};

async function subscribe(
  by: SignedIn,
  form: { id: bigint; quantity?: string; requestId?: string },
  on = app.context,
): Promise<Answer> {
  const { id, quantity = "100", requestId = newRequestId() } = form;
  const answer = await on.http.fastify.inject({
    method: "POST",
    url: "/api/vue/trade/subscribe",
    headers: { "content-type": "application/x-www-form-urlencoded", ...by },
    payload: new URLSearchParams({ id: String(id), quantity, request_id: requestId }).toString(),
  });
  return answer.json();
}

/** How many transactions wrote an offering's entries. */
async function commitsOf(id: bigint): Promise<{ entries: number; commits: number }> {
  const { reader } = app.owner;
  const [counted] = await rows(
    reader,
    sql<{ entries: number; commits: number }>`SELECT count(*)::int AS entries,
      count(DISTINCT xmin::text)::int AS commits FROM new_share_subscription WHERE offering_id = ${id}`,
  );
  if (counted === undefined) throw new Error("nothing was counted");
  return counted;
}

it("takes many at once in one commit, each with its own answer, and the same request once in two processes", async () => {
  const [id, dear] = [
    await longOffering(app),
    await newOffering(app, { price_low: "99999", price_high: "99999" }),
  ];
  const stranger = await app.newCustomer();
  const asked = customers.map((by) => ({ by, requestId: newRequestId() }));
  // Nothing is entered until all of them have come: what somebody asks who comes later has been answered by then.
  const [entered] = await app.owner.transaction(async (transaction) => {
    await sql`SELECT FROM offering WHERE id = ${id} FOR UPDATE`.execute(transaction);
    const answers = Promise.all([
      ...asked.map(({ by, requestId }) => subscribe(by, { id, requestId })),
      subscribe(stranger, { id }),
    ]);
    await untilWaitingForLocks(app.context.database.reader, 1);
    for (const by of customers) await app.accepted("/trade/newstocklist", { type: "jpy" }, by);
    return [answers] as const;
  });
  const alone = await entered;
  expect(alone.map(({ msg }) => msg)).toEqual([...customers.map(() => "ok"), "not_verified"]);
  // Whoever came while the first was under way.
  const { entries, commits } = await commitsOf(id);
  expect(entries).toBe(12);
  expect(commits).toBeLessThanOrEqual(4);
  // Again, beside others, from both processes: the first answers, another's refusals, and one id for two intentions.
  const again = await Promise.all(
    asked.flatMap(({ by, requestId }) => [
      subscribe(by, { id, requestId }),
      subscribe(by, { id, requestId }, other.context),
    ]),
  );
  for (const [index, answer] of again.entries()) {
    expect(answer).toEqual(alone[Math.floor(index / 2)]);
  }
  const mixed = await Promise.all(
    asked
      .slice(0, 4)
      .map(({ by, requestId }, index) =>
        subscribe(
          by,
          [
            { id: dear },
            { id, quantity: "200", requestId },
            { id, quantity: "150" },
            { id: 987_654n },
          ][index] ?? { id },
        ),
      ),
  );
  expect(mixed.map(({ msg }) => msg)).toEqual([
    "insufficient_balance",
    "request_id_reused",
    "subscribed_already",
    "product_not_available",
  ]);
  const url = drawBundlePath(String(id));
  const bundle = (await app.context.http.fastify.inject({ method: "GET", url })).json();
  for (const { data } of alone.slice(0, 12)) {
    if (data === null) throw new Error("no receipt");
    const { receipt } = data;
    const entry = { number: receipt.number, lots: receipt.lots, nonce: receipt.nonce };
    const keys = signingKeysOf(bundle);
    const given = { receipt, termsHash: bundle.terms_hash, entries: [entry], keys };
    expect(findReceipt(given)).toBe("entered");
  }
});

it("decides one request once, whichever of two processes and however often it is asked at once", async () => {
  const id = await longOffering(app);
  const requests = customers.map((by) => ({ by, requestId: newRequestId() }));
  const answers = await Promise.all(
    requests.flatMap(({ by, requestId }) =>
      [app.context, other.context, other.context].map((on) => subscribe(by, { id, requestId }, on)),
    ),
  );
  expect(new Set(answers.map(({ msg }) => msg))).toEqual(new Set(["ok"]));
  expect(new Set(answers.map(({ data }) => data?.number)).size).toBe(12);
  expect((await commitsOf(id)).entries).toBe(12);
});

it("holds nobody up for one whom the database refuses, and counts attempts of each by themselves", async () => {
  const id = await longOffering(app);
  const [one, ...rest] = customers;
  if (one === undefined) throw new Error("nobody is there");
  await sql`ALTER TABLE new_share_subscription ADD CONSTRAINT not_this_one CHECK (nonce <> 'x'
    AND customer_id <> ${sql.lit(await idOf(one))}) NOT VALID`.execute(app.owner.reader);
  const answers = await Promise.all(customers.map((by) => subscribe(by, { id })));
  await sql`ALTER TABLE new_share_subscription DROP CONSTRAINT not_this_one`.execute(
    app.owner.reader,
  );
  expect(answers.map(({ msg }) => msg)).toEqual(["server_fault", ...rest.map(() => "ok")]);
  const key = `subscribe:${await idOf(one)}`;
  await sql`DELETE FROM try_counter WHERE key = ${key}`.execute(app.owner.reader);
  await sql`INSERT INTO try_counter VALUES (${key}, real_now(), 60)`.execute(app.owner.reader);
  const [late, ...others] = await Promise.all(customers.map((by) => subscribe(by, { id })));
  expect(late?.msg).toBe("submit_too_frequent");
  expect(new Set(others.map(({ msg }) => msg))).toEqual(new Set(["subscribed_already"]));
});

/** Two accounts that were verified by one passport, and somebody else's by another. */
async function twoOfOnePerson(
  idNumber: string,
): Promise<{ one: SignedIn; two: SignedIn; stranger: SignedIn }> {
  const one = await verifiedCustomer(app, { isPassport: true, idNumber });
  const two = await verifiedCustomer(app, { isPassport: true, idNumber });
  const stranger = await verifiedCustomer(app, { isPassport: true });
  return { one, two, stranger };
}

it("takes one entry of a person, whichever of two accounts asks first and in whichever process, until it is cancelled", async () => {
  const { one, two, stranger } = await twoOfOnePerson("TZ7654321");
  // The first of all has asked too often by now.
  const [first, ...others] = customers.slice(1);
  if (first === undefined) throw new Error("nobody is there");
  for (let round = 0; round < 6; round += 1) {
    const id = await longOffering(app);
    // In one process the two are of one batch behind the first; else each is in a process of its own.
    const twoAsk = round % 2 === 0 ? app.context : other.context;
    const [, ...answers] = await Promise.all([
      subscribe(first, { id }),
      subscribe(one, { id }),
      subscribe(two, { id }, twoAsk),
      subscribe(stranger, { id }),
      ...others.map((by) => subscribe(by, { id })),
    ]);
    const [answerOne, answerTwo, ...untouched] = answers.map(({ msg }) => msg);
    expect([answerOne, answerTwo].toSorted()).toEqual(["ok", "person_entered_already"]);
    expect(new Set(untouched)).toEqual(new Set(["ok"]));
    expect((await commitsOf(id)).entries).toBe(13);
    const [winner, loser] = answerOne === "ok" ? [one, two] : [two, one];
    const asked = { id: String(id), quantity: "100" };
    expect(await app.refused("/trade/preview-subscription", asked, loser)).toBe(
      "person_entered_already",
    );
    expect((await subscribe(loser, { id }, other.context)).msg).toBe("person_entered_already");
    expect((await subscribe(winner, { id })).msg).toBe("subscribed_already");
    const { mine } = await app.accepted("/trade/newstock", { id: String(id) }, winner);
    if (mine === null) throw new Error("the entry is not shown");
    await app.accepted("/trade/cancel-subscription", { id: mine.id }, winner);
    expect((await subscribe(loser, { id })).msg).toBe("ok");
    expect((await subscribe(winner, { id })).msg).toBe("person_entered_already");
  }
});

it("keeps what a person had entered twice before, and takes no third", async () => {
  const { one, two } = await twoOfOnePerson("TZ7654322");
  const id = await longOffering(app);
  expect((await subscribe(one, { id })).msg).toBe("ok");
  const { reader } = app.owner;
  // As it was before the migration.
  await sql`ALTER TABLE new_share_subscription DROP COLUMN identity CASCADE`.execute(reader);
  await sql`ALTER TABLE block_application DROP COLUMN identity CASCADE`.execute(reader);
  await sql`INSERT INTO new_share_subscription (id, offering_id, customer_id, number, lots, nonce, subscribed_at,
      signature)
    SELECT nextval('new_share_subscription_id'), offering_id, ${await idOf(two)}, 'second', lots, nonce, subscribed_at,
      signature FROM new_share_subscription WHERE offering_id = ${id}`.execute(reader);
  const migration = join(projectFolder, "database", "migrations", "0536_one_entry_a_person.sql");
  await sql.raw(readFileSync(migration, "utf8")).execute(reader);
  const kept = await rows(
    reader,
    sql<{ stands: boolean }>`SELECT identity IS NOT NULL AS stands FROM new_share_subscription
      WHERE offering_id = ${id} ORDER BY id`,
  );
  expect(kept).toEqual([{ stands: true }, { stands: false }]);
  const three = await verifiedCustomer(app, { isPassport: true, idNumber: "TZ7654322" });
  expect((await subscribe(three, { id })).msg).toBe("person_entered_already");
});

async function idOf({ account }: SignedIn): Promise<number> {
  const [found] = await rows(
    app.owner.reader,
    sql<{ id: number }>`SELECT id::int FROM customer WHERE account = ${account}`,
  );
  if (found === undefined) throw new Error("no such customer");
  return found.id;
}

it("shows a crowd the list, each with their own entry, and the bundle, by a few reads for all of them", async () => {
  const id = await longOffering(app);
  for (const by of customers.slice(6)) expect((await subscribe(by, { id })).msg).toBe("ok");
  const listTo = (by: SignedIn) => app.accepted("/trade/newstocklist", { type: "jpy" }, by);
  const alone = [];
  for (const by of customers) alone.push(await listTo(by));
  const { fastify } = app.context.http;
  const bundle = () => fastify.inject(drawBundlePath(String(id)));
  const { body } = await bundle();
  const sent = vi.spyOn(pg.Client.prototype, "query");
  try {
    const lists = await Promise.all(customers.map(listTo));
    expect(lists).toEqual(alone);
    expect(lists.map((list) => list.find((one) => one.id === String(id))?.mine === null)).toEqual(
      customers.map((_, index) => index < 6),
    );
    const bundles = await Promise.all(Array.from({ length: 50 }, bundle));
    expect(new Set(bundles.map((one) => one.body))).toEqual(new Set([body]));
    const texts = sent.mock.calls.map(([asked]) => {
      const { text }: { text?: string } = Object(asked);
      return text ?? String(asked);
    });
    const ofLists = texts.filter((text) => text.includes("FROM offering o WHERE o.market"));
    expect(ofLists).toHaveLength(2);
    expect(texts.filter((text) => text.includes("FROM offering o WHERE o.id")).length).toBeLessThan(
      25,
    );
  } finally {
    sent.mockRestore();
  }
});

it("shows a cancelled entry no more, the next one instead, and a list to nobody who is signed out", async () => {
  const id = await longOffering(app);
  const [one, two] = [await verifiedCustomer(app), await verifiedCustomer(app)];
  const out = await app.newCustomer();
  for (const by of [one, two]) expect((await subscribe(by, { id })).msg).toBe("ok");
  const mineIn = async (by: SignedIn) => {
    const list = await app.accepted("/trade/newstocklist", { type: "jpy" }, by);
    return list.find((offering) => offering.id === String(id))?.mine;
  };
  const first = await mineIn(one);
  await app.accepted("/trade/cancel-subscription", { id: first!.id }, one);
  await app.accepted("/user/logout", {}, out);
  const [cancelled, kept, refused] = await Promise.all([
    mineIn(one),
    mineIn(two),
    app.refused("/trade/newstocklist", { type: "jpy" }, out),
  ]);
  expect(cancelled).toBeNull();
  expect(kept).toMatchObject({ status: 0 });
  expect(refused).toBe("sign_in_again");
  expect((await subscribe(one, { id })).msg).toBe("ok");
  const next = await mineIn(one);
  expect([next?.status, next?.id === first!.id]).toEqual([0, false]);
});
