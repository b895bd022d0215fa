import type { Context } from "../../../context.ts";
import { addCounter } from "../../../platform/metrics.ts";
import { isDeliveryDue } from "./push.store.ts";
import { deliverDue, forgetEnded, type Sent } from "./push.ts";

const lookEveryMs = 1_000;
const sweepEveryMs = 3_600_000;

/** Any process may send; what one was sending when it ended another sends again. */
export function startPushes(context: Context): { stop(): Promise<void> } {
  const { log, metrics, sessions } = context;
  const total: Sent = { delivered: 0, dropped: 0, later: 0, gone: 0 };
  addCounter(
    metrics,
    {
      name: "pushes_total",
      help: "Messages pushed to customers' devices, by what became of them",
      labels: ["result"],
    },
    () => Object.entries(total).map(([result, value]) => [{ result }, value] as const),
  );
  const count = (sent: Sent) => {
    for (const result of Object.keys(total) as (keyof Sent)[]) total[result] += sent[result];
  };
  const failure = "what was to be pushed could not be sent yet";
  const sending = context.jobs.repeat(
    { everyMs: lookEveryMs, failure, isDue: isDeliveryDue },
    async (isStopped) => {
      while (!isStopped() && (await deliverDue(context, count)));
    },
  );
  const sweeping = context.jobs.repeat(
    { everyMs: sweepEveryMs, failure: "subscriptions of ended sessions are still kept" },
    () => forgetEnded(context, "all"),
  );
  // At once, where it is heard; the sweep finds the others, and nothing is sent to them meanwhile.
  sessions.onEnded((ended) => {
    forgetEnded(context, ended).catch((error: unknown) =>
      log.warn({ err: error }, "a subscription of an ended session is still kept"),
    );
  });
  return {
    async stop() {
      await sending.stop();
      await sweeping.stop();
      context.push.transport.close();
    },
  };
}
