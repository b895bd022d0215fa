import { drawBundlePath, type CallOutput, type Calls } from "@sanshi/contract";
import type { DrawBundle } from "@sanshi/draw";
import { afterAll, beforeAll, expect } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { verifiedCustomers } from "../../../../../tests/support/test-offerings.ts";
import { newOperator, type OperatorSession } from "../../../../../tests/support/test-operators.ts";
import type { Application } from "../../application.ts";

// Of the test file that has called `allTestsOnOfferings`.
export let app: TestApplication;
export let other: Application;
export let customers: readonly SignedIn[];
export let author: OperatorSession;
export let approver: OperatorSession;

/** An instance of two processes with eight verified customers and two operators; its books are right at the end. */
export function allTestsOnOfferings(): void {
  beforeAll(async () => {
    app = await startTestApplication();
    // Jobs run in both processes, as on an instance with two.
    other = await app.startAnother();
    customers = await verifiedCustomers(app, 8);
    author = await newOperator(app, "approver");
    approver = await newOperator(app, "approver");
  });
  afterAll(async () => {
    expect(await app.ledgerFaults()).toEqual([]);
    await app.stop();
  });
}

export const customer = (index: number): SignedIn => {
  const found = customers[index];
  if (found === undefined) throw new Error("there are not so many customers");
  return found;
};

type Subscription = CallOutput<Calls["/trade/subscribe"]>;
export const ask = (id: bigint, quantity: string, requestId = newRequestId()) => ({
  id: id.toString(),
  quantity,
  request_id: requestId,
});
export const subscribe = (id: bigint, quantity: string, by: SignedIn): Promise<Subscription> =>
  app.accepted("/trade/subscribe", ask(id, quantity), by);
export const shown = (id: bigint, by = customer(0)) =>
  app.accepted("/trade/newstock", { id: id.toString() }, by);
export const own = async (id: bigint, by: SignedIn) => (await shown(id, by)).mine;
export const bundleOf = async (id: bigint): Promise<DrawBundle> =>
  (
    await app.context.http.fastify.inject({ method: "GET", url: drawBundlePath(id.toString()) })
  ).json();
export const untilStatus = (id: bigint, status: number) =>
  expect.poll(async () => (await shown(id)).status).toBe(status);
export async function draw(id: bigint): Promise<void> {
  const { closes_at: closes, draws_at: draws } = await shown(id);
  const until = (time: string) => Math.ceil((Date.parse(time) - app.context.clock.now()) / 1_000);
  if (until(closes) > 0) await app.advance(until(closes));
  await expect.poll(async () => (await bundleOf(id)).root ?? null).not.toBeNull();
  if (until(draws) > 0) await app.advance(until(draws));
  await untilStatus(id, 3);
}
export const available = async (one: SignedIn) => {
  const { currencies } = await app.accepted("/user/assets", { currency: "JPY" }, one);
  return currencies.find(({ currency }) => currency === "JPY")?.available;
};

/** Of the newest messages the kinds. */
export const messagesOf = async (by: SignedIn) =>
  (await app.accepted("/user/messages", { limit: "100" }, by)).items.map(({ kind }) => kind);
