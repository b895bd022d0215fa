import { refusalTexts } from "@sanshi/contract/refusal-texts/us";
import { ruleTexts } from "@sanshi/contract/rule-texts/us";
import type { Texts } from "../jp/index.ts";
import { alerts } from "./market/alerts.ts";
import { cards } from "./money/cards.ts";
import { deposits } from "./money/deposits.ts";
import { exchange } from "./money/exchange.ts";
import { fees } from "./trading/fees.ts";
import { forgottenPassword } from "./people/forgotten-password.ts";
import { fundPassword } from "./people/fund-password.ts";
import { holdings } from "./trading/holdings.ts";
import { home } from "./people/home.ts";
import { language } from "./people/language.ts";
import { loans } from "./products/loans.ts";
import { login } from "./people/login.ts";
import { market } from "./market/market.ts";
import { messages } from "./people/messages.ts";
import { myPage } from "./people/my-page.ts";
import { newShares } from "./products/new-shares.ts";
import { news } from "./market/news.ts";
import { notices } from "./governance/notices.ts";
import { order } from "./trading/order.ts";
import { password } from "./people/password.ts";
import { positions } from "./trading/positions.ts";
import { records } from "./money/records.ts";
import { routes } from "./routes.ts";
import { search } from "./market/search.ts";
import { security } from "./people/security.ts";
import { settlement } from "./money/settlement.ts";
import { shell } from "./shell.ts";
import { stock } from "./market/stock.ts";
import { verification } from "./money/verification.ts";
import { watchlist } from "./market/watchlist.ts";
import { withdrawals } from "./money/withdrawals.ts";

export { refusalTexts, ruleTexts };

export const texts: Texts = {
  alerts,
  cards,
  deposits,
  exchange,
  fees,
  forgottenPassword,
  fundPassword,
  holdings,
  home,
  language,
  loans,
  login,
  market,
  messages,
  myPage,
  newShares,
  news,
  notices,
  order,
  password,
  positions,
  records,
  routes,
  search,
  security,
  settlement,
  shell,
  stock,
  verification,
  watchlist,
  withdrawals,
};
