import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { send } from "../../../shared/api.ts";
import { useAttempts } from "@sanshi/web/attempts";
import type { Input } from "../../../shared/calls.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextArea } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { languageNames } from "@sanshi/web/language";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { TextsEditor } from "../../../shared/texts-editor.tsx";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { emptyTexts, missingLanguages, trimTexts } from "../../../shared/written-texts.ts";
import { readAccounts } from "./accounts.ts";

type Audience = Input<"/api/ops/announcements/send">["audience"];
type FieldName = "texts" | "accounts";

/** A message in three languages, to everybody or to named accounts; it cannot be cancelled. */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const t = useText("announcements");
  const navigate = useNavigate();
  const [texts, setTexts] = useState(emptyTexts);
  const [audience, setAudience] = useState<Audience>("all");
  const [typed, setTyped] = useState("");
  const attempt = useAttempts();
  const { busy, refused, setRefused, submit } = useForm<FieldName>();
  const { accounts, wrong } = readAccounts(typed);
  const announce = () => {
    const missing = missingLanguages(texts).map((language) => languageNames[language]);
    if (missing.length > 0) {
      return setRefused({ texts: t("texts_missing", { languages: missing.join(", ") }) });
    }
    if (audience === "accounts" && wrong.length > 0) {
      return setRefused({ accounts: t("accounts_wrong", { accounts: wrong.join(", ") }) });
    }
    const input = {
      audience,
      accounts: audience === "accounts" ? [...accounts] : [],
      texts: trimTexts(texts),
    };
    return submit({
      send: () =>
        attempt(JSON.stringify(input), (request_id) =>
          send("/api/ops/announcements/send", { ...input, request_id }),
        ),
      fieldByCode: {
        title_is_the_systems: "texts",
        announcement_audience_unclear: "accounts",
        customer_not_found: "accounts",
      },
      fields: ["texts", "accounts"],
      done: async ({ id, recipients }) => {
        await refresh("/api/ops/announcements", "/api/ops/proposals");
        toast(id === null ? t("proposed") : t("is_sent", { count: recipients }));
        onClose();
        if (id !== null) void navigate(paths.announcement(id));
      },
    });
  };
  return (
    <FormDialog
      title={t("new")}
      wide
      submit={audience === "all" ? t("send_all") : t("send_some", { count: accounts.length })}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void announce()}
    >
      <TextsEditor texts={texts} onChange={setTexts} refusal={refused.texts} />
      <SelectField
        label={t("audience")}
        value={audience}
        onChange={setAudience}
        options={(["all", "accounts"] as const).map((value) => ({
          value,
          label: t(`to_${value}`),
        }))}
      />
      {audience === "accounts" && (
        <TextArea
          label={t("accounts")}
          hint={t("accounts_hint", { count: accounts.length })}
          rows={3}
          value={typed}
          onChange={setTyped}
          refusal={refused.accounts}
        />
      )}
      <Notice tone="warn">{t("not_revocable")}</Notice>
    </FormDialog>
  );
}
