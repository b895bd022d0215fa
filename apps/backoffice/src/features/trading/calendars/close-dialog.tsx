import { reasonCodes } from "@sanshi/contract/reason-codes";
import { defaultMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import { CodeField, codeRefusals, noReason, type ReasonChoice } from "../../../shared/reasons.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { Closing } from "./calendars.ts";
import styles from "./calendars.module.css";

/** A market is closed for the rest of today, a coming day, or from a time on; no second operator is waited for. */
export function CloseDialog({ onClose }: { onClose: () => void }) {
  const t = useText("calendars");
  const queue = useText("queue");
  const words = useText("words");
  const [market, setMarket] = useState<MarketKey>(defaultMarketKey);
  const [date, setDate] = useState("");
  const [from, setFrom] = useState("");
  const [reason, setReason] = useState<ReasonChoice>(noReason);
  const { busy, refused, setRefused, submit } = useForm<"date" | "from" | "reason">();
  const close = () => {
    const { code: given } = reason;
    if (date === "") return setRefused({ date: t("closing_date_needed") });
    if (given === "") return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () =>
        send("/api/ops/calendars/close", {
          type: market,
          date,
          ...(from !== "" && { from }),
          reason: given,
        }),
      fieldByCode: {
        ...codeRefusals,
        closing_date_out_of_range: "date",
        closing_day_closed: "date",
        closing_day_over: "date",
        closing_exists: "date",
        closing_time_wrong: "from",
      },
      fields: ["date", "from", "reason"],
      done: async () => {
        await refresh("/api/ops/calendars", "/api/ops/trading-halts");
        toast(t("closing_done"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("close_market")}
      submit={t("close_market")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void close()}
    >
      <SelectField
        label={t("market")}
        value={market}
        onChange={setMarket}
        options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
      />
      <div className={styles["pair"]}>
        <TextField
          label={t("closing_date")}
          hint={t("closing_date_hint")}
          type="date"
          value={date}
          onChange={setDate}
          refusal={refused.date}
        />
        <TextField
          label={t("closing_from")}
          hint={t("closing_from_hint")}
          type="time"
          value={from}
          onChange={setFrom}
          refusal={refused.from}
        />
      </div>
      <CodeField
        isPublic
        codes={reasonCodes.closings}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
      <Notice tone="warn">{t("closing_at_once")}</Notice>
    </FormDialog>
  );
}

type WithdrawDialogProps = { closing: Closing; onClose: () => void };

/** What has not begun is withdrawn; every customer was told of it, and is told of that too. */
export function WithdrawClosingDialog({ closing, onClose }: WithdrawDialogProps) {
  const t = useText("calendars");
  const words = useText("words");
  const { busy, refused, submit } = useForm();
  const withdraw = () =>
    submit({
      send: () => send("/api/ops/calendars/closings/:id/withdraw", { id: closing.id }),
      done: async () => {
        await refresh("/api/ops/calendars");
        toast(t("closing_withdrawn_done"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("withdraw_title", {
        market: words(`market_${closing.type}`),
        date: closing.date,
      })}
      submit={t("withdraw")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void withdraw()}
    >
      <p>{t("withdraw_note")}</p>
    </FormDialog>
  );
}
