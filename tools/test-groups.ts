import { join } from "node:path";

/** Tests that run side by side; the groups run one after the other. */
export interface TestGroup {
  readonly title: string;
  /** Of `vitest.config.ts`. */
  readonly projects: readonly string[];
  readonly needsBrowser?: boolean;
  /** Where real time begins, if not at the tests' usual moment. */
  readonly at?: string;
}

/**
 * By folder of the server, its tests that the gate leaves out: backups, kills, power cuts, several processes, clocks
 * that leap, long tables of abused values, and what a slice's nearer tests in the gate run through as well
 * (docs/decisions/0186).
 */
const laterByFolder: Readonly<Record<string, string>> = {
  ".": "instance-claim power-cuts",
  "market-feed/replay": "plain-rows record-texts recorded-quote replay-feed",
  "market-feed/seed": "market-pin",
  "market-feed/simulated":
    "base-prices debut extended-quote hierarchy kept-days new-company secret-days session-auctions simulated-feed simulated-indexes simulated-passed",
  "market/alerts": "alerts",
  "market/company": "calendar company expected-dates figures",
  "market/instruments-admin": "terms",
  "market/market": "adjustment-factors day-lines market verify-market",
  "market/news": "news",
  "market/trading-halts": "trading-halts",
  "money/assets": "closed-days day-result late-flows many-flows net-assets",
  "money/cards": "cooling-off",
  "money/deposits": "saturday",
  "money/statements": "closed-days statements.pdf statements.pdftotext",
  "money/verification": "verification verification-review",
  "money/withdrawals": "promises",
  "office/books": "book-check-rests books forged-records forged-words",
  "office/customers-admin": "customer-file",
  "office/health": "health",
  "office/journals": "journals",
  "office/list-exports": "list-exports",
  "office/message-templates": "message-templates",
  "office/operators":
    "add-operator attacks operator-changes operator-holds operators-inputs operators-values secrets-asked",
  "office/simulation": "simulation",
  "office/site-admin": "site-admin",
  "people/accounts": "many-networks",
  "people/announcements": "announcements",
  "people/conversations": "cases conversations",
  "people/documents": "photos",
  "people/login-resets": "asking-time factor-resets factors-after-reset reset-holds",
  "people/restrictions": "restrictions",
  "people/security": "factors",
  platform: "breached-passwords clock clock-steps log memory-at-rest sessions workbook",
  "platform/backup": "backup faulty-backups",
  "platform/http": "async-api broken-requests caller-places docs trusted-proxies",
  "platform/postgres": "data-folder-lock start-postgres",
  "platform/sql": "batch-input kept-in-memory migrate",
  products: "ended-stocks first-content",
  "products/block-trades": "block-draws block-sales-in-steps block-trades kills",
  "products/copy-trading":
    "attacks backtest many-followers mirror past-market replay simulated-products",
  "products/credit-loans": "attacks loan-margin",
  "products/intraday": "exchange-days intraday-for-operators leapt-over",
  "products/new-shares": "kills new-shares newcomers",
  "products/stock-lending": "share-recalls",
  "trading/code-changes": "carrying code-changes recorded-renames",
  "trading/corporate-actions":
    "actions-of-one-day cancelled-actions corporate-actions dividend-orders looks-through many-positions waiting-over-splits",
  "trading/fees-admin": "fees-admin",
  "trading/holdings": "closing-holdings",
  "trading/margin":
    "interest-once margin-search margin-terms margin.hours margin.processes stepped-margin stepped-terms",
  "trading/orders":
    "after-hours crossings extended-hours-apart extended-hours-attacked extended-leaps extended-prices-nowhere extended-steps fills-in-a-step free-day-pauses leaps lots-by-day next-day-sale purchase-caps recorded-extended same-day-money simulated-steps stepped-clock",
  "trading/orders/asking": "margin-at-venue venue-desk",
  "trading/orders/batching": "overload",
  "trading/orders/checking": "exchange",
  "trading/orders/closing": "trailing two-prices",
  "trading/orders/matching": "auction-orders auctions",
  "trading/orders/placing": "opening-batch",
  "trading/portfolio": "profit replayed-day",
  "trading/positions": "past-positions",
  "trading/stock-ends": "auction-at-the-end ends-elsewhere late-exchange mergers stock-ends",
  "trading/trading-calendars": "calendar-processes trading-calendars",
  "trading/venue-orders": "rough-line venue-orders",
};

export const serverFilesOutsideGate: readonly string[] = Object.entries(laterByFolder).flatMap(
  ([folder, names]) =>
    names.split(" ").map((name) => join("apps/server/src", folder, `${name}.test.ts`)),
);

/** Whether a `*.test.ts` file belongs to the gate. */
export function isInGate(path: string): boolean {
  return !serverFilesOutsideGate.includes(path) && !/^(tools|tests\/simulation)\//.test(path);
}

/**
 * Of the browser's tests what every change has to pass: ten journeys, each screen of both apps once in three
 * languages, and eight screens looked at for everybody. None takes longer than a quarter of a minute.
 */
export const browserFilesOfGate: readonly string[] = [
  "tests/e2e/backoffice.e2e.ts",
  "tests/e2e/backoffice-screens.e2e.ts",
  "tests/e2e/backoffice-site-screens.e2e.ts",
  "tests/e2e/before-withdrawal.e2e.ts",
  "tests/e2e/credit-loans.e2e.ts",
  "tests/e2e/exchange.e2e.ts",
  "tests/e2e/first-trade.e2e.ts",
  "tests/e2e/margin-trading.e2e.ts",
  "tests/e2e/messages.e2e.ts",
  "tests/e2e/money.e2e.ts",
  "tests/e2e/new-shares.e2e.ts",
  "tests/e2e/readable-desk.e2e.ts",
  "tests/e2e/readable-phone.e2e.ts",
  "tests/e2e/routes.e2e.ts",
  "tests/e2e/routes-of-my-page.e2e.ts",
  "tests/e2e/stock-lending.e2e.ts",
];

/** What `npm test` runs after the check. */
export const gateGroups: readonly TestGroup[] = [
  { title: "Unit tests", projects: ["unit"] },
  { title: "Tests of the server", projects: ["server"] },
  { title: "Browser tests", projects: ["e2e"], needsBrowser: true },
];

/** What `npm run test:all` runs after the gate. */
export const laterGroups: readonly TestGroup[] = [
  { title: "Longer tests of the server", projects: ["server-later"] },
  { title: "More browser tests", projects: ["e2e-later"], needsBrowser: true },
  { title: "Tests of the tools", projects: ["tools"] },
  { title: "Simulations", projects: ["simulation"] },
];

/** Moments at which a test, or the app, that takes today for granted does not hold; the usual one is in real-time.ts. */
const moments: readonly string[] = [
  "2026-12-31T12:00:00+09:00",
  "2027-01-04T12:00:00+09:00",
  "2027-02-08T12:00:00+09:00",
  // Two minutes before New York's clocks change.
  "2027-03-14T01:58:00-05:00",
  "2027-11-08T12:00:00+09:00",
  "2028-02-29T12:00:00+09:00",
  // And two minutes before midnight in Tokyo and in New York.
  "2026-11-25T23:58:00+09:00",
  "2026-11-25T23:58:00-05:00",
];

/** What `npm run test:all` runs last: the server's tests at each of the moments. */
export const momentGroups: readonly TestGroup[] = moments.map((at) => ({
  title: `Tests of the server at ${at}`,
  projects: ["server", "server-later"],
  at,
}));
