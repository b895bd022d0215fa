import { reasonLengthMax } from "@sanshi/contract/reason-codes";
import { stockEndKinds } from "@sanshi/contract/constants";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextArea, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { inLanguage } from "@sanshi/web/language";
import { refresh, useCall } from "../../../shared/queries.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { Instrument } from "./columns.tsx";

type EndDialogProps = { instrument: Instrument; onClose: () => void };

/** The end of a stock's listing: to be proposed, or, where one stands, to be withdrawn. */
export function EndDialog({ instrument, onClose }: EndDialogProps) {
  const ends = useCall("/api/ops/stock-ends", { limit: "100" });
  if (ends.data === undefined) return null;
  const { type, code } = instrument;
  const standing = ends.data.items.find(
    (one) => one.type === type && one.code === code && one.withdrawn_at === null,
  );
  return standing === undefined ? (
    <ProposeDialog
      instrument={instrument}
      takesCashPrice={ends.data.takes_cash_price}
      onClose={onClose}
    />
  ) : (
    <WithdrawDialog end={standing} instrument={instrument} onClose={onClose} />
  );
}

/** Where a refusal stands. */
const fieldByCode = {
  end_day_not_ahead: "day",
  end_day_too_far: "day",
  end_day_before_listing: "day",
  end_day_closed: "day",
  end_target_not_merged: "target",
  end_target_other_market: "target",
  end_target_not_found: "target",
  end_target_same: "target",
  end_target_ends: "target",
  end_ratio_out_of_range: "ratio",
  end_price_not_allowed: "price",
  end_price_out_of_range: "price",
  end_document_missing: "address",
} as const;

function titleOf({ code, names }: Instrument): string {
  return `${code} ${names === null ? "" : inLanguage(names)}`;
}

function ProposeDialog({
  instrument,
  takesCashPrice,
  onClose,
}: EndDialogProps & { takesCashPrice: boolean }) {
  const t = useText("instruments");
  const words = useText("words");
  const queue = useText("queue");
  const me = useMe();
  const { type, code } = instrument;
  const [kind, setKind] = useState<(typeof stockEndKinds)[number]>("delisted");
  const [day, setDay] = useState("");
  const [price, setPrice] = useState("");
  const [address, setAddress] = useState("");
  const [target, setTarget] = useState("");
  const [ratio, setRatio] = useState("");
  const [note, setNote] = useState("");
  const { busy, refused, setRefused, submit } = useForm<
    "day" | "target" | "ratio" | "price" | "address" | "note"
  >();
  const propose = () => {
    if (day === "") return setRefused({ day: t("last_trading_day_needed") });
    return submit({
      send: () =>
        send("/api/ops/stock-ends/propose", {
          type,
          code,
          kind,
          last_trading_day: day,
          ...(kind === "merged" &&
            target.trim() !== "" && {
              target: { type, code: target.trim().toUpperCase(), ratio: ratio.trim() },
            }),
          ...(price.trim() !== "" && { cash_price: price.trim() }),
          ...(address.trim() !== "" && { document_address: address.trim() }),
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode,
      fields: ["day", "target", "ratio", "price", "address", "note"],
      done: async ({ state }) => {
        await refresh("/api/ops/stock-ends", "/api/ops/instruments", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={titleOf(instrument)}
      submit={t(me.single_approval ? "end_listing" : "propose")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <SelectField
        label={words("field_end_kind")}
        value={kind}
        onChange={setKind}
        options={stockEndKinds.map((value) => ({ value, label: words(`end_${value}`) }))}
      />
      <TextField
        label={words("field_last_trading_day")}
        hint={t("last_trading_day_hint")}
        type="date"
        value={day}
        onChange={setDay}
        refusal={refused.day}
      />
      {kind === "merged" && (
        <TargetFields
          target={target}
          ratio={ratio}
          refused={refused}
          onTarget={setTarget}
          onRatio={setRatio}
        />
      )}
      {takesCashPrice && (
        <>
          <TextField
            label={words("field_end_price")}
            hint={t("end_price_hint")}
            inputMode="decimal"
            maxLength={20}
            value={price}
            onChange={setPrice}
            refusal={refused.price}
          />
          <TextField
            label={words("field_document_address")}
            hint={t("document_address_hint")}
            maxLength={500}
            value={address}
            onChange={setAddress}
            refusal={refused.address}
          />
        </>
      )}
      <TextArea
        label={queue("note")}
        hint={queue("note_hint")}
        rows={2}
        maxLength={reasonLengthMax}
        value={note}
        onChange={setNote}
        refusal={refused.note}
      />
      <Notice tone="warn">{t("end_settles")}</Notice>
    </FormDialog>
  );
}

type TargetFieldsProps = {
  target: string;
  ratio: string;
  refused: { target?: string | undefined; ratio?: string | undefined };
  onTarget: (typed: string) => void;
  onRatio: (typed: string) => void;
};

/** The shares of another company that a merger pays in. */
function TargetFields({ target, ratio, refused, onTarget, onRatio }: TargetFieldsProps) {
  const t = useText("instruments");
  const words = useText("words");
  return (
    <>
      <TextField
        label={words("field_end_target")}
        hint={t("end_target_hint")}
        maxLength={12}
        value={target}
        onChange={onTarget}
        refusal={refused.target}
      />
      {target.trim() !== "" && (
        <TextField
          label={words("field_end_ratio")}
          hint={t("end_ratio_hint")}
          maxLength={60}
          value={ratio}
          onChange={onRatio}
          refusal={refused.ratio}
        />
      )}
    </>
  );
}

type StandingEnd = { id: string; last_trading_day: string; can_withdraw: boolean };

function WithdrawDialog({ end, instrument, onClose }: EndDialogProps & { end: StandingEnd }) {
  const t = useText("instruments");
  const me = useMe();
  const { busy, refused, submit } = useForm();
  const withdraw = () =>
    submit({
      send: () => send("/api/ops/stock-ends/:id/withdraw", { id: end.id }),
      done: async ({ state }) => {
        await refresh("/api/ops/stock-ends", "/api/ops/instruments", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={titleOf(instrument)}
      submit={t(me.single_approval ? "end_withdraw" : "end_withdraw_propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void withdraw()}
    >
      <p>{t("end_stands", { day: end.last_trading_day })}</p>
      {!end.can_withdraw && <Notice tone="info">{t("end_stays")}</Notice>}
    </FormDialog>
  );
}
