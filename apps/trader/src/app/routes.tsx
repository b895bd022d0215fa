import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { OnItsWay } from "../shared/on-its-way.tsx";
import { routes, type Route } from "./paths.ts";

type Screen = LazyExoticComponent<ComponentType>;
type Load = () => Promise<{ default: ComponentType }>;

// Stands in the entry: most first screens need its parts anyway.
const onItsWay: Load = async () => ({ default: OnItsWay });
const aboutScreen: Load = () => import("../features/people/legal/about-screen.tsx");
const privacyScreen: Load = () => import("../features/people/legal/privacy-screen.tsx");
const protocolScreen: Load = () => import("../features/people/legal/protocol-screen.tsx");

/** Which screen stands at which route. Every route has one, and each is loaded when it is opened. */
const loads: Record<Exclude<Route, "/">, Load> = {
  [routes.loginStart]: () => import("../features/people/login/start-screen.tsx"),
  [routes.loginLogon]: () => import("../features/people/login/logon-screen.tsx"),
  [routes.loginRegister]: () => import("../features/people/login/register-screen.tsx"),
  [routes.login]: () => import("../features/people/login/login-screen.tsx"),
  [routes.loginForgotten]: () => import("../features/people/login/forgotten-screen.tsx"),
  [routes.loginLostFactors]: () => import("../features/people/login/lost-factors-screen.tsx"),
  [routes.loginAfter]: () => import("../features/people/login/login-after-screen.tsx"),
  [routes.home]: () => import("../features/people/home/home-screen.tsx"),
  [routes.market]: () => import("../features/market/market/market-screen.tsx"),
  [routes.search]: () => import("../features/market/search/search-screen.tsx"),
  [routes.stock]: () => import("./stock-page.tsx"),
  [routes.watchlist]: () => import("../features/market/watchlist/watchlist-screen.tsx"),
  [routes.positions]: () => import("./positions-page.tsx"),
  [routes.position]: () => import("../features/trading/positions/position-screen.tsx"),
  [routes.mine]: () => import("../features/people/my-page/my-page-screen.tsx"),
  [routes.about]: aboutScreen,
  [routes.privacy]: privacyScreen,
  [routes.protocol]: protocolScreen,
  [routes.language]: () => import("../features/people/language/language-screen.tsx"),
  [routes.changeLang]: () => import("../features/people/language/change-language-screen.tsx"),
  [routes.loginPassword]: () => import("../features/people/password/login-password-screen.tsx"),
  [routes.news]: () => import("../features/market/news/news-screen.tsx"),
  [routes.newsInfo]: () => import("../features/market/news/article-screen.tsx"),
  [routes.newShare]: () => import("../features/products/new-shares/new-share-screen.tsx"),
  [routes.newShareInfo]: () => import("../features/products/new-shares/new-share-info-screen.tsx"),
  [routes.blockOffers]: onItsWay,
  [routes.blockApplications]: onItsWay,
  [routes.blockHoldings]: onItsWay,
  [routes.blockInfo]: onItsWay,
  [routes.follow]: onItsWay,
  [routes.withinDays]: onItsWay,
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
  [routes.service]: () => import("../features/people/service/service-screen.tsx"),
  [routes.serviceInfo]: () => import("../features/people/service/help-article-screen.tsx"),
  [routes.serviceChat]: () => import("../features/people/service/conversation-screen.tsx"),
  [routes.stored]: () => import("../features/money/deposits/stored-screen.tsx"),
  [routes.deposit]: () => import("../features/money/deposits/deposit-screen.tsx"),
  [routes.newShareOrder]: () =>
    import("../features/products/new-shares/new-share-order-screen.tsx"),
  [routes.loan]: () => import("../features/products/credit-loans/loan-screen.tsx"),
  [routes.loanOrder]: () => import("../features/products/credit-loans/loan-order-screen.tsx"),
  [routes.followOrder]: onItsWay,
};

/** All routes with their screens, in the order of the table. */
export const screens: readonly { route: Route; Screen: Screen }[] = Object.entries(loads).map(
  ([route, load]) => ({ route: route as Route, Screen: lazy(load) }),
);

/** Fetches a screen's code before it is opened, for example the neighbours in the bottom menu. */
export function preloadScreen(route: Route): void {
  if (route !== "/") void loads[route]().catch(() => undefined);
}
