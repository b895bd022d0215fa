import { reasonLengthMax, type ReasonCode } from "@sanshi/contract/reason-codes";
import { SelectField, TextArea } from "./kit/fields.tsx";
import { reasonText, useText } from "./text.ts";

export type ReasonChoice = { code: ReasonCode | ""; words: string };

export const noReason: ReasonChoice = { code: "", words: "" };

/** What goes over the wire: a code, or the operator's own words. Null while neither is there. */
export function givenReason({ code, words }: ReasonChoice): string | null {
  if (code === "") return null;
  if (code !== "other") return code;
  return words.trim() === "" ? null : words.trim();
}

type ReasonFieldProps = {
  codes: readonly ReasonCode[];
  value: ReasonChoice;
  onChange: (value: ReasonChoice) => void;
  refusal: string | undefined;
  /** Between operators only: no customer ever reads it. */
  inside?: boolean;
};

/** A reason of the catalogue, whose sentence the customer reads in their language, or own words. */
export function ReasonField({ codes, value, onChange, refusal, inside }: ReasonFieldProps) {
  const t = useText("queue");
  const hasOwnWords = value.code === "other";
  return (
    <>
      <SelectField
        label={t("reason")}
        hint={t(inside === true ? "reason_hint_inside" : "reason_hint")}
        placeholder={t("reason_choose")}
        value={value.code}
        onChange={(code) => onChange({ ...value, code })}
        options={codes.map((code) => ({
          value: code,
          label: code === "other" ? t("reason_own_words") : reasonText(code),
        }))}
        refusal={hasOwnWords ? undefined : refusal}
      />
      {hasOwnWords && (
        <TextArea
          label={t(inside === true ? "reason" : "reason_words")}
          hint={t(inside === true ? "reason_hint_inside" : "reason_words_hint")}
          maxLength={reasonLengthMax}
          value={value.words}
          onChange={(words) => onChange({ ...value, words })}
          refusal={refusal}
        />
      )}
    </>
  );
}

/** A reason as it was given. */
export function GivenReason({ reason }: { reason: { code: string; words: string } | null }) {
  if (reason === null) return <span className="muted">–</span>;
  return <span>{reason.words === "" ? reasonText(reason.code) : reason.words}</span>;
}
