import {
  reasonLengthMax,
  type ReasonCode,
  type ReasonSentences,
} from "@sanshi/contract/reason-codes";
import { SelectField, TextArea } from "./kit/fields.tsx";
import { languageNames, languages } from "@sanshi/web/language";
import { reasonText, useText } from "./text.ts";

export type ReasonChoice = { code: ReasonCode | ""; words: string };

export const noReason: ReasonChoice = { code: "", words: "" };

/** What goes over the wire: a code, or the operator's own words. Null while neither is there. */
export function givenReason({ code, words }: ReasonChoice): string | null {
  if (code === "") return null;
  if (code !== "other") return code;
  return words.trim() === "" ? null : words.trim();
}

export type PublicReasonChoice = { code: ReasonCode | ""; texts: ReasonSentences };

export const noPublicReason: PublicReasonChoice = { code: "", texts: { jp: "", cn: "", us: "" } };

/** A code, or own sentences in all three languages: the server says what is still missing of them. */
export function givenPublicReason({
  code,
  texts,
}: PublicReasonChoice): string | ReasonSentences | null {
  if (code === "") return null;
  return code === "other" ? texts : code;
}

/** The refusals of a reason that everybody reads, at its field. */
export const publicReasonRefusals = {
  reason_required: "reason",
  reason_too_long: "reason",
  reason_languages_missing: "reason",
  reason_not_a_sentence: "reason",
} as const;

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

type PublicReasonFieldProps = {
  /** Between the house and one customer: in their languages, and nobody else's to read. */
  ofOneCustomer?: boolean;
  codes: readonly ReasonCode[];
  value: PublicReasonChoice;
  onChange: (value: PublicReasonChoice) => void;
  refusal: string | undefined;
};

/** A reason of the catalogue, or own sentences in each of the customers' languages. */
export function PublicReasonField(props: PublicReasonFieldProps) {
  const { codes, value, onChange, refusal, ofOneCustomer = false } = props;
  const t = useText("queue");
  const hasOwnWords = value.code === "other";
  return (
    <>
      <SelectField
        label={t("reason")}
        hint={t(ofOneCustomer ? "reason_hint" : "reason_hint_public")}
        placeholder={t("reason_choose")}
        value={value.code}
        onChange={(code) => onChange({ ...value, code })}
        options={codes.map((code) => ({
          value: code,
          label: code === "other" ? t("reason_own_words") : reasonText(code),
        }))}
        refusal={hasOwnWords ? undefined : refusal}
      />
      {hasOwnWords &&
        languages.map((language, index) => (
          <TextArea
            key={language}
            label={t("reason_in", { language: languageNames[language] })}
            hint={index === 0 ? t("reason_sentence_hint") : undefined}
            rows={2}
            maxLength={reasonLengthMax}
            value={value.texts[language]}
            onChange={(text) => onChange({ ...value, texts: { ...value.texts, [language]: text } })}
            refusal={index === languages.length - 1 ? refusal : undefined}
          />
        ))}
    </>
  );
}

/** A reason as it was given. */
export function GivenReason({ reason }: { reason: { code: string; words: string } | null }) {
  if (reason === null) return <span className="muted">–</span>;
  return <span>{reason.words === "" ? reasonText(reason.code) : reason.words}</span>;
}
