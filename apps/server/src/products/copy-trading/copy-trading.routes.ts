import { readPublicReason } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import type { Orders } from "../../trading/orders/orders.ts";
import { ownFollowings, productShown, productsListed, tradePage } from "./copy-trading.answers.ts";
import { startCopyTradingJobs } from "./copy-trading.jobs.ts";
import { consentsForOperators, consentToCopy, ownConsents, revokeConsent } from "./consenting.ts";
import { endFollow, follow, previewFollow } from "./following.ts";
import { productsForOperators, valuationPage } from "./operators-answers.ts";
import { replayValuation } from "./replay.ts";
import { proposeClosing, proposeProduct, proposeWindDown } from "./publishing.ts";

/** @param orders the one order path: a pool's orders go through it like everybody's. */
export async function copyTradingFeature(
  context: Context,
  orders: Orders,
): Promise<{ stop(): Promise<void> }> {
  serveCustomers(context);
  serveHolders(context);
  serveOperators(context);
  return startCopyTradingJobs(context, orders);
}

function serveCustomers(context: Context): void {
  const { http } = context;
  http.handle("/trade/productlist", async ({ input, customer }) =>
    accept(await productsListed(context, customer, { market: input.type, period: input.period })),
  );
  http.handle("/trade/product", ({ input, customer }) =>
    productShown(context, customer, { id: BigInt(input.id), period: input.period }),
  );
  http.handle("/trade/product-trades", ({ input }) => tradePage(context, input));
  http.handle("/trade/userproductlist", async ({ input, customer }) =>
    accept(await ownFollowings(context, customer, input.type)),
  );
  http.handle("/trade/preview-follow", ({ input, customer }) =>
    previewFollow(context, customer, { id: BigInt(input.id), amount: input.amount }),
  );
  http.handle("/trade/follow", ({ input, customer }) => {
    const { id, amount, stop_percent: stop, request_id: requestId } = input;
    const stopPercent = stop === undefined ? null : Number(stop);
    return follow(context, customer, { id: BigInt(id), amount, stopPercent }, requestId);
  });
  http.handle("/trade/end-follow", ({ input, customer }) =>
    endFollow(context, customer, BigInt(input.id), input.request_id),
  );
}

function serveHolders(context: Context): void {
  const { http } = context;
  http.handle("/trade/consent-copy", ({ input, customer }) => {
    const { type: market, shown_as: shownAs, capacity_most: capacityMost } = input;
    const asked = { market, shownAs, capacityMost, fundPassword: input.fund_password };
    return consentToCopy(context, customer, asked, input.request_id);
  });
  http.handle("/trade/revoke-copy-consent", ({ input, customer }) =>
    revokeConsent(context, customer, BigInt(input.id), input.request_id),
  );
  http.handle("/trade/copy-consents", async ({ input, customer }) =>
    accept(await ownConsents(context, customer, input.type)),
  );
}

function serveOperators(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/copy-consents", ({ input, audit }) => {
    audit.about("copy_consents");
    return consentsForOperators(context, input);
  });
  operatorHttp.handle("/api/ops/copy-products", ({ input, audit }) => {
    audit.about("copy-products");
    return productsForOperators(context, input);
  });
  operatorHttp.handle("/api/ops/copy-products/:id/valuations", ({ input, audit }) => {
    audit.about(input.id);
    return valuationPage(context, input);
  });
  operatorHttp.handle("/api/ops/copy-products/:id/replay", ({ input, audit }) => {
    audit.about(input.id, { number: input.number });
    return replayValuation(context, { id: BigInt(input.id), number: Number(input.number) });
  });
  operatorHttp.handle("/api/ops/copy-products/propose", ({ input, operator, audit }) => {
    audit.about(`${input.form.type}:${input.form.strategy}`);
    return proposeProduct(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/copy-products/:id/close", ({ input, operator, audit }) => {
    audit.about(input.id);
    return proposeClosing(context, operator, audit, input);
  });
  operatorHttp.handle(
    "/api/ops/copy-products/:id/wind-down",
    async ({ input, operator, audit }) => {
      audit.about(input.id, { at: input.at });
      const read = readPublicReason("copy-products", input.reason);
      if (!read.ok) return refuse(read.code, read.params);
      const { id, at, note = "" } = input;
      return proposeWindDown(context, operator, audit, { id, at, reason: read.reason, note });
    },
  );
}
