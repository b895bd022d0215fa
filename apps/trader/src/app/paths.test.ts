import { describe, expect, test } from "vitest";
import { isOpen, paths, routes } from "./paths.ts";

/** The specification's section 2, to the letter. */
const specified = `
/login/start /login/logon /login/register /login/login /login/loginAfter
/news/index /news/info
/quotes/search /quotes/info /quotes/self
/position/index /position/info
/home/home /home/index /home/newShare /home/newShareInfo
/home/large /home/large2 /home/large3 /home/largeInfo /home/follow /home/withinDays
/mine/index /mine/protocol /mine/message /mine/messageInfo /mine/loginPassword /mine/fundPassword
/mine/bank /mine/bankAdd /mine/verified /mine/transactionRecords /mine/withdraw /mine/stored
/mine/deposit /mine/about /mine/privacy /mine/language /mine/changeLang /mine/loan /mine/loanOrder
/mine/newShareOrder /mine/followOrder
`
  .trim()
  .split(/\s+/);

/** What it names without a route (an exchange between the wallet's currencies, fees by day), or leaves open. */
const added = [
  ...["/mine/exchange", "/mine/fees", "/mine/notices", "/mine/lending", "/mine/borrowing"],
  ...["/login/forgotten", "/login/lostFactors"],
  // What the markets' rules are, for everybody (decision 0131).
  "/mine/rules",
  // The market as whoever has no account sees it (decision 0091).
  "/login/lookAround",
  // Help, which whoever cannot sign in needs too, and the conversation behind it.
  ...["/login/help", "/login/helpInfo", "/mine/service"],
];

test("every route of the specification exists, and no other but what it leaves unnamed", () => {
  const ours = Object.values(routes).filter((route) => route !== "/");
  expect(ours.toSorted()).toEqual([...specified, ...added].toSorted());
});

describe("without signing in", () => {
  test("the sign-in screens, about, privacy, protocol, rules and the language are open", () => {
    expect([...specified, ...added].filter(isOpen).toSorted()).toEqual([
      "/login/forgotten",
      "/login/help",
      "/login/helpInfo",
      "/login/login",
      "/login/loginAfter",
      "/login/logon",
      "/login/lookAround",
      "/login/lostFactors",
      "/login/register",
      "/login/start",
      "/mine/about",
      "/mine/changeLang",
      "/mine/language",
      "/mine/privacy",
      "/mine/protocol",
      "/mine/rules",
    ]);
  });
});

test("a route with a query is spelled so that any code survives", () => {
  expect(paths.stock({ type: "usd", code: "BRK.B" })).toBe("/quotes/info?type=usd&code=BRK.B");
  expect(paths.market({})).toBe("/home/index");
  expect(paths.position({ id: "1&2" })).toBe("/position/info?id=1%262");
});
