import { blockTrades } from "./products/block-trades.ts";
import { cards } from "./money/cards.ts";
import { chart } from "./market/chart.ts";
import { company } from "./market/company.ts";
import { deposits } from "./money/deposits.ts";
import { draws } from "./products/draws.ts";
import { exchange } from "./money/exchange.ts";
import { fees } from "./trading/fees.ts";
import { follow } from "./products/follow.ts";
import { fundPassword } from "./people/fund-password.ts";
import { holdings } from "./trading/holdings.ts";
import { intraday } from "./products/intraday.ts";
import { lending } from "./products/lending.ts";
import { loans } from "./products/loans.ts";
import { marketTools } from "./market/market-tools.ts";
import { messages } from "./people/messages.ts";
import { myPage } from "./people/my-page.ts";
import { newShares } from "./products/new-shares.ts";
import { news } from "./market/news.ts";
import { notices } from "./governance/notices.ts";
import { order } from "./trading/order.ts";
import { positions } from "./trading/positions.ts";
import { records } from "./money/records.ts";
import { search } from "./market/search.ts";
import { settlement } from "./money/settlement.ts";
import { stockNotes } from "./market/stock-notes.ts";
import { verification } from "./money/verification.ts";
import { watchlist } from "./market/watchlist.ts";
import { withdrawals } from "./money/withdrawals.ts";

// Fetched beside them: those screens say why something cannot be done before they have asked.
export { askedRefusalTexts } from "./refusals.ts";

/** What all other screens say: a chunk of its own, which the first ones do without. */
export const texts = {
  blockTrades,
  cards,
  chart,
  company,
  deposits,
  draws,
  exchange,
  fees,
  follow,
  fundPassword,
  holdings,
  intraday,
  lending,
  loans,
  marketTools,
  messages,
  myPage,
  newShares,
  news,
  notices,
  order,
  positions,
  records,
  search,
  settlement,
  stockNotes,
  verification,
  watchlist,
  withdrawals,
};
