/**
 * Which module a route opens with: its code is fetched while the app itself is still on its way.
 * `signedIn` belongs to every route behind the sign-in, a language's key to every page, its texts for later to
 * all but the first screens,
 * `candles` to a stock whose chart shows them.
 */
export const routeModules: Readonly<Record<string, string>> = {
  jp: "src/texts/jp/first.ts",
  cn: "src/texts/cn/first.ts",
  us: "src/texts/us/first.ts",
  jpLater: "src/texts/jp/later.ts",
  cnLater: "src/texts/cn/later.ts",
  usLater: "src/texts/us/later.ts",
  signedIn: "src/app/signed-in.tsx",
  candles: "packages/chart/src/candle-chart.tsx",
  "/login/start": "src/features/people/login/start-screen.tsx",
  "/login/logon": "src/features/people/login/logon-screen.tsx",
  "/login/register": "src/features/people/login/register-screen.tsx",
  "/login/login": "src/features/people/login/login-screen.tsx",
  "/login/loginAfter": "src/features/people/login/login-after-screen.tsx",
  "/home/home": "src/features/people/home/home-screen.tsx",
  "/home/newShare": "src/features/products/new-shares/new-share-screen.tsx",
  "/home/index": "src/features/market/market/market-screen.tsx",
  "/quotes/search": "src/features/market/search/search-screen.tsx",
  "/quotes/info": "src/app/stock-page.tsx",
  "/quotes/self": "src/features/market/watchlist/watchlist-screen.tsx",
  "/position/index": "src/features/trading/positions/positions-screen.tsx",
  "/position/info": "src/features/trading/positions/position-screen.tsx",
  "/mine/message": "src/app/messages-page.tsx",
  "/mine/index": "src/features/people/my-page/my-page-screen.tsx",
};
