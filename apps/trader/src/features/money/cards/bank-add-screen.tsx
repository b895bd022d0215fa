import { Button, Field, SegmentedControl } from "@sanshi/ui";
import { useState } from "react";
import { askOnce } from "../../../shared/ask-once.ts";
import { config, isSimulated } from "../../../shared/config.ts";
import formStyles from "../../../shared/form.module.css";
import { refresh } from "../../../shared/queries.ts";
import { ProofSheet, useProvenSubmit, type ProofKind } from "../../../shared/proof-sheet.tsx";
import { SelectField } from "../../../shared/select-field.tsx";
import { Screen, useBack } from "../../../shared/screen.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import {
  cardInput,
  missingIn,
  typesByCountry,
  type CardValues,
  type FieldName,
} from "./card-form.ts";
import { JapaneseBankFields } from "./japanese-bank-fields.tsx";

const fieldByCode = {
  holder_has_characters: "holder_name",
  holder_letter_not_allowed: "holder_name",
  holder_not_katakana: "holder_name",
  holder_not_a_name: "holder_name",
  name_scripts_mixed: "holder_name",
  card_holder_differs: "holder_name",
  bank_merged: "bank_name",
  bank_not_found: "bank_name",
  post_symbol_malformed: "branch_code",
  post_number_malformed: "card_number",
  branch_code_not_three_digits: "branch_code",
  branch_not_found: "branch_code",
  card_number_not_seven_digits: "card_number",
  card_number_malformed: "card_number",
  card_exists: "card_number",
  card_type_not_offered: "card_type",
} as const;

const elsewhere = ["CN", "HK", "TW", "US", "KR", "TH", "MY", "VN", "SG", "GB"] as const;

/** /mine/bankAdd: adds a bank account of the customer's own. */
export default function BankAddScreen() {
  const t = useText("cards");
  const form = useCardForm();
  const { values, change, refused } = form;
  const isJapan = values.country === "JP";
  return (
    <Screen title={t("add")}>
      <form className={formStyles["form"]} noValidate onSubmit={form.submit}>
        <SegmentedControl
          label={t("country")}
          choices={[
            { value: "JP", label: t("in_japan") },
            { value: "elsewhere", label: t("elsewhere") },
          ]}
          value={isJapan ? "JP" : "elsewhere"}
          onChange={(country) =>
            change({
              country: country === "JP" ? "JP" : elsewhere[0],
              cardType: typesByCountry[country][0] ?? "savings",
              bank: "",
              bankCode: "",
              branch: "",
              branchCode: "",
            })
          }
        />
        {!isJapan && (
          <CountrySelect value={values.country} onChange={(country) => change({ country })} />
        )}
        <Field
          label={t("holder")}
          hint={t(isJapan ? "holder_hint_japan" : "holder_hint")}
          autoComplete="off"
          value={values.holder}
          onChange={(holder) => change({ holder })}
          refusal={refused.holder_name}
        />
        {isJapan ? (
          <JapaneseBankFields values={values} change={change} refused={refused} />
        ) : (
          <ForeignBankFields values={values} change={change} refused={refused} />
        )}
        <div role="alert" className={formStyles["refusal"]}>
          {refused.form ?? refused.card_type}
        </div>
        <p className={formStyles["note"]}>{t("own_only")}</p>
        <CoolingOff />
        <Button type="submit" wide busy={form.busy}>
          {t("save")}
        </Button>
      </form>
      <ProofSheet {...form.proof} />
    </Screen>
  );
}

/** From when the account can be withdrawn to, before it is added. */
function CoolingOff() {
  const t = useText("cards");
  const hours = config("bank_card_cooling_off_hours");
  if (hours !== "0") return <p className={formStyles["note"]}>{t("waits", { hours })}</p>;
  return isSimulated() ? <p className={formStyles["note"]}>{t("waits_not")}</p> : null;
}

type ForeignBankFieldsProps = Pick<ReturnType<typeof useCardForm>, "values" | "change" | "refused">;

function ForeignBankFields({ values, change, refused }: ForeignBankFieldsProps) {
  const t = useText("cards");
  return (
    <>
      <Field
        label={t("bank_name")}
        autoComplete="off"
        value={values.bank}
        onChange={(bank) => change({ bank })}
        refusal={refused.bank_name}
      />
      <Field
        label={t("branch_name")}
        autoComplete="off"
        value={values.branch}
        onChange={(branch) => change({ branch })}
        refusal={refused.branch_name}
      />
      <Field
        label={t("branch_code_elsewhere")}
        autoComplete="off"
        value={values.branchCode}
        onChange={(branchCode) => change({ branchCode })}
        refusal={refused.branch_code}
      />
      <SegmentedControl
        label={t("type")}
        choices={typesByCountry.elsewhere.map((value) => ({ value, label: t(`type_${value}`) }))}
        value={values.cardType}
        onChange={(cardType) => change({ cardType })}
      />
      <Field
        label={t("number")}
        autoComplete="off"
        value={values.number}
        onChange={(text) => change({ number: text.trim() })}
        refusal={refused.card_number}
      />
    </>
  );
}

type CountrySelectProps = { value: string; onChange: (country: string) => void };

function CountrySelect({ value, onChange }: CountrySelectProps) {
  const t = useText("cards");
  const named = new Intl.DisplayNames([document.documentElement.lang || "ja"], { type: "region" });
  return (
    <SelectField label={t("country")} value={value} onChange={onChange}>
      {elsewhere.map((country) => (
        <option key={country} value={country}>
          {named.of(country)}
        </option>
      ))}
    </SelectField>
  );
}

function useCardForm() {
  const t = useText("cards");
  const back = useBack();
  const [values, setValues] = useState<CardValues>({
    country: "JP",
    holder: "",
    bank: "",
    bankCode: "",
    branch: "",
    branchCode: "",
    cardType: "ordinary",
    number: "",
  });
  const { busy, refused, setRefused, submit: sendForm } = useForm<FieldName>();
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const send = async (element: HTMLFormElement, askForProof: (kind?: ProofKind) => void) => {
    await sendForm({
      wrong: missingIn(values, t),
      send: () => askOnce("/user/add-bank-card", cardInput(values)),
      fieldByCode,
      instead: {
        proof_required: () => askForProof(),
        password_proof_required: () => askForProof("password"),
      },
      done: () => {
        toast(t("added"));
        void refresh("/user/bank-cards");
        back();
      },
      element,
    });
  };
  const { submit, proof } = useProvenSubmit(send);
  return { values, change, refused, busy, submit, proof };
}
