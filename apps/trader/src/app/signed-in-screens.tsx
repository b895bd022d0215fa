import { withLaterTexts } from "../shared/text.ts";
import { routes, type OpenRoute, type Route } from "./paths.ts";
import { loadedLater, type LaterScreen, type LoadScreen } from "./screen-loading.tsx";

type GuardedRoute = Exclude<Route, "/" | OpenRoute>;

/** What is loaded without the later texts. */
const firstRoutes: readonly Route[] = [routes.home, routes.market, routes.newShare, routes.stock];

/** Which screen stands at a route behind the sign-in. Each is loaded when it is opened. */
const loads: Record<GuardedRoute, LoadScreen> = {
  [routes.home]: () => import("../features/people/home/home-screen.tsx"),
  [routes.market]: () => import("../features/market/market/market-screen.tsx"),
  [routes.search]: () => import("../features/market/search/search-screen.tsx"),
  [routes.stock]: () => import("./stock-page.tsx"),
  [routes.watchlist]: () => import("../features/market/watchlist/watchlist-screen.tsx"),
  [routes.positions]: () => import("./positions-page.tsx"),
  [routes.position]: () => import("../features/trading/positions/position-screen.tsx"),
  [routes.mine]: () => import("../features/people/my-page/my-page-screen.tsx"),
  [routes.loginPassword]: () => import("../features/people/password/login-password-screen.tsx"),
  [routes.news]: () => import("../features/market/news/news-screen.tsx"),
  [routes.newsInfo]: () => import("../features/market/news/article-screen.tsx"),
  [routes.newShare]: () => import("../features/products/new-shares/new-share-screen.tsx"),
  [routes.newShareInfo]: () => import("../features/products/new-shares/new-share-info-screen.tsx"),
  [routes.blockOffers]: () => import("../features/products/block-trades/block-offers-screen.tsx"),
  [routes.blockApplications]: () =>
    import("../features/products/block-trades/block-applications-screen.tsx"),
  [routes.blockHoldings]: () =>
    import("../features/products/block-trades/block-holdings-screen.tsx"),
  [routes.blockInfo]: () => import("../features/products/block-trades/block-info-screen.tsx"),
  [routes.follow]: () => import("../features/products/copy-trading/follow-screen.tsx"),
  [routes.withinDays]: () => import("../features/products/intraday/intraday-screen.tsx"),
  [routes.messages]: () => import("./messages-page.tsx"),
  [routes.messageInfo]: () => import("../features/people/messages/message-screen.tsx"),
  [routes.fundPassword]: () => import("../features/people/fund-password/fund-password-screen.tsx"),
  [routes.bank]: () => import("../features/money/cards/bank-screen.tsx"),
  [routes.bankAdd]: () => import("../features/money/cards/bank-add-screen.tsx"),
  [routes.verified]: () => import("../features/money/verification/verified-screen.tsx"),
  [routes.transactionRecords]: () => import("../features/money/records/records-screen.tsx"),
  [routes.withdraw]: () => import("../features/money/withdrawals/withdraw-screen.tsx"),
  [routes.exchange]: () => import("../features/money/exchange/exchange-screen.tsx"),
  [routes.fees]: () => import("../features/trading/fees/fees-screen.tsx"),
  [routes.notices]: () => import("../features/governance/notices/notices-screen.tsx"),
  [routes.serviceChat]: () => import("../features/people/service/conversation-screen.tsx"),
  [routes.stored]: () => import("../features/money/deposits/stored-screen.tsx"),
  [routes.deposit]: () => import("../features/money/deposits/deposit-screen.tsx"),
  [routes.newShareOrder]: () =>
    import("../features/products/new-shares/new-share-order-screen.tsx"),
  [routes.loan]: () => import("../features/products/credit-loans/loan-screen.tsx"),
  [routes.loanOrder]: () => import("../features/products/credit-loans/loan-order-screen.tsx"),
  [routes.lending]: () => import("../features/products/stock-lending/lending-screen.tsx"),
  [routes.borrowing]: () => import("../features/products/stock-lending/borrowing-screen.tsx"),
  [routes.followOrder]: () => import("../features/products/copy-trading/follow-order-screen.tsx"),
};

const screens: ReadonlyMap<string, LaterScreen> = new Map(
  Object.entries(loads).map(([route, load]) => [
    route,
    loadedLater(firstRoutes.includes(route as Route) ? load : () => withLaterTexts(load)),
  ]),
);

/** The screen of a route. */
export default function SignedInScreen({ route }: { route: Route }) {
  const screen = screens.get(route);
  return screen === undefined ? null : <screen.Part />;
}

export { takeEarlyAnswers } from "../shared/queries.ts";

/** Fetches a screen's code before it is opened, for example the neighbours in the bottom menu. */
export async function preloadScreen(route: string): Promise<void> {
  await screens.get(route)?.preload();
}
