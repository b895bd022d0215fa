import { bankCardsMax, type BankCard } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { answerBefore, answeredOnceWithId, answerOnceWithId } from "../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { countAttempt } from "../../platform/rate-limits.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { lockState } from "../../people/restrictions/restrictions.ts";
import { objectToHold, objectToProof } from "../../people/security/security.ts";
import { leastSince, siteRules } from "../../governance/site/site.ts";
import { verifiedName } from "../verification/verification.ts";
import { bankListedOn, bankOfCode, bankOfName, branchOfCode, formerBankOf } from "./banks.ts";
import {
  checkCard,
  maskCardNumber,
  troubleOfCard,
  usableFrom,
  type BankList,
  type CardForm,
  type CheckedCard,
} from "./cards.rules.ts";
import * as store from "./cards.store.ts";
import { isSameName } from "./same-name.ts";
import type { StoredCard } from "./cards.store.ts";

export { bankListedOn, bankOfCode, branchOfCode, findBanks, findBranches } from "./banks.ts";
export { readHolderName } from "./holder-name.rules.ts";
export { usableFrom } from "./cards.rules.ts";
export { isSameName } from "./same-name.ts";
export {
  accountsOfSameCard,
  findCard,
  findCards,
  lockCard,
  type StoredCard,
} from "./cards.store.ts";

const bankList: BankList = {
  listedOn: bankListedOn,
  bankOfCode,
  bankOfName,
  branchOfCode,
  formerBankOf,
};

type CardsContext = Pick<Context, "database" | "clock" | "sealer">;

const additionsMax = 20;
const additionsWindowMinutes = 60;

export async function cardsOf(
  { database, clock }: CardsContext,
  { customerId }: Pick<Customer, "customerId">,
): Promise<BankCard[]> {
  const cards = await store.listCards(database.reader, customerId);
  const hours = await Promise.all(
    cards.map((card) => coolingOffHours(database.reader, card.added_at)),
  );
  return cards.map((card, index) => onWire(card, hours[index] ?? 0, clock.now()));
}

/** Whoever added a card before the cooling-off grew longer, or grew longer again, waits no longer for it. */
export function coolingOffHours(reader: Reader, addedAt: number): Promise<number> {
  return leastSince(reader, "bank_card_cooling_off_hours", addedAt);
}

export async function hasCard(reader: Reader, customerId: bigint): Promise<boolean> {
  return (await store.listCards(reader, customerId)).length > 0;
}

/** The whole number, for whoever pays to it. */
export function cardNumberOf({ sealer }: Pick<Context, "sealer">, card: StoredCard): string {
  return sealer.open(card.number_sealed, numberPurpose(card.customer_id)).toString();
}

export async function addCard(
  context: CardsContext,
  customer: Customer,
  form: CardForm,
  requestId?: string,
): Promise<Outcome<BankCard>> {
  const { database } = context;
  const { customerId } = customer;
  const request = { customerId, requestId, call: "add-bank-card", input: inputOf(context, form) };
  const before = await answerBefore<BankCard>(database.reader, request);
  if (before !== null) return before;
  // A new account is where a thief's money would go.
  const held = await objectToHold(database.reader, customerId);
  if (held !== null) return held;
  const unproved = await objectToProof(database.reader, customer);
  if (unproved !== null) return refuse(unproved);
  const checked = checkCard(form, bankList);
  if (!checked.ok) return refuse(checked.code, checked.params);
  const minutes = await countAttempt(database.reader, [
    {
      key: `bank-card:${customerId}`,
      attemptsMax: additionsMax,
      windowMinutes: additionsWindowMinutes,
    },
  ]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  // A refusal is kept under no id: nothing was done, and a proof or a removed card changes the answer.
  return transactionUnlessRefused(database, (transaction) =>
    answerOnceWithId(transaction, request, () =>
      keepCard(context, transaction, customerId, checked.card),
    ),
  );
}

/** What the answer depends on: of a card's number, what tells nobody the number. */
function inputOf({ sealer }: CardsContext, form: CardForm): Record<string, string> {
  const number = sealer.fingerprint(form.cardNumber, "bank_card request").toString("hex");
  return { ...form, cardNumber: number };
}

async function keepCard(
  context: CardsContext,
  transaction: Transaction,
  customerId: bigint,
  card: CheckedCard,
): Promise<Outcome<BankCard>> {
  // Whoever froze the account fears a thief, who would wait here for the day on which it is opened again.
  const state = await lockState(transaction, customerId);
  if (state === "frozen" || state === "banned") return refuse("account_frozen");
  // One may have begun since it was asked.
  const held = await objectToHold(transaction, customerId);
  if (held !== null) return held;
  await store.lockCards(transaction, customerId);
  const verified = await verifiedName(transaction, customerId);
  if (verified !== null && isSameName(card.holderName, verified) === false) {
    return refuse("card_holder_differs");
  }
  const known = await store.listCards(transaction, customerId);
  const at = context.clock.now();
  const stored = await store.insertCard(transaction, sealed(context, customerId, card, at));
  if (stored === undefined) return refuse("card_exists");
  if (known.length >= bankCardsMax) return refuse("cards_too_many", { max: String(bankCardsMax) });
  const params = { bank: card.bankName, number: stored.number_masked };
  await recordActivity(transaction, { customerId, kind: "bank_card_added", params, at });
  await sendMessage(transaction, {
    customerId,
    kind: "bank_card_added",
    params,
    link: "/mine/bank",
    at,
  });
  const { bankCardCoolingOffHours } = await siteRules(transaction);
  return accept(onWire(stored, bankCardCoolingOffHours, at));
}

/** What is kept of a card: its number sealed, masked, and as what tells that it is the same one. */
function sealed({ sealer }: CardsContext, customerId: bigint, card: CheckedCard, at: number) {
  const { country, bankCode, bankName, branchCode, cardNumber } = card;
  const place = [country, bankCode ?? bankName, branchCode, cardNumber].join("|");
  return {
    ...card,
    customerId,
    at,
    numberMasked: maskCardNumber(cardNumber),
    numberSealed: sealer.seal(Buffer.from(cardNumber), numberPurpose(customerId)),
    numberFingerprint: sealer.fingerprint(place, "bank_card"),
  };
}

/** What a card's number is sealed for. */
export function numberPurpose(customerId: bigint): string {
  return `bank_card:${customerId}`;
}

export function removeCard(
  { database, clock }: CardsContext,
  { customerId }: Customer,
  id: bigint,
  requestId?: string,
): Promise<Outcome<Record<string, never>>> {
  const input = { id: id.toString() };
  const request = { customerId, requestId, call: "remove-bank-card", input };
  return answeredOnceWithId(database, request, async (transaction) => {
    const card = await store.lockCard(transaction, customerId, id);
    if (card === undefined) return refuse("card_not_found");
    if (await store.isAwaited(transaction, id)) return refuse("fund_operation_in_progress");
    const at = clock.now();
    await store.markRemoved(transaction, id, at);
    const params = { bank: card.bank_name, number: card.number_masked };
    await recordActivity(transaction, { customerId, kind: "bank_card_removed", params, at });
    return accept({});
  });
}

function onWire(card: StoredCard, coolingOffHours: number, now: number): BankCard {
  const from = usableFrom(card.added_at, coolingOffHours, now);
  return {
    id: card.id.toString(),
    country: card.country,
    holder_name: card.holder_name,
    card_number: card.number_masked,
    bank_code: card.bank_code,
    bank_name: card.bank_name,
    branch_code: card.branch_code,
    branch_name: card.branch_name,
    card_type: card.card_type,
    added_at: new Date(card.added_at).toISOString(),
    usable_from: from === null ? null : new Date(from).toISOString(),
    ...troubleOnWire(card),
  };
}

function troubleOnWire(card: StoredCard): Pick<BankCard, "trouble" | "bank_today"> {
  const found = troubleOfCard(card, bankList);
  return { trouble: found?.trouble ?? null, bank_today: found?.today ?? null };
}

/** What keeps a payment from reaching a kept account; null where nothing does. */
export function troubleOfStored(card: StoredCard): "bank_gone" | "branch_gone" | null {
  return troubleOfCard(card, bankList)?.trouble ?? null;
}
