import { subscriptionNumber, type NewShareSubscription } from "@sanshi/contract";
import { receiptText } from "@sanshi/draw/receipt";
import type { Context } from "../../context.ts";
import { recordActivities } from "../../governance/activity/activity.ts";
import { answersBefore, keepAnswers, type ClientRequest } from "../../platform/answer-once.ts";
import { createBatches } from "../../platform/batches.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { countAttempts } from "../../platform/rate-limits.ts";
import type { Customer } from "../../platform/sessions.ts";
import { errorCode, type Transaction } from "../../platform/sql/database.ts";
import { subscriptionOnWire } from "./new-shares.answers.ts";
import { checkSubscription, refusalOfEntered } from "./new-shares.rules.ts";
import * as offerings from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";
import { subscribersOf, type Applicant } from "./subscribers.ts";
import * as store from "./subscriptions.store.ts";
import type { NewSubscription } from "./subscriptions.store.ts";

type SubscribingContext = Pick<Context, "database" | "clock" | "hours" | "signingKey">;
type Answer = Outcome<NewShareSubscription>;
export type Asked = { id: bigint; quantity: string };

export type Subscribing = {
  /** Subscribes once per offering; of two at once, from wherever, one is told that it comes second. */
  subscribe(customer: Customer, asked: Asked, requestId: string): Promise<Answer>;
  stop(): Promise<void>;
};

type Work = {
  customerId: bigint;
  customer: Customer;
  asked: Asked;
  request: ClientRequest;
  settle(answer: Answer): void;
  fail(error: unknown): void;
};

/** What more of them cost is their signatures, during which nothing else is done. */
const batchMax = 256;
/** Worked off in less than a second. */
const waitingMax = 1_024;

/** Far more than a person asks for: a program that runs away is told so. */
const requestLimit = { attemptsMax: 60, windowMinutes: 1 };
const limitKey = ({ customerId }: Work) => `subscribe:${customerId}`;

/** Whoever subscribes at the same time is taken together: one transaction, and an answer to each (decision 0069). */
export function startSubscribing(context: SubscribingContext): Subscribing {
  const batches = createBatches<Work>({
    batchMax,
    waitingMax,
    run: (batch) => settleBatch(context, batch),
  });
  return {
    subscribe: (customer, asked, requestId) =>
      new Promise((settle, fail) => {
        const { customerId } = customer;
        const input = { id: asked.id.toString(), quantity: asked.quantity };
        const request = { customerId, requestId, call: "subscribe", input };
        const work = { customerId, customer, asked, request, settle, fail };
        if (!batches.submit(work)) settle(refuse("overloaded"));
      }),
    stop: () => batches.drain(),
  };
}

async function settleBatch(context: SubscribingContext, batch: readonly Work[]): Promise<void> {
  // In the order of the customers, so that two processes lock the same way round.
  const works = batch.toSorted((one, other) => (one.customerId < other.customerId ? -1 : 1));
  try {
    const answers = await context.database.transaction((transaction) =>
      decideAll(context, transaction, works),
    );
    for (const [index, work] of works.entries()) {
      const answer = answers[index];
      if (answer === undefined) throw new Error("a subscription without an answer");
      work.settle(answer);
    }
  } catch (error) {
    if (works.length > 1 && isOnesFault(error)) {
      for (const work of works) await settleBatch(context, [work]);
    } else {
      for (const work of works) work.fail(error);
    }
  }
}

/** Something that the database refuses, which then holds nobody else up. */
function isOnesFault(error: unknown): boolean {
  return /^2[23]/.test(errorCode(error));
}

/** Thrown where a request was decided elsewhere while this batch was at it: nothing was written, and it goes again. */
class DecidedElsewhere extends Error {
  readonly code = "40001";
}

async function decideAll(
  context: SubscribingContext,
  transaction: Transaction,
  works: readonly Work[],
): Promise<Answer[]> {
  const requests = works.map(({ request }) => request);
  const before = await answersBefore<NewShareSubscription>(transaction, requests);
  // What was decided before is answered whatever the limit says.
  const counted = works.filter((_work, index) => before[index] === null).map(limitKey);
  const late = await countAttempts(transaction, counted, requestLimit);
  const answers = works.map(
    (work, index) =>
      before[index] ?? (late.has(limitKey(work)) ? refuse("submit_too_frequent") : null),
  );
  const fresh = works.filter((_work, index) => answers[index] === null);
  if (fresh.length > 0) {
    const decided = await decideFresh(context, transaction, fresh);
    const answered = fresh.map((work) => ({ ...work.request, outcome: answerOf(decided, work) }));
    if (!(await keepAnswers(transaction, answered))) throw new DecidedElsewhere();
    return works.map((work, index) => answers[index] ?? answerOf(decided, work));
  }
  return answers.filter((answer) => answer !== null);
}

function answerOf(decided: ReadonlyMap<Work, Answer>, work: Work): Answer {
  const answer = decided.get(work);
  if (answer === undefined) throw new Error("a subscription without an answer");
  return answer;
}

type Taken = { work: Work; offering: StoredOffering; made: NewSubscription };

async function decideFresh(
  context: SubscribingContext,
  transaction: Transaction,
  works: readonly Work[],
): Promise<ReadonlyMap<Work, Answer>> {
  const { clock, signingKey } = context;
  // Locked against the close: whoever is here before it is in the list.
  const ids = new Set(works.map(({ asked }) => asked.id));
  const locked = await offerings.lockForEntries(transaction, [...ids]);
  const byId = new Map(locked.map((offering) => [offering.id, offering]));
  const applicants = works.map(({ customer, asked }): Applicant => {
    return { customer, offering: byId.get(asked.id) };
  });
  const subscribers = await subscribersOf(transaction, applicants);
  const at = clock.now();
  const decided = new Map<Work, Answer>();
  const admitted: (Pick<Taken, "work" | "offering"> &
    Pick<NewSubscription, "lots" | "identity">)[] = [];
  for (const [index, work] of works.entries()) {
    const [offering, subscriber] = [applicants[index]?.offering, subscribers[index]];
    if (subscriber === undefined) throw new Error("a subscriber of whom nothing is known");
    const checked = checkSubscription(work.asked.quantity, offering, subscriber, at);
    if (!checked.ok) decided.set(work, { ok: false, refusal: checked.objection });
    // Another process's clock may have been ahead: its root is the end.
    else if (offering === undefined || offering.root !== null) {
      decided.set(work, refuse("subscription_not_open"));
    } else {
      admitted.push({ work, offering, lots: checked.lots, identity: subscriber.identity });
    }
  }
  if (admitted.length === 0) return decided;
  const newIds = await store.nextSubscriptionIds(transaction, admitted.length);
  const taken = admitted.map(({ work, offering, lots, identity }, index): Taken => {
    const id = newIds[index];
    if (id === undefined) throw new Error("a sequence without a next number");
    const number = subscriptionNumber(id);
    const receipt = {
      terms_hash: offering.terms_hash,
      number,
      lots,
      nonce: work.request.requestId,
      at: new Date(at).toISOString(),
    };
    const { customerId } = work;
    const { nonce } = receipt;
    const signature = signingKey.sign(receiptText(receipt));
    const made = { id, offeringId: offering.id, customerId, number, lots, nonce, signature, at };
    return { work, offering, made: { ...made, identity } };
  });
  await write(context, transaction, taken, decided);
  return decided;
}

async function write(
  context: SubscribingContext,
  transaction: Transaction,
  taken: readonly Taken[],
  decided: Map<Work, Answer>,
): Promise<void> {
  const kept = await store.insertSubscriptions(
    transaction,
    taken.map(({ made }) => made),
  );
  const byId = new Map(kept.map((subscription) => [subscription.id, subscription]));
  const second = taken.filter(({ made }) => !byId.has(made.id));
  if (second.length > 0) await refuseSecond(transaction, second, decided);
  const activities: Parameters<typeof recordActivities>[2][number][] = [];
  for (const { work, offering, made } of taken) {
    const { id, customerId, number, at } = made;
    const subscription = byId.get(id);
    if (subscription === undefined) continue;
    decided.set(work, accept(subscriptionOnWire(context, subscription, offering, at)));
    const params = { number, code: offering.code, quantity: work.asked.quantity };
    activities.push({ customerId, params, at });
  }
  await recordActivities(transaction, "new_shares_subscribed", activities);
}

/** Another process was first, or another account of the same person in this batch. */
async function refuseSecond(
  transaction: Transaction,
  second: readonly Taken[],
  decided: Map<Work, Answer>,
): Promise<void> {
  const entered = await store.subscribedAmong(
    transaction,
    second.map(({ made }) => made),
  );
  for (const [place, { work }] of second.entries()) {
    const by = entered.get(place);
    // What stood in the way was cancelled meanwhile.
    if (by === undefined) throw new DecidedElsewhere();
    decided.set(work, refuse(refusalOfEntered[by]));
  }
}
