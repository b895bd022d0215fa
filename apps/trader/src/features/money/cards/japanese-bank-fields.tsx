import type { CardType } from "@sanshi/contract";
import { Field, SegmentedControl } from "@sanshi/ui";
import { useState } from "react";
import { language } from "@sanshi/web/language";
import type { RefusedFields } from "@sanshi/web/refused-fields";
import { showDate } from "@sanshi/web/times";
import { useCall } from "../../../shared/queries.ts";
import { cleanDigits } from "../../../shared/refused-fields.ts";
import { useText } from "../../../shared/text.ts";
import { isJapanPost, typesByCountry, type CardValues, type FieldName } from "./card-form.ts";
import { FoundField } from "./found-field.tsx";

type FieldsProps = {
  values: CardValues;
  change: (part: Partial<CardValues>) => void;
  refused: RefusedFields<FieldName>;
};

/** Bank, branch, kind and number; at Japan Post Bank its 記号 and 番号, which a passbook has in their place. */
export function JapaneseBankFields(props: FieldsProps) {
  const { values, change, refused } = props;
  const t = useText("cards");
  const isPost = isJapanPost(values);
  return (
    <>
      <BankField {...props} />
      {isPost ? (
        <Field
          label={t("post_symbol")}
          hint={t("post_symbol_hint")}
          inputMode="numeric"
          autoComplete="off"
          value={values.branchCode}
          onChange={(text) => change({ branchCode: cleanDigits(text) })}
          refusal={refused.branch_code}
        />
      ) : (
        <BranchField key={values.bankCode} {...props} />
      )}
      <SegmentedControl
        label={t("type")}
        choices={typesByCountry.JP.map((value) => ({ value, label: t(`type_${value}`) }))}
        value={values.cardType}
        onChange={(cardType: CardType) => change({ cardType })}
      />
      <Field
        label={t(isPost ? "post_number" : "number")}
        hint={t(isPost ? "post_number_hint" : "number_hint")}
        inputMode="numeric"
        autoComplete="off"
        value={values.number}
        onChange={(text) => change({ number: cleanDigits(text) })}
        refusal={refused.card_number}
      />
    </>
  );
}

function BankField({ values, change, refused }: FieldsProps) {
  const t = useText("cards");
  const [asked, setAsked] = useState(false);
  const banks = useCall(
    "/user/banks",
    { q: values.bank },
    { quiet: true, keep: true, enabled: asked, staleTime: 600_000 },
  );
  const rows = banks.data?.map(({ code, names, formerly }) => ({
    code,
    name: names[language()],
    note:
      formerly.length === 0
        ? undefined
        : t("formerly", { names: formerly.map(({ name }) => name).join(" / ") }),
  }));
  const none = { branch: "", branchCode: "" };
  return (
    <FoundField
      label={t("bank_name")}
      hint={t("bank_hint")}
      foundLabel={t("banks_found")}
      noneFound={t("bank_none")}
      value={values.bank}
      rows={rows}
      onFocus={() => setAsked(true)}
      onType={(bank) => change({ bank, bankCode: "", ...none })}
      onChoose={({ name, code }) => change({ bank: name, bankCode: code, ...none })}
      refusal={refused.bank_name}
    />
  );
}

function BranchField({ values, change, refused }: FieldsProps) {
  const t = useText("cards");
  const [asked, setAsked] = useState(false);
  const hasBank = values.bankCode !== "";
  const branches = useCall(
    "/user/bank-branches",
    { bank_code: hasBank ? values.bankCode : "0000", q: values.branch },
    { quiet: true, keep: true, enabled: asked && hasBank, staleTime: 600_000 },
  );
  const listedOn = branches.data?.listed_on;
  const hint =
    listedOn === undefined
      ? t("branch_hint")
      : `${t("branch_hint")} ${t("list_of", { date: showDate(listedOn) })}`;
  return (
    <FoundField
      label={t("branch_name")}
      hint={hasBank ? hint : t("bank_first")}
      foundLabel={t("branches_found")}
      noneFound={t("branch_none")}
      value={values.branch}
      rows={hasBank ? branches.data?.items : undefined}
      onFocus={() => setAsked(true)}
      // Three digits are the branch's code, also where nothing is chosen.
      onType={(branch) =>
        change({
          branch,
          branchCode: /^\d{3}$/.test(cleanDigits(branch)) ? cleanDigits(branch) : "",
        })
      }
      onChoose={({ name, code }) => change({ branch: `${name} (${code})`, branchCode: code })}
      refusal={refused.branch_code}
    />
  );
}
