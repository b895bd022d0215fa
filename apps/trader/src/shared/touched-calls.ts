import type { CallPath } from "@sanshi/contract";
import type { CustomerEvent } from "@sanshi/contract/stream";

/** An order that was filled, cancelled or closed changes all of these. */
export const ordersAndMoney: readonly CallPath[] = [
  "/trade/userstocklist",
  "/trade/userstocklists",
  "/trade/holdings",
  "/trade/position",
  "/trade/fills",
  "/trade/margin",
  "/user/profit",
  "/user/profit-parts",
  "/trade/position-profit",
  "/user/assets",
  "/user/getUserinfo",
];

/** What an operator or the time decides, of which a message says so: an open screen shows the result with it. */
const decided: readonly CallPath[] = [
  "/user/verification",
  "/user/bank-cards",
  "/user/depositlist",
  "/user/withdrawallist",
  "/user/withdrawal-terms",
  "/user/loan",
  "/user/loanlist",
  "/user/restrictions",
  "/user/fund-password",
  "/user/security",
  "/trade/newstocklist",
  "/trade/newstock",
  "/trade/usernewstocklist",
  "/trade/draw",
  "/trade/blocklist",
  "/trade/block",
  "/trade/block-sales",
  "/trade/ustockslist",
  "/trade/productlist",
  "/trade/product",
  "/trade/userproductlist",
  "/trade/intradaylist",
  "/trade/lendinglist",
  "/trade/lending",
];

/** What each of the customer's own events makes old. */
export const touchedCalls: Record<CustomerEvent["kind"], readonly CallPath[]> = {
  order_filled: ordersAndMoney,
  order_cancelled: ordersAndMoney,
  position_closed: ordersAndMoney,
  balance_changed: [
    ...["/user/assets", "/user/getUserinfo", "/user/profit", "/trade/margin"],
    ...["/user/depositlist", "/user/withdrawallist", "/user/loan", "/user/loanlist"],
  ] as readonly CallPath[],
  message: ["/user/messages", "/user/getUserinfo", ...decided],
  service_message: ["/user/conversation", "/user/getUserinfo"],
  price_alert: ["/market/alerts"],
  signed_out: [],
};
