import { refusalTexts } from "@sanshi/contract/refusal-texts/cn";
import { ruleTexts } from "@sanshi/contract/rule-texts/cn";
import type { Texts } from "../jp/index.ts";
import { alerts } from "./alerts.ts";
import { cards } from "./cards.ts";
import { deposits } from "./deposits.ts";
import { exchange } from "./exchange.ts";
import { fees } from "./fees.ts";
import { forgottenPassword } from "./forgotten-password.ts";
import { fundPassword } from "./fund-password.ts";
import { home } from "./home.ts";
import { language } from "./language.ts";
import { login } from "./login.ts";
import { market } from "./market.ts";
import { messages } from "./messages.ts";
import { myPage } from "./my-page.ts";
import { news } from "./news.ts";
import { notices } from "./notices.ts";
import { order } from "./order.ts";
import { password } from "./password.ts";
import { positions } from "./positions.ts";
import { records } from "./records.ts";
import { routes } from "./routes.ts";
import { search } from "./search.ts";
import { security } from "./security.ts";
import { shell } from "./shell.ts";
import { stock } from "./stock.ts";
import { verification } from "./verification.ts";
import { watchlist } from "./watchlist.ts";
import { withdrawals } from "./withdrawals.ts";

export { refusalTexts, ruleTexts };

export const texts: Texts = {
  alerts,
  cards,
  deposits,
  exchange,
  fees,
  forgottenPassword,
  fundPassword,
  home,
  language,
  login,
  market,
  messages,
  myPage,
  news,
  notices,
  order,
  password,
  positions,
  records,
  routes,
  search,
  security,
  shell,
  stock,
  verification,
  watchlist,
  withdrawals,
};
