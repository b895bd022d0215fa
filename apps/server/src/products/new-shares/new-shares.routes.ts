import { readPublicReason } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import { publicBundle } from "./drawing.ts";
import {
  drawState,
  offeringShown,
  offeringsListed,
  ownSubscriptions,
} from "./new-shares.answers.ts";
import { startNewShareJobs } from "./new-shares.jobs.ts";
import { cancelSubscription, previewSubscription, subscribe } from "./new-shares.ts";
import { offeringsForOperators } from "./offerings-shown.ts";
import { paySubscription, waiveSubscription } from "./paying.ts";
import {
  draftsListed,
  proposePrice,
  proposePublication,
  proposeWithdrawal,
  saveDraft,
} from "./publishing.ts";

export async function newSharesFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  serveCustomers(context);
  serveBundles(context);
  serveOperators(context);
  return startNewShareJobs(context);
}

function serveCustomers(context: Context): void {
  const { http } = context;
  http.handle("/trade/newstocklist", async ({ input, customer }) =>
    accept(await offeringsListed(context, customer, input.type)),
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
    return subscribe(context, customer, asked, input.request_id);
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

/** All that a draw is made of, for everybody: no sign-in, and no page that may not ask. */
function serveBundles({ http, database }: Context): void {
  http.fastify.get<{ Params: { file: string } }>("/api/draws/:file", async (request, reply) => {
    const id = /^([1-9]\d{0,17})\.json$/.exec(request.params.file)?.[1];
    const bundle = id === undefined ? null : await publicBundle({ database }, BigInt(id));
    const headers = reply.headers({
      "content-type": "application/json; charset=utf-8",
      // What is not drawn yet changes.
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    return bundle === null ? headers.code(404).send('{"error":"not_found"}') : headers.send(bundle);
  });
}

function serveOperators(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/offerings", ({ input, audit }) => {
    audit.about("offerings");
    return offeringsForOperators(context, input);
  });
  operatorHttp.handle("/api/ops/offerings/drafts", async ({ audit }) => {
    audit.about("offerings");
    return accept(await draftsListed(context));
  });
  operatorHttp.handle("/api/ops/offerings/draft", ({ input, operator, audit }) => {
    audit.about(`${input.form.type}:${input.form.code}`);
    return saveDraft(context, operator, input);
  });
  operatorHttp.handle("/api/ops/offerings/propose", ({ input, operator, audit }) => {
    audit.about(input.id);
    return proposePublication(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/offerings/:id/price", ({ input, operator, audit }) => {
    audit.about(input.id, { price: input.price });
    return proposePrice(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/offerings/:id/withdraw", async ({ input, operator, audit }) => {
    audit.about(input.id);
    const read = readPublicReason("offerings", input.reason);
    if (!read.ok) return refuse(read.code, read.params);
    const { id, note = "" } = input;
    return proposeWithdrawal(context, operator, audit, { id, reason: read.reason, note });
  });
}
