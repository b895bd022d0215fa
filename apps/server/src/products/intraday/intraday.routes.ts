import type { Calls, CheckedInput } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { ordersOf } from "../../trading/orders/orders.ts";
import { accept } from "../../platform/outcome.ts";
import type { Question } from "../../platform/sql/questions.ts";
import { applyForIntraday, previewIntraday, termsFor, type IntradayForm } from "./intraday.ts";
import { intradayDays, intradayListed } from "./intraday.answers.ts";
import { intradayExport } from "./intraday-export.ts";
import {
  exposureNow,
  squareOffDays,
  squareOffOf,
  tradesForOperators,
} from "./intraday-for-operators.ts";
import { isCarryDue, isSquareOffDue } from "./intraday.store.ts";
import {
  carryOverDue,
  goOnWithSubmitted,
  isAnyLeft,
  squareOffDue,
  squareOffInLeaps,
} from "./square-off.ts";

const lookEveryMs = 1_000;

export async function intradayFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { http } = context;
  http.handle("/trade/intraday-terms", async ({ input, customer }) =>
    accept(await termsFor(context, customer, input.type)),
  );
  http.handle("/trade/preview-intraday", ({ input, customer }) =>
    previewIntraday(context, customer, formOf(input)),
  );
  http.handle("/trade/apply-intraday", ({ input, customer }) =>
    applyForIntraday(context, customer, formOf(input), input.request_id),
  );
  http.handle("/trade/intradaylist", async ({ input, customer }) =>
    accept(await intradayListed(context, customer, input.type)),
  );
  http.handle("/trade/intraday-days", async ({ input, customer }) =>
    accept(await intradayDays(context, customer, input.type)),
  );
  serveOperators(context);
  ordersOf(context).duringLeaps((leaps) => squareOffInLeaps(context, leaps));
  const every = (
    failure: string,
    isDue: (now: number) => ReturnType<Question>,
    work: (isStopped: () => boolean) => Promise<unknown>,
  ) => {
    const job = { everyMs: lookEveryMs, failure, isDue: () => isDue(context.clock.now()) };
    return context.jobs.repeat(job, work);
  };
  const jobs = [
    every("intraday positions were not squared off", isSquareOffDue, (isStopped) =>
      squareOffDue(context, isStopped),
    ),
    every("intraday trades were not carried over", isCarryDue, () => carryOverDue(context)),
    every("intraday trades were not gone on with", isAnyLeft, () => goOnWithSubmitted(context)),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

function serveOperators(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/intraday", async ({ input, audit }) => {
    audit.about(input.type);
    return accept(await exposureNow(context, input.type));
  });
  operatorHttp.handle("/api/ops/intraday/days", async ({ input, audit }) => {
    audit.about(input.type);
    return accept(await squareOffDays(context, input.type));
  });
  operatorHttp.handle("/api/ops/intraday/square-off", ({ input, audit }) => {
    audit.about(`${input.type}:${input.day}`);
    return squareOffOf(context, input);
  });
  operatorHttp.handle("/api/ops/intraday/trades", ({ input, audit }) => {
    audit.about(input.account ?? input.type);
    return tradesForOperators(context, input);
  });
  operatorHttp.handle("/api/ops/intraday/export", async ({ input, audit }) => {
    audit.about(`${input.type}:${input.which}`);
    return accept(await intradayExport(context, input));
  });
}

function formOf(input: CheckedInput<Calls["/trade/preview-intraday"]>): IntradayForm {
  const { type, code, side, amount, quantity, leverage } = input;
  return { type, code, side, amount, quantity, leverage };
}
