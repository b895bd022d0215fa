import type { Bank, CardType } from "@sanshi/contract";
import { Button, Field, SegmentedControl } from "@sanshi/ui";
import { useState } from "react";
import { askOnce } from "../../../shared/ask-once.ts";
import { config, isSimulated } from "../../../shared/config.ts";
import formStyles from "../../../shared/form.module.css";
import { toKatakana } from "@sanshi/contract/constants";
import { language } from "@sanshi/web/language";
import { refresh, useCall } from "../../../shared/queries.ts";
import { cleanDigits } from "../../../shared/refused-fields.ts";
import { ProofSheet, useProvenSubmit, type ProofKind } from "../../../shared/proof-sheet.tsx";
import { SelectField } from "../../../shared/select-field.tsx";
import { Screen, useBack } from "../../../shared/screen.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import styles from "./bank-add.module.css";

type FieldName = "holder_name" | "card_number" | "bank_name" | "branch_code" | "card_type";

const fieldByCode = {
  holder_not_katakana: "holder_name",
  holder_not_a_name: "holder_name",
  name_scripts_mixed: "holder_name",
  card_holder_differs: "holder_name",
  bank_not_found: "bank_name",
  branch_code_not_three_digits: "branch_code",
  card_number_not_seven_digits: "card_number",
  card_number_malformed: "card_number",
  card_exists: "card_number",
  card_type_not_offered: "card_type",
} as const;

/** The contract's own; repeated because the contract's file would bring its checker along. */
const typesByCountry: Record<"JP" | "elsewhere", readonly CardType[]> = {
  JP: ["ordinary", "current", "savings"],
  elsewhere: ["checking", "savings", "current", "debit_card"],
};

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
        <BankField
          isJapan={isJapan}
          value={values.bank}
          onChange={(bank, bankCode) => change({ bank, bankCode })}
          refusal={refused.bank_name}
        />
        <Field
          label={t("branch_name")}
          autoComplete="off"
          value={values.branch}
          onChange={(branch) => change({ branch })}
        />
        <Field
          label={t(isJapan ? "branch_code" : "branch_code_elsewhere")}
          inputMode={isJapan ? "numeric" : "text"}
          autoComplete="off"
          value={values.branchCode}
          onChange={(text) => change({ branchCode: isJapan ? cleanDigits(text) : text })}
          refusal={refused.branch_code}
        />
        <SegmentedControl
          label={t("type")}
          choices={typesByCountry[isJapan ? "JP" : "elsewhere"].map((value) => ({
            value,
            label: t(`type_${value}`),
          }))}
          value={values.cardType}
          onChange={(cardType) => change({ cardType })}
        />
        <Field
          label={t("number")}
          hint={isJapan ? t("number_hint") : undefined}
          inputMode={isJapan ? "numeric" : "text"}
          autoComplete="off"
          value={values.number}
          onChange={(text) => change({ number: isJapan ? cleanDigits(text) : text.trim() })}
          refusal={refused.card_number}
        />
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

type BankFieldProps = {
  isJapan: boolean;
  value: string;
  onChange: (bank: string, code: string) => void;
  refusal: string | undefined;
};

/** In Japan the bank is found by name, reading or code; elsewhere it is typed. */
function BankField({ isJapan, value, onChange, refusal }: BankFieldProps) {
  const t = useText("cards");
  const [searching, setSearching] = useState(false);
  const banks = useCall(
    "/user/banks",
    { q: value },
    { quiet: true, keep: true, enabled: isJapan && searching, staleTime: 600_000 },
  );
  const choose = (bank: Bank) => {
    onChange(bank.names[language()], bank.code);
    setSearching(false);
  };
  return (
    <div>
      <Field
        label={t("bank_name")}
        autoComplete="off"
        hint={isJapan ? t("bank_hint") : undefined}
        value={value}
        onFocus={() => setSearching(true)}
        onChange={(text) => {
          setSearching(true);
          onChange(text, "");
        }}
        refusal={refusal}
      />
      {isJapan && searching && banks.data !== undefined && banks.data.length > 0 && (
        <ul className={styles["banks"]} aria-label={t("banks_found")}>
          {banks.data.slice(0, 8).map((bank) => (
            <li key={bank.code}>
              <button type="button" onClick={() => choose(bank)}>
                {bank.names[language()]} <small>{bank.code}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
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
  const [values, setValues] = useState({
    country: "JP",
    holder: "",
    bank: "",
    bankCode: "",
    branch: "",
    branchCode: "",
    cardType: "ordinary" as CardType,
    number: "",
  });
  const { busy, refused, setRefused, submit: sendForm } = useForm<FieldName>();
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const send = async (element: HTMLFormElement, askForProof: (kind?: ProofKind) => void) => {
    const missing = [values.holder, values.bank, values.branch, values.branchCode, values.number];
    const isJapan = values.country === "JP";
    await sendForm({
      wrong: missing.some((text) => text.trim() === "") ? { form: t("all_needed") } : null,
      send: () =>
        askOnce("/user/add-bank-card", {
          country: values.country,
          holder_name: isJapan ? toKatakana(values.holder.trim()) : values.holder.trim(),
          bank_name: values.bank.trim(),
          ...(isJapan && values.bankCode !== "" && { bank_code: values.bankCode }),
          branch_name: values.branch.trim(),
          branch_code: values.branchCode.trim(),
          card_type: values.cardType,
          card_number: values.number,
        }),
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
