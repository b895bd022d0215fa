import { bankCardsMax } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { addCard, bankListedOn, cardsOf, findBanks, findBranches, removeCard } from "./cards.ts";

export function cardRoutes(context: Context): void {
  const { http } = context;
  http.handle("/user/banks", async ({ input }) => accept([...findBanks(input.q ?? "")]));
  http.handle("/user/bank-branches", async ({ input }) =>
    accept({ items: [...findBranches(input.bank_code, input.q ?? "")], listed_on: bankListedOn }),
  );
  http.handle("/user/bank-cards", async ({ customer }) =>
    accept({ items: await cardsOf(context, customer), max: bankCardsMax }),
  );
  http.handle("/user/add-bank-card", ({ input, customer }) => {
    const form = {
      country: input.country,
      holderName: input.holder_name,
      cardNumber: input.card_number,
      bankName: input.bank_name,
      bankCode: input.bank_code ?? "",
      branchName: input.branch_name,
      branchCode: input.branch_code,
      cardType: input.card_type,
    };
    return addCard(context, customer, form, input.request_id);
  });
  http.handle("/user/remove-bank-card", ({ input, customer }) =>
    removeCard(context, customer, BigInt(input.id), input.request_id),
  );
}
