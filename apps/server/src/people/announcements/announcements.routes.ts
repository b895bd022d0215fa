import type { Context } from "../../context.ts";
import { startDeliveries } from "./announcements.jobs.ts";
import { announcementsListed } from "./announcements.ts";
import { messageCustomer, sendAnnouncement } from "./writing.ts";

export function announcementsFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { operatorHttp } = context;
  const deliveries = startDeliveries(context);
  operatorHttp.handle("/api/ops/announcements", ({ input, audit }) => {
    audit.about("announcements");
    return announcementsListed(context, input);
  });
  operatorHttp.handle("/api/ops/announcements/send", async ({ input, operator, audit }) => {
    audit.about(input.audience, { accounts: String(input.accounts.length) });
    const outcome = await sendAnnouncement(context, operator, audit, input);
    if (outcome.ok) deliveries.look();
    return outcome;
  });
  operatorHttp.handle("/api/ops/customers/:account/message", ({ input, operator, audit }) => {
    audit.about(input.account);
    return messageCustomer(context, operator, audit, input);
  });
  return Promise.resolve({ stop: () => deliveries.stop() });
}
