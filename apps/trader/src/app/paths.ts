import type { MarketKey } from "@sanshi/money";

/** Every route of the specification's section 2, and what it names or needs without a route. */
export const routes = {
  root: "/",
  loginStart: "/login/start",
  loginLogon: "/login/logon",
  lookAround: "/login/lookAround",
  loginRegister: "/login/register",
  login: "/login/login",
  loginForgotten: "/login/forgotten",
  loginLostFactors: "/login/lostFactors",
  loginAfter: "/login/loginAfter",
  news: "/news/index",
  newsInfo: "/news/info",
  search: "/quotes/search",
  stock: "/quotes/info",
  watchlist: "/quotes/self",
  positions: "/position/index",
  position: "/position/info",
  home: "/home/home",
  market: "/home/index",
  newShare: "/home/newShare",
  newShareInfo: "/home/newShareInfo",
  blockOffers: "/home/large",
  blockApplications: "/home/large2",
  blockHoldings: "/home/large3",
  blockInfo: "/home/largeInfo",
  follow: "/home/follow",
  withinDays: "/home/withinDays",
  mine: "/mine/index",
  protocol: "/mine/protocol",
  messages: "/mine/message",
  messageInfo: "/mine/messageInfo",
  loginPassword: "/mine/loginPassword",
  fundPassword: "/mine/fundPassword",
  bank: "/mine/bank",
  bankAdd: "/mine/bankAdd",
  verified: "/mine/verified",
  transactionRecords: "/mine/transactionRecords",
  withdraw: "/mine/withdraw",
  exchange: "/mine/exchange",
  fees: "/mine/fees",
  rules: "/mine/rules",
  notices: "/mine/notices",
  service: "/login/help",
  serviceInfo: "/login/helpInfo",
  serviceChat: "/mine/service",
  stored: "/mine/stored",
  deposit: "/mine/deposit",
  about: "/mine/about",
  privacy: "/mine/privacy",
  language: "/mine/language",
  changeLang: "/mine/changeLang",
  loan: "/mine/loan",
  loanOrder: "/mine/loanOrder",
  lending: "/mine/lending",
  borrowing: "/mine/borrowing",
  newShareOrder: "/mine/newShareOrder",
  followOrder: "/mine/followOrder",
} as const;

export type Route = (typeof routes)[keyof typeof routes];
/** The routes that anybody may open (the product's section 6). */
export type OpenRoute = Extract<Route, `/login/${string}`> | (typeof openRoutes)[number];

type StockPlace = { type: MarketKey; code: string };

/** Routes with what they are opened for; `href` of a link is `#` and this. */
export const paths = {
  ...routes,
  stock: ({ type, code }: StockPlace) => withQuery(routes.stock, { type, code }),
  position: ({ id }: { id: string }) => withQuery(routes.position, { id }),
  borrowing: ({ type, code }: Partial<StockPlace> = {}) =>
    withQuery(routes.borrowing, { type, code }),
  lending: ({ id }: { id: string }) => withQuery(routes.lending, { id }),
  market: (query: { type?: MarketKey; view?: string } = {}) => withQuery(routes.market, query),
  /** With a stock, the list by stock with that one's row open. */
  positions: (
    query: { type?: MarketKey; tab?: string; stock?: string; filter?: string | undefined } = {},
  ) => withQuery(routes.positions, query),
  /** The exchange with a currency chosen that money is wanted in. */
  exchangeInto: (to: string) =>
    withQuery(routes.exchange, { from: to === "JPY" ? "USD" : "JPY", to }),
  fees: (query: { type?: MarketKey } = {}) => withQuery(routes.fees, query),
  /** With a rule, by its id or its key, that one is open. */
  rules: (query: { type?: MarketKey; rule?: string } = {}) => withQuery(routes.rules, query),
  forgottenFundPassword: withQuery(routes.fundPassword, { forgotten: "1" }),
  newsInfo: ({ id }: { id: string }) => withQuery(routes.newsInfo, { id }),
  deposit: ({ channel }: { channel: string }) => withQuery(routes.deposit, { channel }),
  helpArticle: ({ id }: { id: string }) => withQuery(routes.serviceInfo, { id }),
  messageInfo: ({ id }: { id: string }) => withQuery(routes.messageInfo, { id }),
  copyProduct: ({ id }: { id: string }) => withQuery(routes.follow, { id }),
  newShareInfo: ({ id }: { id: string }) => withQuery(routes.newShareInfo, { id }),
  blockInfo: ({ id }: { id: string }) => withQuery(routes.blockInfo, { id }),
  changeLang: ({ to }: { to: string }) => withQuery(routes.changeLang, { to }),
} as const;

/** For `href`: `link(paths.stock({ type, code }))`. */
export function link(place: string): string {
  return `#${place}`;
}

const openRoutes = [
  routes.about,
  routes.privacy,
  routes.protocol,
  routes.rules,
  routes.language,
  routes.changeLang,
] as const;

export function isOpen(route: string): route is OpenRoute {
  return route.startsWith("/login/") || (openRoutes as readonly string[]).includes(route);
}

function withQuery(route: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined;
  });
  return given.length === 0 ? route : `${route}?${new URLSearchParams(given).toString()}`;
}
