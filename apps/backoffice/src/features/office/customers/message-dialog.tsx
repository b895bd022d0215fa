import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { send } from "../../../shared/api.ts";
import { useAttempts } from "@sanshi/web/attempts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { languageNames } from "@sanshi/web/language";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { TextsEditor } from "../../../shared/texts-editor.tsx";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { emptyTexts, missingLanguages, trimTexts } from "../../../shared/written-texts.ts";

type MessageDialogProps = { account: string; onClose: () => void };

/** To this customer alone, in three languages: whichever theirs is. */
export function MessageDialog({ account, onClose }: MessageDialogProps) {
  const t = useText("customers");
  const announcements = useText("announcements");
  const navigate = useNavigate();
  const [texts, setTexts] = useState(emptyTexts);
  const attempt = useAttempts();
  const { busy, refused, setRefused, submit } = useForm<"texts">();
  const write = () => {
    const missing = missingLanguages(texts).map((language) => languageNames[language]);
    if (missing.length > 0) {
      return setRefused({
        texts: announcements("texts_missing", { languages: missing.join(", ") }),
      });
    }
    const input = { account, texts: trimTexts(texts) };
    return submit({
      send: () =>
        attempt(JSON.stringify(input), (request_id) =>
          send("/api/ops/customers/:account/message", { ...input, request_id }),
        ),
      fieldByCode: { title_is_the_systems: "texts" },
      fields: ["texts"],
      done: async ({ id }) => {
        await refresh(
          "/api/ops/customers/:account/messages",
          "/api/ops/customers/:account/activity",
          "/api/ops/announcements",
          "/api/ops/proposals",
        );
        toast(t(id === null ? "message_proposed" : "message_is_sent"));
        onClose();
        void navigate(paths.customer(account, "messages"), { replace: true });
      },
    });
  };
  return (
    <FormDialog
      title={t("write_to", { account })}
      wide
      submit={t("message_send")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void write()}
    >
      <TextsEditor texts={texts} onChange={setTexts} refusal={refused.texts} />
      <Notice tone="info">{t("message_note")}</Notice>
    </FormDialog>
  );
}
