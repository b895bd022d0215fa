import { reasonCodes, reasonLengthMax } from "@sanshi/contract/reason-codes";
import { displayMoney } from "@sanshi/money";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextArea, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import {
  givenPublicReason,
  noPublicReason,
  PublicReasonField,
  publicReasonRefusals,
  type PublicReasonChoice,
} from "../../../shared/reasons.tsx";
import { actsAlone } from "../../../shared/may.ts";
import { useMe } from "../../../shared/session.ts";
import { useText, type Translate } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import {
  draftOf,
  isReplacing,
  plain,
  readDraft,
  type CommissionDraft,
  type DraftFault,
  type Fees,
} from "./commission-draft.ts";
import { ExampleTrade } from "./example-trade.tsx";
import styles from "./fees.module.css";

type CommissionDialogProps = { fees: Fees; onClose: () => void };

/** A market's commission from a day on, with what it would make of a trade. */
export function CommissionDialog({ fees, onClose }: CommissionDialogProps) {
  const t = useText("fees");
  const queue = useText("queue");
  const words = useText("words");
  const me = useMe();
  const [draft, setDraft] = useState(() => draftOf(fees));
  const [note, setNote] = useState("");
  const [reason, setReason] = useState<PublicReasonChoice>(noPublicReason);
  const { busy, refused, setRefused, submit } = useForm<DraftFault | "reason" | "note">();
  const propose = () => {
    const { faults } = readDraft(fees, draft);
    if (faults.length > 0) {
      return setRefused(
        Object.fromEntries(faults.map((fault) => [fault, faultText(t, fault, fees)])),
      );
    }
    const given = givenPublicReason(reason);
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    const maximum = plain(draft.maximum);
    return submit({
      send: () =>
        send("/api/ops/fees/propose", {
          type: fees.type,
          valid_from: draft.from,
          rate: plain(draft.rate),
          minimum: plain(draft.minimum),
          ...(maximum !== "" && { maximum }),
          reason: given,
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: {
        ...publicReasonRefusals,
        fee_date_reached: "from",
        fee_date_too_far: "from",
        commission_rate_out_of_range: "rate",
        commission_minimum_out_of_range: "minimum",
        commission_maximum_out_of_range: "maximum",
        commission_unchanged: "rate",
      },
      fields: ["rate", "minimum", "maximum", "reason", "note"],
      done: async ({ state }) => {
        await refresh("/api/ops/fees", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
  };
  const field = (name: DraftFault) => ({
    value: draft[name],
    onChange: (typed: string) => setDraft((before) => ({ ...before, [name]: typed })),
    refusal: refused[name],
  });
  return (
    <FormDialog
      title={t("new_title", { market: words(`market_${fees.type}`) })}
      wide
      submit={t(actsAlone(me) ? "change" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <DraftFields fees={fees} field={field} />
      {isReplacing(fees, draft) && <Notice tone="info">{t("replaces")}</Notice>}
      <ExampleTrade fees={fees} draft={draft} />
      <PublicReasonField
        codes={reasonCodes.settings}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
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
      <Notice tone="warn">{t("notice")}</Notice>
    </FormDialog>
  );
}

type DraftFieldsProps = {
  fees: Fees;
  field: (name: keyof CommissionDraft) => {
    value: string;
    onChange: (typed: string) => void;
    refusal: string | undefined;
  };
};

function DraftFields({ fees, field }: DraftFieldsProps) {
  const t = useText("fees");
  const { currency, ceiling, earliest, latest } = fees;
  return (
    <div className={styles["pair"]}>
      <TextField
        {...field("from")}
        label={t("from")}
        hint={t("from_hint", { earliest })}
        type="date"
        min={earliest}
        max={latest}
      />
      <TextField
        {...field("rate")}
        label={t("rate")}
        hint={t("rate_hint", { max: ceiling.rate })}
        inputMode="decimal"
        suffix="%"
        maxLength={12}
        data-first=""
      />
      <TextField
        {...field("minimum")}
        label={t("minimum")}
        hint={t("minimum_hint", { max: displayMoney(ceiling.minimum), currency })}
        inputMode="decimal"
        suffix={currency}
        maxLength={18}
      />
      <TextField
        {...field("maximum")}
        label={t("maximum")}
        hint={t("maximum_hint")}
        inputMode="decimal"
        suffix={currency}
        maxLength={18}
      />
    </div>
  );
}

function faultText(t: Translate<"fees">, fault: DraftFault, fees: Fees): string {
  const { ceiling, earliest, latest } = fees;
  if (fault === "from") return t("from_wrong", { earliest, latest });
  if (fault === "rate") return t("rate_wrong", { max: ceiling.rate });
  if (fault === "minimum") return t("minimum_wrong", { max: displayMoney(ceiling.minimum) });
  return t("maximum_wrong");
}
