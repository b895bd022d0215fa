import { shownAsLengthMax, shownAsPattern } from "@sanshi/contract/constants";
import type { MarketKey } from "@sanshi/money";
import { Button, Field, LinkButton } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import formStyles from "../../../shared/form.module.css";
import { PinField } from "../../../shared/pin-field.tsx";
import { ProofSheet, useProvenSubmit } from "../../../shared/proof-sheet.tsx";
import { refresh } from "../../../shared/queries.ts";
import { refusedOnly } from "../../../shared/refused-fields.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import { useForm } from "../../../shared/use-form.ts";

type FieldName = "shown_as" | "capacity_most" | "fund_password";

const fieldByCode = {
  amount_not_positive: "capacity_most",
  amount_too_precise: "capacity_most",
  wrong_fund_password: "fund_password",
  too_many_tries: "fund_password",
} as const;

type OfferProps = { type: MarketKey; onDone: () => void };

/** Under which name and for how much of others' money, with the fund password. */
export function OfferForm({ type, onDone }: OfferProps) {
  const t = useText("follow");
  const form = useConsent(type, onDone);
  const { values, change, refused } = form;
  if (form.isUnknown) return <UnknownOutcome isSending={form.busy} onAgain={form.again} />;
  return (
    <>
      <form
        className={formStyles["fields"]}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        <p className={formStyles["note"]}>{t("offer_note")}</p>
        <Field
          label={t("shown_as")}
          autoComplete="off"
          maxLength={shownAsLengthMax}
          hint={t("shown_as_hint")}
          value={values.name}
          onChange={(name) => change({ name })}
          refusal={refused.shown_as}
        />
        <Field
          label={`${t("capacity_most")} (${type.toUpperCase()})`}
          inputMode="decimal"
          autoComplete="off"
          value={values.most}
          onChange={(text) => change({ most: cleanAmount(text) })}
          refusal={refused.capacity_most}
        />
        <PinField
          label={t("fund_password")}
          value={values.pin}
          onChange={(pin) => change({ pin })}
          refusal={refused.fund_password}
        />
        <LinkButton look="plain" small href={link(paths.forgottenFundPassword)}>
          {t("fund_password_forgotten")}
        </LinkButton>
        <div role="alert" className={formStyles["refusal"]}>
          {refused.form}
        </div>
        <Button type="submit" wide busy={form.busy}>
          {t("offer_consent")}
        </Button>
      </form>
      <ProofSheet {...form.proof} />
    </>
  );
}

function useConsent(type: MarketKey, onDone: () => void) {
  const t = useText("follow");
  const [values, setValues] = useState({ name: "", most: "", pin: "" });
  const { busy, refused, setRefused, submit: sendForm } = useForm<FieldName>();
  const [isUnknown, setUnknown] = useState(false);
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const send = async (element: HTMLFormElement | null, askForProof: () => void) => {
    const { name, most, pin } = values;
    await sendForm({
      wrong: refusedOnly({
        shown_as: shownAsPattern.test(name.trim()) ? undefined : t("shown_as_hint"),
        capacity_most: most === "" ? refusalText({ code: "amount_not_positive" }) : undefined,
        fund_password:
          pin.length === 6 ? undefined : refusalText({ code: "fund_password_not_six_digits" }),
      }),
      send: async () => {
        const asked = await askOnce(
          "/trade/consent-copy",
          { type, shown_as: name.trim(), capacity_most: most, fund_password: pin },
          { secret: ["fund_password"] },
        );
        setUnknown(asked.isUnknown);
        return asked;
      },
      fieldByCode,
      instead: { proof_required: askForProof },
      done: () => {
        toast(t("offer_consented"));
        onDone();
        return refresh("/trade/copy-consents");
      },
      element,
    });
  };
  const { submit, proof } = useProvenSubmit(send);
  const again = () => void send(null, () => undefined);
  return { values, change, refused, busy, isUnknown, again, submit, proof };
}
