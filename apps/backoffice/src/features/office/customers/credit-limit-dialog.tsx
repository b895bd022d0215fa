import { reasonLengthMax } from "@sanshi/contract/reason-codes";
import { defaultMarketKey, marketKeys, settlementCurrency, type MarketKey } from "@sanshi/money";
import { Amount } from "@sanshi/ui";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextArea, TextField } from "../../../shared/kit/fields.tsx";
import { Facts, Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { creditOf } from "./credit.ts";
import type { Customer } from "./customer.ts";

type CreditLimitDialogProps = { customer: Customer; onClose: () => void };

/** What a customer may borrow by leverage in a market's currency; never less than is borrowed. */
export function CreditLimitDialog({ customer, onClose }: CreditLimitDialogProps) {
  const t = useText("customers");
  const queue = useText("queue");
  const words = useText("words");
  const [market, setMarket] = useState<MarketKey>(defaultMarketKey);
  const [limit, setLimit] = useState("");
  const [note, setNote] = useState("");
  const { busy, refused, submit } = useForm<"limit" | "note">();
  const currency = settlementCurrency(market);
  const credit = creditOf(customer.balances, currency);
  const propose = () =>
    submit({
      send: () =>
        send("/api/ops/customers/:account/credit-limit", {
          account: customer.account,
          type: market,
          credit_limit: limit.normalize("NFKC").replace(/[\s,]/g, ""),
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: {
        credit_limit_out_of_range: "limit",
        credit_limit_unchanged: "limit",
        credit_limit_below_borrowed: "limit",
        invalid_request: "limit",
      },
      done: async ({ state }) => {
        await refresh("/api/ops/customers/:account", "/api/ops/proposals");
        toast(t(state === "approved" ? "credit_changed" : "state_proposed"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("credit_limit_of", { account: customer.account })}
      submit={t("propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <SelectField
        label={t("market")}
        value={market}
        onChange={setMarket}
        options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
      />
      <Facts
        facts={[
          {
            name: t("credit_now"),
            value: <Amount value={credit?.limit} currency={currency} />,
          },
          {
            name: t("borrowed"),
            value: <Amount value={credit?.borrowed} currency={currency} />,
          },
        ]}
      />
      <TextField
        label={t("new_credit")}
        suffix={currency}
        inputMode="decimal"
        data-first=""
        value={limit}
        onChange={setLimit}
        refusal={refused.limit}
      />
      <TextArea
        label={queue("note")}
        hint={queue("note_hint")}
        rows={2}
        maxLength={reasonLengthMax}
        value={note}
        onChange={setNote}
        refusal={refused.note}
      />
      <Notice tone="info">{t("credit_note")}</Notice>
    </FormDialog>
  );
}
