import { withdrawalNumber, type PaymentLeftOut } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";
import { writeCreditTransfers, type CreditTransfer } from "../../banks/credit-transfers.rules.ts";
import { toZenginText, zenginBytes } from "../../banks/zengin-letters.rules.ts";
import {
  writeZenginTransfers,
  zenginAmountMax,
  type ZenginPayer,
  type ZenginPayment,
} from "../../banks/zengin-transfers.rules.ts";
import type { Context } from "../../context.ts";
import { FileAnswer } from "../../platform/http/operator-http.ts";
import type { Reader } from "../../platform/sql/database.ts";
import {
  bankOfCode,
  branchOfCode,
  cardNumberOf,
  findCards,
  readHolderName,
  troubleOfStored,
  type StoredCard,
} from "../cards/cards.ts";
import type { StoredFile, WaitingPayment } from "./payment-files.store.ts";

/** A withdrawal with the account that it is paid to, whose number is open. */
export type Payment = {
  withdrawalId: bigint;
  /** How many files that it was in the bank refused before. */
  refusedBefore: number;
  amount: Minor;
  card: StoredCard;
  number: string;
};

/** Why the Zengin system cannot carry a payment; null where it can. */
export function objectToZengin({ amount, card, number }: Payment): PaymentLeftOut | null {
  const trouble = troubleOfStored(card);
  if (trouble !== null) return trouble;
  // No bank of the Zengin system is without a code; accounts of the first release may be.
  if (card.bank_code === null) return "bank_gone";
  if (payeeOf(card) === null) return "holder_unreadable";
  if (!/^\d{7}$/.test(number)) return "account_malformed";
  return amount > zenginAmountMax ? "amount_too_large" : null;
}

function payeeOf(card: StoredCard): string | null {
  const holder = readHolderName(card.holder_name);
  return holder.ok ? toZenginText(holder.name) : null;
}

function zenginPayment(payment: Payment): ZenginPayment {
  const { withdrawalId, refusedBefore, amount, card, number } = payment;
  const { bank_code: bank, branch_code: branch, card_type: type } = card;
  return {
    reference: withdrawalId,
    refusedBefore,
    ...placeOfBranch(bank ?? "", branch),
    accountType: type === "current" || type === "savings" ? type : "ordinary",
    accountNumber: number,
    payee: payeeOf(card) ?? "",
    amount,
  };
}

/** The codes are what counts: names may be left out, and a list of later may not have them. */
function placeOfBranch(bankCode: string, branchCode: string) {
  const kana = (of: { kana: string } | undefined) => toZenginText(of?.kana ?? "") ?? "";
  return {
    bank: { code: bankCode, kana: kana(bankOfCode(bankCode)) },
    branch: { code: branchCode, kana: kana(branchOfCode(bankCode, branchCode)) },
  };
}

function creditTransfer({ withdrawalId, amount, card, number }: Payment): CreditTransfer {
  const isJapan = card.country === "JP";
  return {
    endToEndId: withdrawalNumber(withdrawalId),
    amount,
    payee: card.holder_name,
    country: card.country,
    bankName: card.bank_name,
    bankCode: isJapan ? `${card.bank_code ?? ""}${card.branch_code}` : card.branch_code,
    account: number,
  };
}

/** In the order in which they are given. */
export async function readPayments(
  { sealer }: Pick<Context, "sealer">,
  reader: Reader,
  all: readonly WaitingPayment[],
): Promise<Payment[]> {
  const cards = await findCards(
    reader,
    all.map(({ card_id: cardId }) => cardId),
  );
  return all.map((payment) => {
    const card = cards.get(payment.card_id);
    if (card === undefined) throw new Error("a payment to no card");
    return {
      withdrawalId: payment.withdrawal_id,
      refusedBefore: payment.refused_before,
      amount: payment.amount,
      card,
      number: cardNumberOf({ sealer }, card),
    };
  });
}

/** The very same bytes, whenever it is fetched. */
export function writtenFile(file: StoredFile, payments: readonly Payment[]): FileAnswer {
  const { id } = file;
  if (file.format === "pain001") {
    const content = writeCreditTransfers({
      messageId: `SANSHI-${id}`,
      madeAt: file.made_at,
      day: file.transfer_on,
      currency: file.currency,
      payer: { name: file.payer_name, bic: file.payer_bank, account: file.payer_account },
      transfers: payments.map(creditTransfer),
    });
    return new FileAnswer(`pain001-${id}.xml`, "application/xml; charset=utf-8", content);
  }
  const text = writeZenginTransfers(
    zenginPayer(file),
    payments.map(zenginPayment),
    file.transfer_on,
  );
  return new FileAnswer(`zengin-${id}.txt`, "application/octet-stream", zenginBytes(text));
}

function zenginPayer(file: StoredFile): ZenginPayer {
  return {
    code: file.payer_code,
    name: toZenginText(file.payer_name) ?? "",
    ...placeOfBranch(file.payer_bank, file.payer_branch),
    accountType: file.payer_account_type,
    accountNumber: file.payer_account,
  };
}
