import type { AcceptedId, Verification } from "@sanshi/contract";
import { Button, CheckField, EmptyState, Field, LinkButton, SkeletonRows } from "@sanshi/ui";
import { useState, type FormEvent } from "react";
import { link, paths } from "../../../app/paths.ts";
import type { Refusal } from "../../../shared/api.ts";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { askWithFiles } from "../../../shared/ask-files.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { PhotoField } from "../../../shared/photo-field.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { useReason } from "../../../shared/reason-text.ts";
import { type RefusedFields, focusFirstRefused } from "@sanshi/web/refused-fields";
import { placeRefusal, refusedOnly } from "../../../shared/refused-fields.ts";
import { Screen } from "../../../shared/screen.tsx";
import { SelectField } from "../../../shared/select-field.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import { showDate, showDateTime } from "@sanshi/web/times";
import { UploadBar } from "../../../shared/upload-bar.tsx";
import { toKatakana } from "@sanshi/contract/constants";
import { FramedReason } from "../../../shared/operator-words.tsx";

/** /mine/verified: hands in an ID, and says how far the check is. */
export default function VerifiedScreen() {
  const t = useText("verification");
  const known = useCall("/user/verification", {}, { quiet: true, staleTime: 0 });
  return (
    <Screen title={t("title")}>
      <div className={formStyles["form"]}>
        <Loaded query={known} waiting={<SkeletonRows count={6} />}>
          {(verification) => <Standing verification={verification} />}
        </Loaded>
      </div>
    </Screen>
  );
}

function Standing({ verification }: { verification: Verification }) {
  const t = useText("verification");
  const { status, submitted } = verification;
  const rejection = submitted?.rejection ?? null;
  if (status === 1 || status === 2) {
    return (
      <>
        <EmptyState
          picture={status === 2 ? "check" : "clock"}
          sentence={t(status === 2 ? "verified" : "under_review")}
        >
          {status === 2 && <LinkButton href={link(paths.bank)}>{t("to_bank")}</LinkButton>}
        </EmptyState>
        <Submitted verification={verification} />
      </>
    );
  }
  return (
    <>
      {rejection !== null && <Rejected rejection={rejection} />}
      <ChipReading checked={verification.checked} />
      <VerificationForm accepted={verification.accepted_ids} />
    </>
  );
}

/** From the day on which photographs are not enough: whether anything can read the card here. */
function ChipReading({ checked }: { checked: Verification["checked"] }) {
  const t = useText("verification");
  if (checked.by === "photographs" || (checked.reader !== null && checked.reader !== "simulated")) {
    return null;
  }
  return (
    <p className={formStyles["notice"]}>
      {t(checked.reader === null ? "chip_waits" : "chip_simulated", {
        date: checked.chip_reading_from,
      })}
    </p>
  );
}

function Rejected({ rejection }: { rejection: { code: string; words: string } }) {
  const t = useText("verification");
  const reason = useReason(rejection);
  return (
    <FramedReason reason={reason}>
      {(said) => (
        <p className={`${formStyles["notice"]} ${formStyles["bad"]}`} role="alert">
          {t("failed", { reason: said })}
        </p>
      )}
    </FramedReason>
  );
}

function Submitted({ verification: { submitted } }: { verification: Verification }) {
  const t = useText("verification");
  if (submitted === null) return null;
  return (
    <div className={formStyles["card"]}>
      <dl className={formStyles["facts"]}>
        <div>
          <dt>{t("name")}</dt>
          <dd>{submitted.name}</dd>
        </div>
        <div>
          <dt>{t("id_type")}</dt>
          <dd>{t(`id_${submitted.id_type}`)}</dd>
        </div>
        <div>
          <dt>{t("id_number")}</dt>
          <dd>{submitted.id_number_masked}</dd>
        </div>
        <div>
          <dt>{t("submitted_at")}</dt>
          <dd>{showDateTime(submitted.submitted_at)}</dd>
        </div>
        {submitted.decided_at !== null && (
          <div>
            <dt>{t("decided_at")}</dt>
            <dd>{showDateTime(submitted.decided_at)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

type FieldName = "name" | "name_kana" | "id_type" | "id_number" | "front" | "back" | "agree";

const fieldByCode = {
  name_not_a_name: "name",
  name_scripts_mixed: "name",
  name_not_katakana: "name_kana",
  id_type_not_accepted: "id_type",
  id_number_malformed: "id_number",
  id_number_check_digit_wrong: "id_number",
  front_photo_required: "front",
  back_photo_required: "back",
  back_photo_not_taken: "back",
  agreement_required: "agree",
} as const;

function VerificationForm({ accepted }: { accepted: readonly AcceptedId[] }) {
  const t = useText("verification");
  const form = useVerificationForm(accepted);
  const { values, change, refused, chosen } = form;
  return (
    <form className={formStyles["fields"]} noValidate onSubmit={form.submit}>
      <p className={formStyles["lead"]}>{t("lead")}</p>
      <SelectField
        label={t("id_type")}
        value={values.idType}
        onChange={(idType) => change({ idType: idType as AcceptedId["id_type"] })}
        refusal={refused.id_type}
      >
        {accepted.map(({ id_type: type, accepted: isAccepted, accepted_until: until }) => (
          <option key={type} value={type} disabled={!isAccepted}>
            {isAccepted || until === null
              ? t(`id_${type}`)
              : t("not_accepted", { id: t(`id_${type}`), date: showDate(until) })}
          </option>
        ))}
      </SelectField>
      <Field
        label={t("name")}
        name="name"
        autoComplete="name"
        hint={t("name_hint")}
        value={values.name}
        onChange={(name) => change({ name })}
        refusal={refused.name}
      />
      <Field
        label={t("name_kana")}
        name="name_kana"
        autoComplete="off"
        hint={t("name_kana_hint")}
        value={values.nameKana}
        onChange={(nameKana) => change({ nameKana })}
        refusal={refused.name_kana}
      />
      <Field
        label={t("id_number")}
        name="id_number"
        autoComplete="off"
        hint={t(`kept_${chosen?.number_kept ?? "encrypted"}`)}
        value={values.idNumber}
        onChange={(idNumber) => change({ idNumber })}
        refusal={refused.id_number}
      />
      <PhotoField
        label={t("front")}
        photo={values.front}
        onChange={(front) => change({ front })}
        refusal={refused.front}
      />
      {form.needsBack ? (
        <PhotoField
          label={t("back")}
          photo={values.back}
          onChange={(back) => change({ back })}
          refusal={refused.back}
        />
      ) : (
        <p className={formStyles["notice"]}>{t("no_back")}</p>
      )}
      <CheckField
        name="agree"
        checked={values.agree}
        onChange={(agree) => change({ agree })}
        refusal={refused.agree}
      >
        {t("agree")} <a href={link(paths.privacy)}>{t("privacy")}</a>
      </CheckField>
      <div role="alert" className={formStyles["refusal"]}>
        {refused.form}
      </div>
      <RuleWhy refusal={form.refusal} />
      <UploadBar label={t("uploading")} share={form.share} />
      <Button type="submit" wide busy={form.share !== null}>
        {t("submit")}
      </Button>
    </form>
  );
}

type Values = {
  idType: AcceptedId["id_type"];
  name: string;
  nameKana: string;
  idNumber: string;
  front: Blob | null;
  back: Blob | null;
  agree: boolean;
};

function useVerificationForm(accepted: readonly AcceptedId[]) {
  const t = useText("verification");
  const first = accepted.find((one) => one.accepted)?.id_type ?? "drivers_licence";
  const [values, setValues] = useState<Values>({
    idType: first,
    name: "",
    nameKana: "",
    idNumber: "",
    front: null,
    back: null,
    agree: false,
  });
  const [refused, setRefused] = useState<RefusedFields<FieldName>>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const chosen = accepted.find(({ id_type: type }) => type === values.idType);
  const needsBack = chosen?.sides.includes("back") ?? true;
  const change = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }));
    setRefused({});
    setRefusal(null);
  };
  const send = async (element: HTMLFormElement) => {
    const wrong = refusedOnly<FieldName>({
      name: values.name.trim() === "" ? t("name_missing") : undefined,
      name_kana: undefined,
      id_type: undefined,
      id_number: values.idNumber.trim() === "" ? t("id_number_missing") : undefined,
      front: values.front === null ? refusalText({ code: "front_photo_required" }) : undefined,
      back:
        needsBack && values.back === null
          ? refusalText({ code: "back_photo_required" })
          : undefined,
      agree: values.agree ? undefined : t("agree_missing"),
    });
    setRefused(wrong ?? {});
    setRefusal(null);
    if (wrong !== null) return focusFirstRefused(element);
    setShare(0);
    const kana = toKatakana(values.nameKana.trim());
    const asked = await askWithFiles(
      "/user/submit-verification",
      {
        name: values.name.trim(),
        name_kana: kana === "" ? undefined : kana,
        id_type: values.idType,
        id_number: values.idNumber.trim(),
        agree: String(values.agree),
        front: values.front ?? undefined,
        back: needsBack ? (values.back ?? undefined) : undefined,
      },
      setShare,
    );
    setShare(null);
    if (asked.ok) return refresh("/user/verification", "/user/getUserinfo");
    setRefused(placeRefusal(asked.refusal, fieldByCode));
    setRefusal(asked.refusal);
    focusFirstRefused(element);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(event.currentTarget);
  };
  return { values, change, refused, refusal, share, chosen, needsBack, submit };
}
