import type { Output } from "../../../shared/calls.ts";
import { SignedAmount } from "@sanshi/ui";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { Facts, Notice } from "../../../shared/kit/panel.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";

export type Movement = Output<"/api/ops/books/bank-movements">["items"][number];

const another = "another";

/** By hand, where the bank's words named no record: of the same amount, and each once. */
export function MatchDialog({ movement, onClose }: { movement: Movement; onClose: () => void }) {
  const t = useText("books");
  const breaks = useCall("/api/ops/books/breaks", {});
  const kind = movement.amount.startsWith("-") ? "withdrawal" : "deposit";
  const likely = (breaks.data?.items ?? []).filter(
    (one) =>
      one.kind === kind && one.currency === movement.currency && one.amount === movement.amount,
  );
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState("");
  const picked = chosen === "" ? (likely[0]?.id ?? another) : chosen;
  const { busy, refused, submit } = useForm<"record">();
  const match = () =>
    submit({
      send: () =>
        send("/api/ops/books/bank-movements/:id/match", {
          id: movement.id,
          record_id: picked === another ? idOf(typed) : picked,
        }),
      fieldByCode: {
        bank_record_not_found: "record",
        bank_amount_differs: "record",
        bank_movement_matched: "record",
        invalid_request: "record",
      },
      done: async () => {
        await refresh("/api/ops/books/bank-movements", "/api/ops/books/breaks");
        toast(t("was_matched"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("match_title")}
      submit={t("match")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void match()}
    >
      <Facts
        facts={[
          { name: t("date"), value: movement.booked_on },
          {
            name: t("amount"),
            value: <SignedAmount value={movement.amount} currency={movement.currency} />,
          },
          { name: t("reference"), value: movement.reference },
          { name: t("counterparty"), value: movement.counterparty },
        ]}
      />
      <SelectField
        label={t("record")}
        value={picked}
        onChange={setChosen}
        options={[
          ...likely.map((one) => ({ value: one.id, label: `${one.number} · ${one.account}` })),
          { value: another, label: t("another_record") },
        ]}
        refusal={picked === another ? undefined : refused.record}
      />
      {picked === another && (
        <TextField
          label={t("record_number")}
          placeholder={kind === "deposit" ? "D-00000001" : "W-00000001"}
          value={typed}
          onChange={setTyped}
          refusal={refused.record}
        />
      )}
      <Notice tone="info">{t("match_note")}</Notice>
    </FormDialog>
  );
}

/** `D-00000012` is the record 12. */
function idOf(number: string): string {
  return number.trim().replace(/^[DW]-0*/i, "");
}
