import { readPublicReason } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import {
  draftsListed,
  proposeDraft,
  proposeWithReason,
  saveDraft,
} from "../../governance/approvals/approvals.ts";
import { serveBundles } from "../../platform/draws/serve-bundles.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import { offeringDraws } from "./drawing.ts";
import {
  createOfferingLists,
  drawState,
  offeringShown,
  ownSubscriptions,
} from "./new-shares.answers.ts";
import { startNewShareJobs } from "./new-shares.jobs.ts";
import { cancelSubscription, previewSubscription } from "./new-shares.ts";
import { offeringsForOperators } from "./offerings-shown.ts";
import { startSubscribing, type Subscribing } from "./subscribing.ts";
import { paySubscription, waiveSubscription } from "./paying.ts";
import { keepProspectus, prospectusForOperators, serveProspectuses } from "./prospectuses.ts";
import { offeringDrafts, proposePrice } from "./publishing.ts";

export async function newSharesFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const subscribing = startSubscribing(context);
  serveCustomers(context, subscribing);
  serveBundles(context, offeringDraws, "");
  serveProspectuses(context);
  serveOperators(context);
  const jobs = startNewShareJobs(context);
  return {
    async stop() {
      await jobs.stop();
      await subscribing.stop();
    },
  };
}

function serveCustomers(context: Context, subscribing: Subscribing): void {
  const { http } = context;
  const offeringsListed = createOfferingLists(context);
  http.handle("/trade/newstocklist", async ({ input, customer }) =>
    accept(await offeringsListed(customer, input.type)),
  );
  http.handle("/trade/newstock", ({ input, customer }) =>
    offeringShown(context, customer, BigInt(input.id)),
  );
  http.handle("/trade/usernewstocklist", async ({ input, customer }) =>
    accept(await ownSubscriptions(context, customer, input.type)),
  );
  http.handle("/trade/draw", ({ input, customer }) =>
    drawState(context, customer, BigInt(input.id)),
  );
  http.handle("/trade/preview-subscription", ({ input, customer }) =>
    previewSubscription(context, customer, { id: BigInt(input.id), quantity: input.quantity }),
  );
  http.handle("/trade/subscribe", ({ input, customer }) => {
    const asked = { id: BigInt(input.id), quantity: input.quantity };
    return subscribing.subscribe(customer, asked, input.request_id);
  });
  http.handle("/trade/cancel-subscription", ({ input, customer }) =>
    cancelSubscription(context, customer, BigInt(input.id), input.request_id),
  );
  http.handle("/trade/pay-subscription", ({ input, customer }) =>
    paySubscription(context, customer, BigInt(input.id), input.request_id),
  );
  http.handle("/trade/waive-subscription", ({ input, customer }) =>
    waiveSubscription(context, customer, BigInt(input.id), input.request_id),
  );
}

function serveOperators(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/offerings", ({ input, audit }) => {
    audit.about("offerings");
    return offeringsForOperators(context, input);
  });
  operatorHttp.handle("/api/ops/offerings/drafts", async ({ audit }) => {
    audit.about("offerings");
    return accept(await draftsListed(context, offeringDrafts));
  });
  operatorHttp.handle("/api/ops/offerings/draft", ({ input, operator, audit }) => {
    audit.about(`${input.form.type}:${input.form.code}`);
    return saveDraft(context, offeringDrafts, operator, input);
  });
  operatorHttp.handle("/api/ops/offerings/prospectus", ({ input, operator, audit }) => {
    audit.about("offerings");
    return keepProspectus(context, operator, audit, input.content);
  });
  operatorHttp.handle("/api/ops/prospectuses/:sha256", ({ input, audit }) => {
    audit.about(input.sha256);
    return prospectusForOperators(context, input.sha256);
  });
  operatorHttp.handle("/api/ops/offerings/propose", ({ input, operator, audit }) => {
    audit.about(input.id);
    const { id, note } = input;
    return proposeDraft(context, offeringDrafts, { operator, audit }, { id, note });
  });
  operatorHttp.handle("/api/ops/offerings/:id/price", ({ input, operator, audit }) => {
    audit.about(input.id, { price: input.price });
    return proposePrice(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/offerings/:id/withdraw", async ({ input, operator, audit }) => {
    audit.about(input.id);
    const read = readPublicReason("offerings", input.reason);
    if (!read.ok) return refuse(read.code, read.params);
    const { id: subject, note = "" } = input;
    const withdrawal = { subject, input: { offering: subject }, reason: read.reason, note };
    const kind = "offering_withdrawn";
    return proposeWithReason(context, { operator, audit }, { kind, ...withdrawal });
  });
}
