import { iso, type ReasonSentences } from "@sanshi/contract";
import { sendMessage, sendMessages } from "../../people/messages/messages.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { holderOf } from "./consents.store.ts";
import { returnAll } from "./flows.store.ts";
import * as followings from "./followings.store.ts";
import * as products from "./products.store.ts";
import type { StoredProduct } from "./products.store.ts";
import { productNames } from "./shown.ts";

const toldAtOnceMax = 500;

type WindDown = { at: number; windsDownAt: number; reason: ReasonSentences };

/** Closes a locked product for good: nobody comes in, and the first valuation from that moment on sells everybody's units. */
export async function windDown(
  transaction: Transaction,
  product: StoredProduct,
  told: WindDown,
): Promise<void> {
  const { at } = told;
  await products.setWindingDown(transaction, product.id, told);
  // What was not bought yet never will be.
  await returnAll(transaction, product.id, { askedBefore: null, whose: "customers", at });
  await notifyFollowers(transaction, product, told);
  if (product.consent_id === null) return;
  const holder = await holderOf(transaction, product.consent_id);
  if (holder === undefined) return;
  const { customer_id: customerId } = holder;
  const params = paramsOf(product, told);
  const link = "/mine/followOrder";
  await sendMessage(transaction, { customerId, kind: "account_offer_ends", params, link, at });
}

async function notifyFollowers(
  transaction: Transaction,
  product: StoredProduct,
  told: WindDown,
): Promise<void> {
  const { at } = told;
  const params = paramsOf(product, told);
  const link = `/home/follow?id=${product.id}` as const;
  let after = 0n;
  for (;;) {
    const page = await followings.followersOf(transaction, product.id, {
      after,
      limit: toldAtOnceMax,
    });
    const last = page.at(-1);
    if (last === undefined) return;
    await sendMessages(
      transaction,
      page.map((customerId) => ({ customerId, kind: "follow_winds_down", params, link, at })),
    );
    after = last;
  }
}

function paramsOf(
  product: StoredProduct,
  { windsDownAt, reason }: WindDown,
): Record<string, string> {
  return {
    ...productNames(product),
    at: iso(windsDownAt),
    why_jp: reason.jp,
    why_cn: reason.cn,
    why_us: reason.us,
  };
}
