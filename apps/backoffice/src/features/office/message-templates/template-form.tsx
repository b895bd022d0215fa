import type { MessageTemplate } from "@sanshi/contract";
import {
  templateFields,
  templatePlaces,
  templateRecordFields,
  type TemplatePlace,
} from "@sanshi/contract/constants";
import { inLanguage, languageNames } from "@sanshi/web/language";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText, wordFor } from "../../../shared/text.ts";
import { TextsEditor } from "../../../shared/texts-editor.tsx";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { emptyTexts, missingLanguages, trimTexts } from "../../../shared/written-texts.ts";

type TemplateFormProps = { before: MessageTemplate | null; onClose: () => void };

const call = "/api/ops/message-templates/propose";

/** A new template, or another text for one in use: both take a second operator. */
export function TemplateForm({ before, onClose }: TemplateFormProps) {
  const t = useText("templates");
  const announcements = useText("announcements");
  const [place, setPlace] = useState<TemplatePlace>(before?.place ?? "conversation");
  const [texts, setTexts] = useState(before?.texts ?? emptyTexts);
  const { busy, refused, setRefused, submit } = useForm<"texts">();
  const fields = fieldsAt(place).map(
    (field) => `${wordFor("words", "field_", field)} {{${field}}}`,
  );
  const propose = () => {
    const missing = missingLanguages(texts).map((language) => languageNames[language]);
    if (missing.length > 0) {
      const languages = missing.join(", ");
      return setRefused({ texts: announcements("texts_missing", { languages }) });
    }
    return submit({
      send: () => send(call, { place, texts: trimTexts(texts), replaces: before?.id ?? null }),
      fieldByCode: {
        title_is_the_systems: "texts",
        reason_not_a_sentence: "texts",
        template_fields_differ: "texts",
        template_field_unknown: "texts",
        template_unchanged: "texts",
      },
      fields: ["texts"],
      done: () => proposed(t("proposed"), onClose),
    });
  };
  return (
    <FormDialog
      title={before === null ? t("new") : inLanguage(before.texts).title}
      wide
      submit={t("propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      {before === null && (
        <SelectField
          label={t("place")}
          value={place}
          onChange={setPlace}
          options={templatePlaces.map((value) => ({ value, label: t(`place_${value}`) }))}
        />
      )}
      <Notice tone="info">{t("fields_hint", { open: "{{…}}", fields: fields.join(", ") })}</Notice>
      <TextsEditor texts={texts} onChange={setTexts} refusal={refused.texts} />
    </FormDialog>
  );
}

function fieldsAt(place: TemplatePlace) {
  if (place === "conversation" || place === "customer") return templateFields;
  return [...new Set([...templateRecordFields[place], "due_day", "document"] as const)];
}

/** Proposes that a template is used no more. */
export function WithdrawTemplate({
  before,
  onClose,
}: TemplateFormProps & { before: MessageTemplate }) {
  const t = useText("templates");
  const { busy, refused, submit } = useForm<never>();
  const propose = () =>
    submit({
      send: () => send(call, { place: before.place, texts: null, replaces: before.id }),
      done: () => proposed(t("proposed"), onClose),
    });
  return (
    <FormDialog
      title={inLanguage(before.texts).title}
      submit={t("withdraw")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <p>{t("withdraw_note")}</p>
    </FormDialog>
  );
}

async function proposed(said: string, onClose: () => void): Promise<void> {
  toast(said);
  onClose();
  await refresh("/api/ops/message-templates", "/api/ops/proposals");
}
