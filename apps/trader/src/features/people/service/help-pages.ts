import { helpArticles, type HelpArticle } from "@sanshi/contract/constants";
import { routes } from "../../../app/paths.ts";
import { config } from "../../../shared/config.ts";
import { fillText } from "@sanshi/web/fill-text";
import type { HelpLink } from "../../../texts/help/shape.ts";
import { amountRows, helpFigures, holds, type AmountRow } from "./help-figures.ts";
import type { Searched } from "./help-search.ts";
import type { Help } from "./help-texts.ts";

export const helpPlaces: Record<HelpLink, string> = {
  stored: routes.stored,
  withdraw: routes.withdraw,
  bank: routes.bank,
  exchange: routes.exchange,
  fees: routes.fees,
  verified: routes.verified,
  records: routes.transactionRecords,
  positions: routes.positions,
  fund_password: routes.fundPassword,
  login_password: routes.loginPassword,
  forgotten: routes.loginForgotten,
  lost_factors: routes.loginLostFactors,
  mine: routes.mine,
  about: routes.about,
  notices: routes.notices,
};

type Way = { links?: readonly HelpLink[]; related?: readonly HelpArticle[] };

/** Where one goes on from a page. */
export const helpWays: Record<HelpArticle, Way> = {
  deposit: { links: ["stored"], related: ["deposit_time", "fraud"] },
  deposit_time: { links: ["stored"], related: ["deposit"] },
  withdrawal: { links: ["withdraw"], related: ["withdrawal_time", "withdrawal_refused"] },
  withdrawal_time: { links: ["withdraw"], related: ["withdrawal_refused"] },
  withdrawal_refused: { links: ["withdraw"], related: ["bank_card", "restricted"] },
  bank_card: { links: ["bank"], related: ["identity", "withdrawal"] },
  exchange: { links: ["exchange"], related: ["fees"] },
  orders: { links: ["positions"], related: ["sessions", "sell_lock"] },
  sessions: { links: ["notices"], related: ["orders"] },
  sell_lock: { links: ["positions"], related: ["orders"] },
  margin: { links: ["positions"], related: ["margin_call", "fees"] },
  margin_call: { links: ["positions"], related: ["margin", "deposit"] },
  fees: { links: ["fees"], related: ["orders"] },
  identity: { links: ["verified"], related: ["bank_card"] },
  password: { links: ["forgotten", "fund_password"], related: ["lost_factor"] },
  lost_factor: { links: ["lost_factors", "mine"], related: ["password", "security"] },
  records: { links: ["records"], related: ["fees"] },
  restricted: { links: ["mine", "notices"], related: ["withdrawal_refused"] },
  closing_account: { links: ["withdraw"], related: ["withdrawal"] },
  security: { links: ["mine"], related: ["fraud", "lost_factor"] },
  fraud: { related: ["security", "deposit"] },
  fair_prices: { links: ["about"], related: ["fraud"] },
};

export function isHelpArticle(text: string | null): text is HelpArticle {
  return helpArticles.some((article) => article === text);
}

/** A page as it is true here: its paragraphs with the instance's own figures. */
export function pageOfHelp(help: Help, id: HelpArticle): Searched<HelpArticle> {
  const figures = helpFigures(config, help);
  const { words, body } = help.articles[id];
  const paragraphs = body
    .filter(({ when }) => holds(when, config))
    .map(({ text }) => fillText(text, figures));
  return { id, title: help.titles[id], words, paragraphs };
}

export function pagesOfHelp(help: Help): Searched<HelpArticle>[] {
  return helpArticles.map((id) => pageOfHelp(help, id));
}

/** What one request may be worth, where a page is about it. */
export function amountsOf(id: HelpArticle): AmountRow[] {
  if (id === "deposit") return amountRows(config("deposit_minimum"), config("deposit_maximum"));
  if (id === "withdrawal") {
    return amountRows(config("withdrawal_minimum"), config("withdrawal_maximum"));
  }
  return [];
}
