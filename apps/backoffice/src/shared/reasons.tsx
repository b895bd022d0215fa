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

/** What goes over the wire between operators: a code, or own words. Null while neither is there. */
export function givenReason({ code, words }: ReasonChoice): string | null {
  if (code === "") return null;
  if (code !== "other") return code;
  return words.trim() === "" ? null : words.trim();
}

/** What goes over the wire to a customer: a code, and what explains it where it was written. */
export function givenCode({
  code,
  words,
}: ReasonChoice): { reason: string; explanation?: string } | null {
  if (code === "") return null;
  const explanation = words.trim();
  return explanation === "" ? { reason: code } : { reason: code, explanation };
}

/** The refusals of a code that a customer reads, at its field. */
export const codeRefusals = {
  reason_required: "reason",
  reason_code_required: "reason",
  reason_says_nothing: "reason",
  reason_too_long: "reason",
  text_asks_for_secrets: "reason",
} as const;

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
  text_asks_for_secrets: "reason",
} as const;

type ReasonFieldProps = {
  codes: readonly ReasonCode[];
  value: ReasonChoice;
  onChange: (value: ReasonChoice) => void;
  refusal: string | undefined;
};

/** A reason between operators, which no customer ever reads: of the catalogue, or own words. */
export function InsideReasonField({ codes, value, onChange, refusal }: ReasonFieldProps) {
  const t = useText("queue");
  const hasOwnWords = value.code === "other";
  return (
    <>
      <SelectField
        label={t("reason")}
        hint={t("reason_hint_inside")}
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
          label={t("reason")}
          hint={t("reason_hint_inside")}
          maxLength={reasonLengthMax}
          value={value.words}
          onChange={(words) => onChange({ ...value, words })}
          refusal={refusal}
        />
      )}
    </>
  );
}

/** A code, whose sentence the customer reads at once; then own words, which wait for a second operator. */
export function ReasonField(props: ReasonFieldProps) {
  const { value, onChange } = props;
  const t = useText("queue");
  return (
    <>
      <CodeField {...props} />
      {value.code !== "" && (
        <TextArea
          label={t("reason_words")}
          hint={t("reason_words_hint")}
          rows={3}
          maxLength={reasonLengthMax}
          value={value.words}
          onChange={(words) => onChange({ ...value, words })}
        />
      )}
    </>
  );
}

/** A code alone. */
export function CodeField({
  codes,
  value,
  onChange,
  refusal,
  isPublic,
}: ReasonFieldProps & { isPublic?: boolean }) {
  const t = useText("queue");
  return (
    <SelectField
      label={t("reason")}
      hint={t(isPublic === true ? "reason_hint_public" : "reason_hint")}
      placeholder={t("reason_choose")}
      value={value.code}
      onChange={(code) => onChange({ ...value, code })}
      options={codes
        .filter((code) => code !== "other")
        .map((code) => ({ value: code, label: reasonText(code) }))}
      refusal={refusal}
    />
  );
}

type PublicReasonFieldProps = {
  codes: readonly ReasonCode[];
  value: PublicReasonChoice;
  onChange: (value: PublicReasonChoice) => void;
  refusal: string | undefined;
};

/** A reason of the catalogue, or own sentences in each of the customers' languages. */
export function PublicReasonField(props: PublicReasonFieldProps) {
  const { codes, value, onChange, refusal } = props;
  const t = useText("queue");
  const hasOwnWords = value.code === "other";
  return (
    <>
      <SelectField
        label={t("reason")}
        hint={t("reason_hint_public")}
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

type Given = { code: string; words: string; texts?: ReasonSentences | undefined };

/** A reason as it was given, every word of it: own sentences in each language, or what explains the code. */
export function GivenReason({ reason }: { reason: Given | null }) {
  if (reason === null) return <span className="muted">–</span>;
  const { code, words, texts } = reason;
  if (texts !== undefined) return <span className="lines">{Object.values(texts).join("\n")}</span>;
  if (code === "other") return <span>{words}</span>;
  return <span className="lines">{[reasonText(code), words].join("\n").trim()}</span>;
}
