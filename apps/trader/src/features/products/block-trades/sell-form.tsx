import type { HeldStock } from "@sanshi/contract";
import { Button, Field, LinkButton } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { serverNow } from "@sanshi/web/server-clock";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import formStyles from "../../../shared/form.module.css";
import { PinField } from "../../../shared/pin-field.tsx";
import { ProofSheet, useProvenSubmit } from "../../../shared/proof-sheet.tsx";
import { refusedOnly } from "../../../shared/refused-fields.ts";
import { SelectField } from "../../../shared/select-field.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import { useForm } from "../../../shared/use-form.ts";
import { refreshBlocks } from "./refresh-blocks.ts";

type FieldName = "quantity" | "floor_price" | "expires_at" | "fund_password";

const fieldByCode = {
  quantity_not_whole: "quantity",
  quantity_not_positive: "quantity",
  quantity_not_in_lots: "quantity",
  quantity_exceeds_position: "quantity",
  price_not_positive: "floor_price",
  block_consent_time: "expires_at",
  wrong_fund_password: "fund_password",
  too_many_tries: "fund_password",
} as const;

const dayChoices = [1, 3, 7, 14, 30] as const;
const lockUpChoices = [0, 1, 3, 5, 10, 30] as const;
const dayMs = 86_400_000;

/** What the customer allows to be offered, in every figure, with the fund password. */
export function SellForm({ held, onDone }: { held: readonly HeldStock[]; onDone: () => void }) {
  const t = useText("blockTrades");
  const form = useConsent(held, onDone);
  const { values, change, refused } = form;
  if (form.isUnknown) return <UnknownOutcome isSending={form.busy} onAgain={form.again} />;
  return (
    <>
      <form
        className={formStyles["fields"]}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        <p className={formStyles["note"]}>{t("sell_note")}</p>
        <SelectField
          label={t("sell_position")}
          value={values.position}
          onChange={(position) => change({ position })}
        >
          {held.map(({ id, names, code, stock_num: count }) => (
            <option key={id} value={id}>
              {`${inLanguage(names)} ${code} · ${t("shares", { count })}`}
            </option>
          ))}
        </SelectField>
        <Field
          label={t("quantity")}
          inputMode="numeric"
          autoComplete="off"
          value={values.quantity}
          onChange={(text) => change({ quantity: text.normalize("NFKC").replaceAll(/\D/g, "") })}
          refusal={refused.quantity}
        />
        <Field
          label={t("floor_price")}
          hint={t("floor_price_hint")}
          inputMode="decimal"
          autoComplete="off"
          value={values.floor}
          onChange={(text) => change({ floor: cleanAmount(text) })}
          refusal={refused.floor_price}
        />
        <Field
          label={t("discount_most")}
          hint={t("discount_most_hint")}
          inputMode="decimal"
          autoComplete="off"
          value={values.discount}
          onChange={(text) => change({ discount: cleanAmount(text) })}
        />
        <SelectField
          label={t("sell_lock_up")}
          value={values.lockUp}
          onChange={(lockUp) => change({ lockUp })}
        >
          {lockUpChoices.map((count) => (
            <option key={count} value={count}>
              {t("days", { count })}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t("sell_until")}
          value={values.days}
          onChange={(days) => change({ days })}
          refusal={refused.expires_at}
        >
          {dayChoices.map((count) => (
            <option key={count} value={count}>
              {`${t("days", { count })} (${showDateTime(untilOf(String(count), form.openedAt))})`}
            </option>
          ))}
        </SelectField>
        <PinField
          label={t("fund_password")}
          value={values.pin}
          onChange={(pin) => change({ pin })}
          refusal={refused.fund_password}
        />
        <LinkButton look="plain" small href={link(paths.forgottenFundPassword)}>
          {t("fund_password_forgotten")}
        </LinkButton>
        <p className={formStyles["notice"]}>{t("sell_held_note")}</p>
        <div role="alert" className={formStyles["refusal"]}>
          {refused.form}
        </div>
        <Button type="submit" wide busy={form.busy}>
          {t("sell_consent")}
        </Button>
      </form>
      <ProofSheet {...form.proof} />
    </>
  );
}

function untilOf(days: string, from: number): string {
  return new Date(from + Number(days) * dayMs).toISOString();
}

function useConsent(held: readonly HeldStock[], onDone: () => void) {
  const t = useText("blockTrades");
  const [openedAt] = useState(serverNow);
  const [values, setValues] = useState({
    position: held[0]?.id ?? "",
    quantity: held[0]?.stock_num ?? "",
    floor: "",
    discount: "5",
    lockUp: "0",
    days: "7",
    pin: "",
  });
  const { busy, refused, setRefused, submit: sendForm } = useForm<FieldName>();
  const [isUnknown, setUnknown] = useState(false);
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const send = async (element: HTMLFormElement | null, askForProof: () => void) => {
    const { position, quantity, floor, discount, lockUp, days, pin } = values;
    await sendForm({
      wrong: refusedOnly({
        floor_price: floor === "" ? refusalText({ code: "price_not_positive" }) : undefined,
        fund_password:
          pin.length === 6 ? undefined : refusalText({ code: "fund_password_not_six_digits" }),
      }),
      send: async () => {
        const asked = await askOnce(
          "/trade/consent-block-sale",
          {
            position,
            quantity: quantity === "" ? "0" : quantity,
            floor_price: floor,
            discount_most: discount === "" ? "0" : discount,
            lock_up_days: lockUp,
            expires_at: untilOf(days, openedAt),
            fund_password: pin,
          },
          { secret: ["fund_password"] },
        );
        setUnknown(asked.isUnknown);
        return asked;
      },
      fieldByCode,
      instead: { proof_required: askForProof },
      done: () => {
        toast(t("sell_consented"));
        onDone();
        return refreshBlocks();
      },
      element,
    });
  };
  const { submit, proof } = useProvenSubmit(send);
  const again = () => void send(null, () => undefined);
  return { values, change, refused, busy, isUnknown, again, submit, proof, openedAt };
}
