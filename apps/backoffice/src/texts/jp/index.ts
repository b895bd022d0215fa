import { operatorRefusalTexts } from "@sanshi/contract/operator-refusal-texts/jp";
import { reasonTexts } from "@sanshi/contract/reason-texts/jp";
import { refusalTexts } from "@sanshi/contract/refusal-texts/jp";
import { audit } from "./audit.ts";
import { clock } from "./clock.ts";
import { books } from "./books.ts";
import { customerStates } from "./customer-states.ts";
import { customers } from "./customers.ts";
import { depositChannels } from "./deposit-channels.ts";
import { deposits } from "./deposits.ts";
import { documents } from "./documents.ts";
import { invitations } from "./invitations.ts";
import { journals } from "./journals.ts";
import { operators } from "./operators.ts";
import { permissions } from "./permissions.ts";
import { places } from "./places.ts";
import { proposals } from "./proposals.ts";
import { queue } from "./queue.ts";
import { roles } from "./roles.ts";
import { security } from "./security.ts";
import { announcements } from "./announcements.ts";
import { fees } from "./fees.ts";
import { halts } from "./halts.ts";
import { health } from "./health.ts";
import { instruments } from "./instruments.ts";
import { newsEditor } from "./news-editor.ts";
import { site } from "./site.ts";
import { shell } from "./shell.ts";
import { signIn } from "./sign-in.ts";
import { loginResets } from "./login-resets.ts";
import { verifications } from "./verifications.ts";
import { withdrawals } from "./withdrawals.ts";
import { words } from "./words.ts";

/** What a call can be refused with, the operators' own codes included. */
export const refusals = { ...refusalTexts, ...operatorRefusalTexts };
/** What a customer reads as the reason of a decision. */
export const reasons = reasonTexts;

export const texts = {
  audit,
  clock,
  books,
  customerStates,
  customers,
  depositChannels,
  deposits,
  documents,
  invitations,
  journals,
  operators,
  permissions,
  places,
  proposals,
  queue,
  roles,
  security,
  announcements,
  fees,
  halts,
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

/** The shape of the texts: Japanese has it, the other languages must match it. */
export type Texts = typeof texts;
