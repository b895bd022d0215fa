import { setTimeout as pause } from "node:timers/promises";
import {
  serviceMessagesPerDayMax,
  serviceMessagesPerTenMinutesMax,
  type CallOutput,
  type Calls,
  type CheckedInput,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { siteEntries } from "../../governance/site/site.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { addressKey, countAttempt, type RateLimit } from "../../platform/rate-limits.ts";
import { answerMs, caseOf } from "../login-resets/login-resets.ts";
import { onWire } from "./conversations.ts";
import * as store from "./conversations.store.ts";

type CaseContext = Pick<Context, "database" | "clock">;

/** A page that is open asks four times a minute; nobody guesses a number at that pace. */
const readsPerHourMax = 600;

/**
 * Keeps what somebody who cannot sign in wrote by a case's number, in the conversation of the account, if there is
 * one. The answer and the time that it takes are the same without one.
 */
export async function writeAboutCase(
  context: CaseContext,
  form: CheckedInput<Calls["/user/write-about-case"]>,
  address: string,
): Promise<Outcome<Record<string, never>>> {
  const { database } = context;
  const { case_number: caseNumber } = form;
  const { kefu } = await siteEntries(database.reader);
  // Nobody would look for it here.
  if (kefu !== "") return refuse("service_is_elsewhere");
  const minutes = await countAttempt(database.reader, writingLimits(caseNumber, address));
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const found = await caseOf(context, caseNumber);
  if (found === undefined) return refuse("case_not_found");
  await Promise.all([keep(context, found.customerId, form), pause(answerMs)]);
  return accept({});
}

async function keep(
  { database, clock }: CaseContext,
  customerId: bigint | null,
  {
    case_number: caseNumber,
    body,
    request_id: requestId,
  }: CheckedInput<Calls["/user/write-about-case"]>,
): Promise<void> {
  if (customerId === null) return;
  await database.transaction(async (transaction) => {
    await store.startConversation(transaction, customerId);
    if (await store.isKept(transaction, requestId)) return;
    const about = { caseNumber, requestId };
    await store.insertQuestion(transaction, { customerId, body, at: clock.now(), about });
  });
}

/** Only what was answered by this number: whoever has it may be anybody. */
export async function caseAnswers(
  context: CaseContext,
  caseNumber: string,
  address: string,
): Promise<Outcome<CallOutput<Calls["/user/case-answers"]>>> {
  const { reader } = context.database;
  const limit = { attemptsMax: readsPerHourMax, windowMinutes: 60 };
  const minutes = await countAttempt(reader, [
    { key: addressKey("case-answers", address), ...limit },
  ]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  if ((await caseOf(context, caseNumber)) === undefined) return refuse("case_not_found");
  const answers = await store.listCaseAnswers(reader, caseNumber);
  return accept({ items: answers.map(onWire) });
}

function writingLimits(caseNumber: string, address: string): RateLimit[] {
  const [minutes, day] = [serviceMessagesPerTenMinutesMax, serviceMessagesPerDayMax];
  return [
    { key: addressKey("case-message", address), attemptsMax: 3 * minutes, windowMinutes: 10 },
    { key: `case-message:${caseNumber}`, attemptsMax: minutes, windowMinutes: 10 },
    { key: `case-message-day:${caseNumber}`, attemptsMax: day, windowMinutes: 1_440 },
  ];
}
