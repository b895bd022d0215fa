import { Amount } from "@sanshi/ui";
import { serverNow } from "@sanshi/web/server-clock";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { lastDays } from "./days.ts";

type Listed = Output<"/api/ops/payment-files">;
export type Waiting = Listed["waiting"][number];
type Payer = Listed["items"][number]["payer"];
type LeftOut = Output<"/api/ops/payment-files/make">["left_out"];

type MakePaymentsDialogProps = {
  waiting: Waiting;
  /** Of the newest file of this kind: the house's account seldom changes. */
  last: Payer | undefined;
  onClose: () => void;
};

const noPayer: Payer = {
  code: "",
  name: "",
  bank: "",
  branch: "",
  account_type: "ordinary",
  account: "",
};

/** Which withdrawals, on which day, from which account of the house. */
export function MakePaymentsDialog({ waiting, last, onClose }: MakePaymentsDialogProps) {
  const t = useText("payments");
  const { to: today } = lastDays(1, serverNow());
  const [through, setThrough] = useState(today);
  const [day, setDay] = useState(today);
  const [payer, setPayer] = useState(last ?? noPayer);
  const [left, setLeft] = useState<LeftOut>([]);
  const { busy, refused, submit } = useForm<"transfer_on" | "name" | "account">();
  const { format, currency } = waiting;
  const make = () =>
    submit({
      send: () =>
        send("/api/ops/payment-files/make", {
          format,
          currency,
          approved_through: through,
          transfer_on: day,
          payer,
        }),
      fieldByCode: {
        payment_day_not_business: "transfer_on",
        payer_name_malformed: "name",
        payer_account_malformed: "account",
      },
      done: async (made) => {
        await refresh("/api/ops/payment-files");
        toast(t("was_made", { payments: made.payments }));
        setLeft(made.left_out);
        if (made.left_out.length === 0) onClose();
      },
    });
  const change = (part: Partial<Payer>) => setPayer((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      title={t(`make_${format}`)}
      submit={t("make")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void make()}
    >
      <p>
        {t("waiting", { payments: waiting.payments, from: waiting.approved_from })}{" "}
        <Amount value={waiting.total} currency={currency} />
      </p>
      {left.length > 0 && (
        <Notice tone="warn">
          {t("left_out")}
          <ul>
            {left.map(({ id, number, why }) => (
              <li key={id}>
                {number}: {t(`left_${why}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <TextField label={t("through")} type="date" value={through} onChange={setThrough} />
      <TextField
        label={t("transfer_on")}
        type="date"
        value={day}
        onChange={setDay}
        refusal={refused.transfer_on}
      />
      <PayerFields
        isZengin={format === "zengin"}
        payer={payer}
        change={change}
        refused={{ name: refused.name, account: refused.account }}
      />
    </FormDialog>
  );
}

type PayerFieldsProps = {
  isZengin: boolean;
  payer: Payer;
  change: (part: Partial<Payer>) => void;
  refused: { name: string | undefined; account: string | undefined };
};

function PayerFields({ isZengin, payer, change, refused }: PayerFieldsProps) {
  const t = useText("payments");
  return (
    <>
      <TextField
        label={t(isZengin ? "payer_kana" : "payer_name")}
        value={payer.name}
        onChange={(name) => change({ name })}
        refusal={refused.name}
      />
      {isZengin && (
        <TextField
          label={t("payer_code")}
          inputMode="numeric"
          value={payer.code}
          onChange={(code) => change({ code })}
        />
      )}
      <TextField
        label={t(isZengin ? "payer_bank" : "payer_bic")}
        value={payer.bank}
        onChange={(bank) => change({ bank })}
      />
      {isZengin && (
        <>
          <TextField
            label={t("payer_branch")}
            inputMode="numeric"
            value={payer.branch}
            onChange={(branch) => change({ branch })}
          />
          <SelectField
            label={t("payer_type")}
            value={payer.account_type}
            onChange={(type) => change({ account_type: type === "current" ? type : "ordinary" })}
            options={(["ordinary", "current"] as const).map((value) => ({
              value,
              label: t(`type_${value}`),
            }))}
          />
        </>
      )}
      <TextField
        label={t("payer_account")}
        value={payer.account}
        onChange={(account) => change({ account })}
        refusal={refused.account}
      />
    </>
  );
}
