import type { TemplateValues, WrittenTexts } from "@sanshi/contract";
import {
  templateDocuments,
  templateRecordFields,
  type TemplateField,
  type TemplatePlace,
} from "@sanshi/contract/constants";
import { currencies, marketKeys, type Currency, type MarketKey } from "@sanshi/money";
import { useAttempts } from "@sanshi/web/attempts";
import {
  inLanguage,
  language,
  languageNames,
  languages,
  type Language,
} from "@sanshi/web/language";
import { useState } from "react";
import { send } from "./api.ts";
import { Button } from "./kit/button.tsx";
import { FormDialog } from "./kit/dialog.tsx";
import { SelectField, TextField } from "./kit/fields.tsx";
import { Notice } from "./kit/panel.tsx";
import { TabBar } from "./kit/tab-bar.tsx";
import { useLock } from "./may.ts";
import { refresh, useCall } from "./queries.ts";
import { useText, wordFor } from "./text.ts";
import { TextPreview } from "./texts-editor.tsx";
import { toast } from "./toast.ts";
import { useForm } from "./use-form.ts";

type TemplateProps = {
  account: string;
  place: TemplatePlace;
  /** The case's, of which the fields are the record's. */
  record?: string | undefined;
  /** Of a conversation: of who asked without signing in. */
  caseNumber?: string | null;
};

/** Sends a template: what is read by the customer is shown before, in each language. */
export function TemplateButton(props: TemplateProps) {
  const t = useText("templates");
  const lock = useLock()("message_customers");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="document" locked={lock} onClick={() => setOpen(true)}>
        {t("open")}
      </Button>
      {open && <TemplateDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What was chosen, as the fields have it: a text each. */
type Chosen = Partial<Record<TemplateField | "currency" | "market", string>>;

function TemplateDialog({
  account,
  place,
  record,
  caseNumber = null,
  onClose,
}: TemplateProps & { onClose: () => void }) {
  const t = useText("templates");
  const { data } = useCall("/api/ops/message-templates", { place });
  const [template, setTemplate] = useState("");
  const [chosen, setChosen] = useState<Chosen>({});
  const [preview, setPreview] = useState<WrittenTexts | null>(null);
  const [shown, setShown] = useState<Language>(language());
  const attempt = useAttempts();
  const { busy, refused, submit } = useForm<TemplateField>();
  const templates = data?.templates ?? [];
  const fixed: readonly TemplateField[] = templateRecordFields[place];
  const one = templates.find(({ id }) => id === template);
  const open = (one?.fields ?? []).filter((field) => !fixed.includes(field));
  const input = {
    account,
    template,
    values: valuesOf(open, chosen),
    ...(record !== undefined && { record }),
    ...(caseNumber !== null && { case_number: caseNumber }),
  };
  const look = () =>
    submit({
      send: () => send("/api/ops/customers/:account/templates/preview", input),
      fields: open,
      done: ({ texts }) => setPreview(texts),
    });
  const go = () =>
    submit({
      send: () =>
        attempt(JSON.stringify(input), (request_id) =>
          send("/api/ops/customers/:account/templates/send", {
            ...input,
            request_id,
          }),
        ),
      fields: open,
      done: async () => {
        toast(t("sent"));
        onClose();
        await refresh(
          "/api/ops/conversations",
          "/api/ops/conversations/:account",
          "/api/ops/customers/:account/messages",
          "/api/ops/customers/:account/activity",
        );
      },
    });
  return (
    <FormDialog
      title={t("send_title", { account })}
      submit={t(preview === null ? "preview" : "send")}
      busy={busy}
      locked={one === undefined ? t("choose") : null}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void (preview === null ? look() : go())}
    >
      {preview !== null && (
        <>
          <TabBar
            label={t("preview")}
            value={shown}
            onChange={setShown}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <TextPreview texts={preview} shown={shown} />
          <Button onClick={() => setPreview(null)}>{t("back")}</Button>
        </>
      )}
      {preview === null && (
        <>
          <Notice tone="info">
            {t(data !== undefined && templates.length === 0 ? "none" : "note")}
          </Notice>
          <SelectField
            label={t("template")}
            value={template}
            placeholder={t("choose")}
            onChange={(id) => {
              setTemplate(id);
              setChosen({});
            }}
            options={templates.map(({ id, texts }) => ({
              value: id,
              label: inLanguage(texts).title,
            }))}
          />
          {open.map((field) => (
            <Field
              key={field}
              field={field}
              chosen={chosen}
              refusal={refused[field]}
              onChange={(some) => setChosen({ ...chosen, ...some })}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

/** What is missing stays out, and the server says which it is. */
function valuesOf(open: readonly TemplateField[], chosen: Chosen): TemplateValues {
  const of = (field: TemplateField) => (open.includes(field) ? (chosen[field] ?? "").trim() : "");
  const plain = (["date", "due_day", "document", "case", "order"] as const).flatMap((field) =>
    of(field) === "" ? [] : [[field, of(field)]],
  );
  const currency = (chosen.currency ?? currencies[0]) as Currency;
  const type = (chosen.market ?? marketKeys[0]) as MarketKey;
  return {
    ...(Object.fromEntries(plain) as TemplateValues),
    ...(of("amount") !== "" && { amount: { currency, amount: of("amount") } }),
    ...(of("stock") !== "" && { stock: { type, code: of("stock").toUpperCase() } }),
  };
}

type FieldProps = {
  field: TemplateField;
  chosen: Chosen;
  refusal: string | undefined;
  onChange: (some: Chosen) => void;
};

function Field({ field, chosen, refusal, onChange }: FieldProps) {
  const t = useText("templates");
  const label = wordFor("words", "field_", field);
  if (field === "document") {
    return (
      <SelectField
        label={label}
        value={(chosen.document ?? "") as (typeof templateDocuments)[number] | ""}
        placeholder={label}
        onChange={(document) => onChange({ document })}
        options={templateDocuments.map((value) => ({
          value,
          label: wordFor("words", "id_", value),
        }))}
        refusal={refusal}
      />
    );
  }
  const isDay = field === "date" || field === "due_day";
  return (
    <>
      {field === "amount" && (
        <SelectField
          label={t("currency")}
          value={(chosen.currency ?? currencies[0]) as Currency}
          onChange={(currency) => onChange({ currency })}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      )}
      {field === "stock" && (
        <SelectField
          label={t("market")}
          value={(chosen.market ?? marketKeys[0]) as MarketKey}
          onChange={(market) => onChange({ market })}
          options={marketKeys.map((value) => ({
            value,
            label: wordFor("words", "market_", value),
          }))}
        />
      )}
      <TextField
        label={field === "stock" ? t("stock_code") : label}
        type={isDay ? "date" : "text"}
        inputMode={field === "amount" ? "decimal" : undefined}
        value={chosen[field] ?? ""}
        onChange={(value) => onChange({ [field]: value })}
        refusal={refusal}
      />
    </>
  );
}
