import { blockDrawName, readPublicReason, type IntradayApplication } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import {
  draftsListed,
  proposeDraft,
  proposeWithReason,
  saveDraft,
} from "../../governance/approvals/approvals.ts";
import { serveBundles } from "../../platform/draws/serve-bundles.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import {
  blockDrawState,
  blocksListed,
  blockShown,
  ownApplications,
} from "./block-trades.answers.ts";
import { startBlockTradeJobs } from "./block-trades.jobs.ts";
import { applyForBlock, cancelApplication, previewApplication } from "./block-trades.ts";
import {
  applicationsForOperators,
  blocksForOperators,
  invitationsForOperators,
  inviteToBlock,
} from "./blocks-for-operators.ts";
import { consentsForOperators, consentToSale, revokeSale, salesListed } from "./consenting.ts";
import { blockDraws } from "./drawing.ts";
import { blockDrafts } from "./publishing.ts";

/** What stands beside its own applications in the specification's list. */
export type OtherApplications = (
  context: Context,
  customer: Customer,
  market: MarketKey,
) => Promise<readonly IntradayApplication[]>;

export async function blockTradesFeature(
  context: Context,
  others: OtherApplications,
): Promise<{ stop(): Promise<void> }> {
  serveCustomers(context, others);
  serveBundles(context, blockDraws, blockDrawName(""));
  serveOperators(context);
  return startBlockTradeJobs(context);
}

function serveCustomers(context: Context, others: OtherApplications): void {
  const { http } = context;
  http.handle("/trade/blocklist", async ({ input, customer }) =>
    accept(await blocksListed(context, customer, input.type)),
  );
  http.handle("/trade/block", ({ input, customer }) =>
    blockShown(context, customer, BigInt(input.id)),
  );
  http.handle("/trade/ustockslist", async ({ input, customer }) => {
    const listed = await Promise.all([
      ownApplications(context, customer, input.type),
      others(context, customer, input.type),
    ]);
    return accept(
      listed.flat().toSorted((one, other) => (one.applied_at < other.applied_at ? 1 : -1)),
    );
  });
  http.handle("/trade/preview-block", ({ input, customer }) =>
    previewApplication(context, customer, { id: BigInt(input.id), quantity: input.quantity }),
  );
  http.handle("/trade/apply-block", ({ input, customer }) => {
    const { quantity, channel_password: channelPassword } = input;
    const asked = { id: BigInt(input.id), quantity, channelPassword };
    return applyForBlock(context, customer, asked, input.request_id);
  });
  http.handle("/trade/consent-block-sale", ({ input, customer }) =>
    consentToSale(
      context,
      customer,
      {
        position: BigInt(input.position),
        quantity: input.quantity,
        floorPrice: input.floor_price,
        discountMost: input.discount_most,
        lockUpDays: input.lock_up_days,
        expiresAt: input.expires_at,
        fundPassword: input.fund_password,
      },
      input.request_id,
    ),
  );
  http.handle("/trade/revoke-block-sale", ({ input, customer }) =>
    revokeSale(context, customer, BigInt(input.id), input.request_id),
  );
  http.handle("/trade/block-sales", async ({ input, customer }) =>
    accept(await salesListed(context, customer, input.type)),
  );
  http.handle("/trade/block-draw", ({ input, customer }) =>
    blockDrawState(context, customer, BigInt(input.id)),
  );
  http.handle("/trade/cancel-block", ({ input, customer }) =>
    cancelApplication(context, customer, BigInt(input.id), input.request_id),
  );
}

function serveOperators(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/block-offers", ({ input, audit }) => {
    audit.about("block_offers");
    return blocksForOperators(context, input);
  });
  operatorHttp.handle("/api/ops/block-consents", ({ input, audit }) => {
    audit.about("block_consents");
    return consentsForOperators(context, input);
  });
  operatorHttp.handle("/api/ops/block-offers/drafts", async ({ audit }) => {
    audit.about("block_offers");
    return accept(await draftsListed(context, blockDrafts));
  });
  operatorHttp.handle("/api/ops/block-offers/draft", ({ input, operator, audit }) => {
    audit.about(`${input.form.type}:${input.form.code}`);
    return saveDraft(context, blockDrafts, operator, input);
  });
  operatorHttp.handle("/api/ops/block-offers/propose", ({ input, operator, audit }) => {
    audit.about(input.id);
    const { id, note } = input;
    return proposeDraft(context, blockDrafts, { operator, audit }, { id, note });
  });
  operatorHttp.handle("/api/ops/block-offers/:id/withdraw", async ({ input, operator, audit }) => {
    audit.about(input.id);
    const read = readPublicReason("block-offers", input.reason);
    if (!read.ok) return refuse(read.code, read.params);
    const { id: subject, note = "" } = input;
    const withdrawal = { subject, input: { block_offer: subject }, reason: read.reason, note };
    const kind = "block_offer_withdrawn";
    return proposeWithReason(context, { operator, audit }, { kind, ...withdrawal });
  });
  operatorHttp.handle("/api/ops/block-offers/:id/applications", ({ input, audit }) => {
    audit.about(input.id);
    return applicationsForOperators(context, input);
  });
  operatorHttp.handle("/api/ops/block-offers/:id/invitations", ({ input, audit }) => {
    audit.about(input.id);
    return invitationsForOperators(context, input);
  });
  operatorHttp.handle("/api/ops/block-offers/:id/invite", ({ input, operator, audit }) => {
    audit.about(input.id);
    return inviteToBlock(context, operator, audit, input);
  });
}
