import type { MessageKind } from "@sanshi/contract";
import { calendarDayBegins } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { sendMessages } from "../../people/messages/messages.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { concernedCustomers } from "../positions/positions.ts";
import { publishDecided } from "../../market/news-editor/news-editor.ts";
import { changeAhead } from "./code-changes.texts.ts";
import { isOver, looksAgain } from "./carrying.rules.ts";
import * as store from "./code-changes.store.ts";
import type { StoredChange } from "./code-changes.store.ts";

type JobContext = Pick<
  Context,
  "database" | "clock" | "jobs" | "instruments" | "feed" | "quotes" | "hours"
>;

const lookEveryMs = 1_000;
const notifiedAtOnceMax = 500;

/** Brings about what was decided, each step once whatever stops in between, and tells customers of it. */
export function startCodeChanges(context: JobContext): { stop(): Promise<void> } {
  const deciding = context.jobs.repeat(
    { everyMs: lookEveryMs, failure: "code changes of the record were not decided" },
    () => decideRecorded(context),
  );
  /** When this process has looked through the tables last, by change. */
  const lookedAt = new Map<bigint, number>();
  const failure = "code changes were not looked after";
  const isDue = store.isChangeUnfinished;
  const carrying = context.jobs.repeat({ everyMs: lookEveryMs, failure, isDue }, async () => {
    for (const change of await store.unfinishedChanges(context.database.reader)) {
      await goOn(context, change, lookedAt);
    }
  });
  return {
    async stop() {
      await deciding.stop();
      await carrying.stop();
    },
  };
}

/** What a record has is told so long before its day. */
const recordedAheadMs = 7 * 86_400_000;

/** Brings in the changes of the feed's record whose days are near: one after the other, as each begins with the last. */
async function decideRecorded(context: JobContext): Promise<void> {
  const { database, feed, quotes, clock, hours, instruments } = context;
  const now = clock.now();
  for (const { market, oldCode, newCode, names, effectiveOn } of feed.renames?.() ?? []) {
    const isKnown = instruments
      .codeChanges()
      .some((one) => one.market === market && one.oldCode === oldCode);
    const effectiveAt = calendarDayBegins(market, effectiveOn, hours);
    const instrument = quotes.instrument(market, oldCode);
    if (isKnown || instrument === null || effectiveAt - recordedAheadMs > now) continue;
    await database.transaction(async (transaction) => {
      await store.lockCodes(transaction);
      if (await store.isUsedCode(transaction, market, newCode)) return;
      const { exchange, names: namesBefore } = instrument;
      const change = {
        oldCode,
        newCode,
        exchange,
        exchangeBefore: exchange,
        namesBefore,
        names,
        effectiveOn,
      };
      const decided = { ...change, market, effectiveAt, proposalId: null, at: now };
      await store.insertCodeChange(transaction, decided);
      const texts = changeAhead(change);
      await publishDecided(transaction, { market, texts, writtenBy: null, at: now });
    });
    await instruments.read();
  }
}

async function goOn(
  context: JobContext,
  change: StoredChange,
  lookedAt: Map<bigint, number>,
): Promise<void> {
  const { database, clock, instruments } = context;
  const now = clock.now();
  const { id } = change;
  if (change.withdrawn_at !== null) {
    const wasAnnounced = change.announced_at !== null;
    await tell(context, change, "told", wasAnnounced ? "code_change_withdrawn" : null);
    return;
  }
  if (change.announced_at === null)
    await tell(context, change, "announced", "code_change_announced");
  if (change.effective_at > now) return;
  if (change.settled_at === null && looksAgain(change, lookedAt.get(id) ?? null, now)) {
    lookedAt.set(id, now);
    await database.transaction(async (transaction) => {
      await store.carryCodeChange(transaction, id);
      await store.insertStep(transaction, id, "carried", now);
      const isSettled = isOver(change, now);
      if (isSettled) await store.insertStep(transaction, id, "settled", now);
    });
    await instruments.read();
  }
  if (change.told_at === null) await tell(context, change, "told", "code_change_in_force");
}

/** The step and its messages in one transaction: each customer hears of it once. */
async function tell(
  { database, clock }: JobContext,
  change: StoredChange,
  step: "announced" | "told",
  kind: Extract<MessageKind, `code_change_${string}`> | null,
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (transaction) => {
    if (!(await store.insertStep(transaction, change.id, step, at)) || kind === null) return;
    await sendToConcerned(transaction, change, kind, at);
  });
}

async function sendToConcerned(
  transaction: Transaction,
  change: StoredChange,
  kind: Extract<MessageKind, `code_change_${string}`>,
  at: number,
): Promise<void> {
  const { market, old_code: oldCode, new_code: newCode } = change;
  const code = kind === "code_change_in_force" ? newCode : oldCode;
  const params = {
    code: oldCode,
    new_code: newCode,
    name_jp: change.name_before_jp,
    name_cn: change.name_before_cn,
    name_us: change.name_before_us,
    new_name_jp: change.name_jp ?? change.name_before_jp,
    new_name_cn: change.name_cn ?? change.name_before_cn,
    new_name_us: change.name_us ?? change.name_before_us,
    exchange: change.exchange,
    date: change.effective_on,
  };
  const stock = { market, codes: [oldCode, newCode] };
  for (let after = 0n; ;) {
    const page = { after, limit: notifiedAtOnceMax };
    const customerIds = await concernedCustomers(transaction, stock, page);
    await sendMessages(
      transaction,
      customerIds.map((customerId) => ({
        customerId,
        kind,
        params,
        link: `/quotes/info?type=${market}&code=${code}` as const,
        at,
      })),
    );
    const last = customerIds.at(-1);
    if (last === undefined || customerIds.length < notifiedAtOnceMax) return;
    after = last;
  }
}
