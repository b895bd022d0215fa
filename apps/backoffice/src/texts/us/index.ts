import { helpTitles as help } from "@sanshi/contract/help-titles/us";
import { operatorRefusalTexts } from "@sanshi/contract/operator-refusal-texts/us";
import { reasonTexts } from "@sanshi/contract/reason-texts/us";
import { refusalTexts } from "@sanshi/contract/refusal-texts/us";
import { recordTexts } from "@sanshi/contract/record-texts/us";
import { ruleTexts } from "@sanshi/contract/rule-texts/us";
import type { Texts } from "../jp/index.ts";
import { audit } from "./governance/audit.ts";
import { clock } from "./office/clock.ts";
import { books } from "./office/books.ts";
import { payments } from "./office/payments.ts";
import { conversations } from "./people/conversations.ts";
import { customerStates } from "./office/customer-states.ts";
import { customers } from "./office/customers.ts";
import { dashboard } from "./office/dashboard.ts";
import { depositChannels } from "./money/deposit-channels.ts";
import { deposits } from "./money/deposits.ts";
import { documents } from "./people/documents.ts";
import { invitations } from "./people/invitations.ts";
import { journals } from "./office/journals.ts";
import { loans } from "./products/loans.ts";
import { intraday } from "./products/intraday.ts";
import { stockLending } from "./products/stock-lending.ts";
import { operators } from "./office/operators.ts";
import { permissions } from "./permissions.ts";
import { places } from "./places.ts";
import { proposals } from "./governance/proposals.ts";
import { queue } from "./queue.ts";
import { roles } from "./roles.ts";
import { security } from "./office/security.ts";
import { announcements } from "./people/announcements.ts";
import { ruleList } from "./market/rule-list.ts";
import { calendars } from "./trading/calendars.ts";
import { fees } from "./trading/fees.ts";
import { blockOffers } from "./products/block-offers.ts";
import { copyProducts } from "./products/copy-products.ts";
import { offerings } from "./products/offerings.ts";
import { halts } from "./market/halts.ts";
import { venueOrders } from "./trading/venue-orders.ts";
import { health } from "./office/health.ts";
import { instruments } from "./market/instruments.ts";
import { newsEditor } from "./market/news-editor.ts";
import { site } from "./office/site.ts";
import { shell } from "./shell.ts";
import { templates } from "./office/templates.ts";
import { signIn } from "./office/sign-in.ts";
import { loginResets } from "./people/login-resets.ts";
import { verifications } from "./money/verifications.ts";
import { withdrawals } from "./money/withdrawals.ts";
import { words } from "./words.ts";

/** What a call can be refused with, the operators' own codes included. */
export const refusals = { ...refusalTexts, ...operatorRefusalTexts };
/** What a customer reads as the reason of a decision. */
export const rules = ruleTexts.names;
/** What of recorded prices was not taken. */
export const record = recordTexts;

export const reasons = reasonTexts;

export const texts: Texts = {
  audit,
  clock,
  books,
  payments,
  conversations,
  customerStates,
  customers,
  dashboard,
  depositChannels,
  deposits,
  documents,
  help,
  invitations,
  journals,
  loans,
  intraday,
  stockLending,
  templates,
  operators,
  permissions,
  places,
  proposals,
  queue,
  roles,
  security,
  announcements,
  calendars,
  ruleList,
  fees,
  halts,
  venueOrders,
  blockOffers,
  copyProducts,
  offerings,
  health,
  instruments,
  newsEditor,
  site,
  shell,
  signIn,
  verifications,
  loginResets,
  withdrawals,
  words,
};
