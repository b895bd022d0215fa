import type { DepositChannel } from "@sanshi/contract";
import { displayMoney } from "@sanshi/money";
import { Button, EmptyState, Field, LinkButton, SkeletonRows } from "@sanshi/ui";
import { useState, type FormEvent } from "react";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { askFilesOnce } from "../../../shared/ask-once.ts";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import { CopyRow } from "../../../shared/copy-row.tsx";
import formStyles from "../../../shared/form.module.css";
import { language } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { PhotoField } from "../../../shared/photo-field.tsx";
import { goTo } from "../../../shared/places.ts";
import { refresh, useCall } from "../../../shared/queries.ts";
import { type RefusedFields, focusFirstRefused } from "@sanshi/web/refused-fields";
import { placeRefusal } from "../../../shared/refused-fields.ts";
import { Screen } from "../../../shared/screen.tsx";
import { OperatorWords } from "../../../shared/operator-words.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import { UploadBar } from "../../../shared/upload-bar.tsx";

/** /mine/deposit: where to send the money, and the receipt of what was sent. */
export default function DepositScreen() {
  const t = useText("deposits");
  const [query] = useSearchParams();
  const channels = useCall("/user/deposit-channels", {}, { quiet: true, staleTime: 0 });
  return (
    <Screen title={t("deposit_title")}>
      <div className={formStyles["form"]}>
        <Loaded query={channels} waiting={<SkeletonRows count={7} />}>
          {({ channels: all, reference, pending }) => {
            const channel = all.find(({ id }) => id === query.get("channel"));
            if (channel === undefined || pending !== null) {
              return (
                <EmptyState
                  picture={pending === null ? "road" : "clock"}
                  sentence={t(pending === null ? "channel_gone" : "one_at_a_time")}
                >
                  <LinkButton look="quiet" href={link(paths.stored)}>
                    {t("to_channels")}
                  </LinkButton>
                </EmptyState>
              );
            }
            return (
              <>
                <Account channel={channel} reference={reference} />
                <DepositForm channel={channel} />
              </>
            );
          }}
        </Loaded>
      </div>
    </Screen>
  );
}

function Account({ channel, reference }: { channel: DepositChannel; reference: string }) {
  const t = useText("deposits");
  const instructions = channel.instructions[language()];
  return (
    <>
      {channel.simulated && <p className={formStyles["notice"]}>{t("simulated")}</p>}
      <section className={formStyles["card"]} aria-label={t("send_to")}>
        <CopyRow name={t("bank")} value={channel.bank_name} />
        <CopyRow name={t("branch")} value={channel.branch_name} />
        <CopyRow name={t("account_name")} value={channel.account_name} />
        <CopyRow name={t("account_number")} value={channel.account_number} />
        <CopyRow name={t("reference")} value={reference} note={t("reference_note")} />
      </section>
      {instructions !== "" &&
        (channel.written_by_staff ? (
          <OperatorWords words={instructions} />
        ) : (
          <p className={formStyles["note"]}>{instructions}</p>
        ))}
    </>
  );
}

type FieldName = "amount" | "receipt";

const fieldByCode = {
  amount_not_positive: "amount",
  amount_too_precise: "amount",
  amount_below_minimum: "amount",
  amount_above_maximum: "amount",
  photo_too_large: "receipt",
  photo_type_not_accepted: "receipt",
  photo_pixels_too_many: "receipt",
  photo_too_small: "receipt",
  photo_unreadable: "receipt",
} as const;

function DepositForm({ channel }: { channel: DepositChannel }) {
  const t = useText("deposits");
  const [amount, setAmount] = useState("");
  const [receipt, setReceipt] = useState<Blob | null>(null);
  const [refused, setRefused] = useState<RefusedFields<FieldName>>({});
  const [share, setShare] = useState<number | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const send = async (element: HTMLFormElement | null) => {
    if (amount === "" || receipt === null) {
      setRefused({
        ...(amount === "" && { amount: t("amount_missing") }),
        ...(receipt === null && { receipt: t("receipt_missing") }),
      });
      return element === null ? undefined : focusFirstRefused(element);
    }
    setShare(0);
    const form = { channel_id: channel.id, amount, receipt };
    const asked = await askFilesOnce("/user/deposit", form, setShare);
    setShare(null);
    // Nothing else may be sent until it is known what became of this.
    setUnknown(asked.isUnknown);
    if (asked.isUnknown) return;
    if (asked.ok) {
      toast(t("submitted"));
      await refresh("/user/deposit-channels", "/user/depositlist");
      return goTo(paths.stored);
    }
    setRefused(placeRefusal(asked.refusal, fieldByCode));
    if (element !== null) focusFirstRefused(element);
  };
  if (isUnknown) {
    return <UnknownOutcome isSending={share !== null} onAgain={() => void send(null)} />;
  }
  return (
    <form
      className={formStyles["fields"]}
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <Field
        label={t("amount")}
        inputMode="decimal"
        autoComplete="off"
        suffix={channel.currency}
        hint={t("limits", {
          minimum: displayMoney(channel.minimum),
          maximum: displayMoney(channel.maximum),
          currency: channel.currency,
        })}
        value={amount}
        onChange={(text) => {
          setAmount(cleanAmount(text));
          setRefused({});
        }}
        refusal={refused.amount}
      />
      <PhotoField
        label={t("receipt")}
        hint={t("receipt_hint")}
        photo={receipt}
        onChange={(photo) => {
          setReceipt(photo);
          setRefused({});
        }}
        refusal={refused.receipt}
      />
      <div role="alert" className={formStyles["refusal"]}>
        {refused.form}
      </div>
      <UploadBar label={t("uploading")} share={share} />
      <Button type="submit" wide busy={share !== null}>
        {amount === ""
          ? t("submit")
          : t("submit_amount", { amount: `${displayMoney(amount)} ${channel.currency}` })}
      </Button>
    </form>
  );
}
