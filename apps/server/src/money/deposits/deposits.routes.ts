import type { Context } from "../../context.ts";
import { placeOf } from "../../platform/cursors.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import { serveChannelAdmin } from "./channels-admin.ts";
import { startDepositJobs } from "./deposits.jobs.ts";
import { serveDepositQueue } from "./deposits.queue.ts";
import { channelsOf, depositsOf, submitDeposit } from "./deposits.ts";
import { ensureSimulatedChannels } from "./simulated-channels.ts";

export async function depositsFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { http } = context;
  await ensureSimulatedChannels(context);
  http.handle("/user/deposit-channels", async ({ input, customer }) =>
    accept(await channelsOf(context, customer, input.currency ?? null)),
  );
  http.handle("/user/deposit", ({ input, customer }) =>
    submitDeposit(
      context,
      customer,
      { channelId: BigInt(input.channel_id), amount: input.amount, receipt: input.receipt },
      input.request_id,
    ),
  );
  http.handle("/user/depositlist", async ({ input, customer }) => {
    const place = placeOf(input.cursor, "number");
    if (place === null) return refuse("invalid_request");
    return accept(
      await depositsOf(context, customer, {
        currency: input.currency ?? null,
        before: place?.[0] ?? null,
        limit: Number(input.limit),
      }),
    );
  });
  serveDepositQueue(context);
  serveChannelAdmin(context);
  return startDepositJobs(context);
}
