/**
 * The first call of a screen, made by the page's inline script while the app itself is still
 * loading, when a signed-in customer opens the screen directly. `{name}` takes a value from the
 * route's query or of what this device remembers, `{name|value}` that value where there is none. The screen must make exactly this call, or the early one is wasted. A screen that
 * needs two answers for its first view names path and form of the second one behind the first.
 */
export const earlyCalls: Readonly<
  Record<string, readonly [path: string, body: string, ...second: string[]]>
> = {
  "/home/home": ["/user/assets", "currency={displayCurrency|JPY}"],
  "/home/index": ["/market/stocks", "type=jpy"],
  "/quotes/info": [
    "/market/stock",
    "code={code}&type={type}",
    "/market/timeshare",
    "code={code}&type={type}",
  ],
  "/quotes/self": ["/market/watchlist", ""],
  "/position/index": ["/trade/userstocklist", "type=jpy"],
  "/mine/index": ["/user/getUserinfo", ""],
};
