import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Question } from "../../platform/sql/questions.ts";
import { startDrawJobs } from "../../platform/draws/draw-jobs.ts";
import { offeringDraws } from "./drawing.ts";
import * as due from "./due.store.ts";
import { returnWithdrawn, settlePayments } from "./paying.ts";
import { listDue } from "./listing.ts";
import { giveUpLateList, withdrawDue } from "./publishing.ts";
import { comeToMarket, endBookBuildings } from "./newcomers.ts";
import { notifyEntrants, notifyOfWithdrawal, notifySubscribers } from "./notifying.ts";

const lookEveryMs = 1_000;

/**
 * Closes, draws, ends what was not paid and tells, each a job of its own: a long list or a long delay keeps no
 * other offering from being closed in time.
 */
export function startNewShareJobs(context: Context): { stop(): Promise<void> } {
  const uncarried = new Set<bigint>();
  /** Of each market the newest company that this process knows to be there. */
  const newest = new Map<MarketKey, number>();
  const every = (
    failure: string,
    isDue: Question,
    work: (isStopped: () => boolean) => Promise<unknown>,
  ) => context.jobs.repeat({ everyMs: lookEveryMs, failure, isDue }, work);
  const now = () => context.clock.now();
  const jobs = [
    startDrawJobs(context, offeringDraws, "new shares", giveUpLateList),
    context.jobs.repeat({ everyMs: lookEveryMs, failure: "companies did not come to market" }, () =>
      comeToMarket(context, newest),
    ),
    every(
      "prices of new shares were not set",
      () => due.isPriceDue(now()),
      () => endBookBuildings(context),
    ),
    every(
      "payments of new shares were not settled",
      () => due.isPaymentDue(now()),
      () => settlePayments(context),
    ),
    every(
      "new shares were not withdrawn",
      () => due.isWithdrawalDue(now()),
      () => withdrawDue(context),
    ),
    every("withdrawn new shares were not given back", due.isAnythingToReturn, () =>
      returnWithdrawn(context),
    ),
    every("subscribers were not told", due.isAnybodyToTell, async (isStopped) => {
      while (!isStopped() && (await notifyEntrants(context)) > 0);
      while (!isStopped() && (await notifyOfWithdrawal(context)) > 0);
      while (!isStopped() && (await notifySubscribers(context)) > 0);
    }),
    every(
      "new shares were not listed",
      () => due.isListingDue(now()),
      (isStopped) => listDue(context, { isStopped, uncarried }),
    ),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
