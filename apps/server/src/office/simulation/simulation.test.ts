import { customerDeadlines, type CustomerDeadline } from "@sanshi/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  firstOperator,
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";

const path = "/api/ops/simulation/clock";
const decision = "/api/ops/proposals/:id/decision";
const hour = 3_600;

const configOf = async (app: TestApplication) => {
  const entries = await app.accepted("/common/config", { type: "all" });
  const valueOf = (name: string) => entries.find((one) => one.name === name)?.value;
  return { to: valueOf("clock_move_to"), from: valueOf("clock_move_from") };
};
const stateOf = (app: TestApplication, by: OperatorSession) =>
  opsAccepted(app, `${path}/state`, {}, by);

/** A reset that was approved: the customer has `hours` left to stop it. */
async function resetFor(app: TestApplication, hours: number): Promise<void> {
  const { account } = await app.newCustomer();
  await sql`INSERT INTO login_password_reset (customer_id, case_number, password_hash, device, address,
      requested_at, approved_at, due_at, expires_at)
    SELECT id, 'ABCD-2345', 'x', 'd', 'a', app_now() - interval '1 day', app_now() - interval '1 day',
      app_now() + ${hours} * interval '1 hour', app_now() + interval '9 days'
    FROM customer WHERE account = ${account}`.execute(app.owner.reader);
}

describe("an operator who is alone on a simulated instance", () => {
  let app: TestApplication;
  let alone: OperatorSession;
  beforeAll(async () => {
    app = await startTestApplication();
    alone = await firstOperator(app);
  });
  afterAll(() => app.stop());

  it("moves the clock at once, sees what it passes, and is recorded", async () => {
    await resetFor(app, 30);
    const before = await stateOf(app, alone);
    expect(before.deadlines.map(({ kind }) => kind)).toEqual(["login_reset"]);
    const left = Date.parse(before.deadlines[0]?.at ?? "") - Date.parse(before.now);
    expect(Math.abs(left - 30 * hour * 1_000)).toBeLessThan(60_000);
    const moved = await opsAccepted(app, path, { advance_seconds: 31 * hour }, alone);
    expect(moved).toMatchObject({ state: "approved", pending: null });
    const after = await stateOf(app, alone);
    const gone = (at: "now" | "real_now") => Date.parse(after[at]) - Date.parse(before[at]);
    expect(Math.round((gone("now") - gone("real_now")) / 1_000)).toBe(31 * hour);
    // What is left of the reset is the time to use it.
    expect(after).toMatchObject({ pending: null, deadlines: [{ kind: "login_reset" }] });
    expect(after.deadlines[0]?.at).not.toBe(before.deadlines[0]?.at);
    const { items } = await opsAccepted(app, "/api/ops/audit", { subject: "clock" }, alone);
    expect(items[0]).toMatchObject({ path, details: { proposal: moved.id } });
  });

  it("moves it by a second to a year, and never back", async () => {
    const yesterday = new Date(app.context.clock.now() - 24 * hour * 1_000).toISOString();
    const steps = [0, -1, 366 * 24 * hour + 1].map((advance_seconds) => ({ advance_seconds }));
    for (const step of [...steps, {}, { to: yesterday }]) {
      expect(await opsRefused(app, path, step, alone)).toBe("clock_step_out_of_range");
    }
  });
});

describe("two operators of a simulated instance", () => {
  let app: TestApplication;
  let one: OperatorSession;
  let other: OperatorSession;
  beforeAll(async () => {
    app = await startTestApplication();
    one = await firstOperator(app);
    other = await newOperator(app, "approver");
  });
  afterAll(() => app.stop());

  const propose = (advance_seconds: number) => opsAccepted(app, path, { advance_seconds }, one);
  const approve = (id: string, by = other) =>
    opsRefused(app, decision, { id, decision: "approve" }, by);

  it("move it together, ten seconds after every screen has heard of it", async () => {
    const before = app.context.clock.now();
    const { id, state } = await propose(hour);
    expect(state).toBe("proposed");
    const announced = await configOf(app);
    const target = Date.parse(announced.to ?? "");
    expect(target - before).toBeGreaterThanOrEqual(hour * 1_000);
    expect((await stateOf(app, one)).pending).toMatchObject({ ...announced, own: true });
    expect(await opsRefused(app, path, { advance_seconds: 60 }, one)).toBe("proposal_pending");
    expect(await opsRefused(app, path, { advance_seconds: 60 }, other)).toBe("forbidden");
    expect(await approve(id, one)).toBe("own_proposal");
    expect(await approve(id)).toBe("clock_announced_lately");
    expect(app.context.clock.now() - before).toBeLessThan(hour * 1_000);
    await app.advanceReal(11);
    expect(await approve(id)).toBe("ok");
    await app.context.clock.synchronise();
    // It goes to the moment that was announced, however long the second operator took.
    expect(Math.abs(app.context.clock.now() - target)).toBeLessThan(60_000);
    expect(await configOf(app)).toEqual({ to: "", from: "" });
  });

  it("announce nothing any more once the proposal is withdrawn", async () => {
    const before = app.context.clock.now();
    const { id } = await propose(hour);
    await opsAccepted(app, "/api/ops/proposals/:id/withdraw", { id }, one);
    expect(await configOf(app)).toEqual({ to: "", from: "" });
    expect(app.context.clock.now() - before).toBeLessThan(hour * 1_000);
  });

  it("go no further than a customer's next deadline, also where it came after the proposal", async () => {
    const { id } = await propose(3 * hour);
    await app.advanceReal(11);
    await resetFor(app, 2);
    expect(await approve(id)).toBe("clock_passes_deadline");
    await opsAccepted(app, "/api/ops/proposals/:id/withdraw", { id }, one);
    expect(await opsRefused(app, path, { advance_seconds: 3 * hour }, one)).toBe(
      "clock_passes_deadline",
    );
    const [{ at: deadline = "" } = {}] = (await stateOf(app, one)).deadlines;
    expect(await opsRefused(app, path, { to: deadline, advance_seconds: 1 }, one)).toBe(
      "clock_step_out_of_range",
    );
    const { id: nearer } = await opsAccepted(app, path, { to: deadline }, one);
    await app.advanceReal(11);
    expect(await approve(nearer)).toBe("ok");
    await app.context.clock.synchronise();
    expect(Math.abs(app.context.clock.now() - Date.parse(deadline))).toBeLessThan(60_000);
  });
});

/**
 * For every moment that something waits for: the deadline that a move of the clock may not pass, or why it may.
 * `ours` is what the house, its jobs or an institution have to do by then; `freedom` is what a customer may do from
 * then on; `wish` is the end of what the customer wished for; `real` is of real time.
 */
const moments: Record<string, CustomerDeadline | "ours" | "freedom" | "wish" | "real"> = {
  "block_draw.computing_until": "real",
  "block_offer.locked_until": "freedom",
  "block_sale_consent.expires_at": "wish",
  "copy_decision.due_at": "ours",
  "copy_following.locked_until": "freedom",
  "copy_valuation.due_at": "ours",
  "corporate_action_look.looked_until": "ours",
  "correction_hold.takes_effect_at": "correction_objection",
  "customer.closing_barred_until": "freedom",
  "deposit.due_at": "ours",
  "exchange_quote.expires_at": "wish",
  "forced_sale.due_at": "ours",
  "forced_sale_order.due_at": "ours",
  "forced_sale_order.due_on": "ours",
  "fund_password_reset.due_at": "fund_password_reset",
  "intraday_trade.session_ends_at": "ours",
  "listed_position.expires_at": "wish",
  "loan.cooling_off_until": "loan_cooling_off",
  "loan.due_on": "loan_due",
  "login_password_reset.due_at": "login_reset",
  "login_password_reset.expires_at": "login_reset",
  "margin_call.due_at": "margin_call",
  "margin_look.looked_until": "ours",
  "margin_term_notice.due_on": "margin_term",
  "new_share_subscription.pay_until": "new_share_payment",
  "offering.computing_until": "real",
  // What is to be paid stands with the subscription.
  "offering.pays_until": "ours",
  "offering.waiting_until": "ours",
  "offering.withdraws_at": "offering_withdrawal",
  "operator_hold.ends_at": "real",
  "proposal.expires_at": "ours",
  "push_delivery.due_at": "real",
  "reset_hold.ends_at": "real",
  "restriction.closing_barred_until": "freedom",
  "review_claim.claimed_until": "real",
  "second_factor_reset.due_at": "factor_reset",
  "second_factor_reset.expires_at": "factor_reset",
  // What the house owes to the customer who lent.
  "share_recall.due_at": "ours",
  "share_recall_notice.due_at": "share_recall",
  "statement_head.ends_at": "ours",
  "statement_price.ends_at": "ours",
  "trade_order.expires_at": "wish",
  "verification.due_at": "ours",
};

it("knows of every moment in the record whether it is a customer's deadline", async () => {
  const app = await startTestApplication();
  const found = await rows(
    app.owner.reader,
    sql<{ name: string }>`SELECT table_name || '.' || column_name AS name
      FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type IN ('timestamp with time zone', 'date')
        AND column_name ~ '(due_at|due_on|_until|ends_at|expires_at|withdraws_at|takes_effect_at)$'
      ORDER BY 1`,
  );
  await app.stop();
  expect(found.map(({ name }) => name)).toEqual(Object.keys(moments).toSorted());
  const decided = new Set<string>(Object.values(moments));
  expect(customerDeadlines.filter((kind) => !decided.has(kind))).toEqual([]);
});
