import type { Output } from "../../../shared/calls.ts";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField } from "../../../shared/kit/fields.tsx";
import { languageNames } from "@sanshi/web/language";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { TextsEditor } from "../../../shared/texts-editor.tsx";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { emptyTexts, missingLanguages, trimTexts } from "../../../shared/written-texts.ts";

export type Article = Output<"/api/ops/news">["items"][number];

type ArticleDialogProps = { article: Article | null; onClose: () => void };

/** A draft: nobody but operators sees it before it is published. */
export function ArticleDialog({ article, onClose }: ArticleDialogProps) {
  const t = useText("newsEditor");
  const announcements = useText("announcements");
  const words = useText("words");
  const navigate = useNavigate();
  const [texts, setTexts] = useState(article?.texts ?? emptyTexts);
  const [market, setMarket] = useState<MarketKey | "every">(article?.type ?? "every");
  const { busy, refused, setRefused, submit } = useForm<"texts">();
  const save = () => {
    const missing = missingLanguages(texts).map((language) => languageNames[language]);
    if (missing.length > 0) {
      return setRefused({
        texts: announcements("texts_missing", { languages: missing.join(", ") }),
      });
    }
    return submit({
      send: () =>
        send("/api/ops/news/save", {
          ...(article !== null && { id: article.id }),
          ...(market !== "every" && { type: market }),
          texts: trimTexts(texts),
        }),
      fields: ["texts"],
      done: async ({ id }) => {
        await refresh("/api/ops/news");
        toast(t("is_saved"));
        onClose();
        void navigate(paths.article(id), { replace: true });
      },
    });
  };
  return (
    <FormDialog
      title={t(article === null ? "new" : "edit")}
      wide
      submit={t("save")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <SelectField
        label={t("market")}
        value={market}
        onChange={setMarket}
        options={[
          { value: "every" as const, label: t("every_market") },
          ...marketKeys.map((value) => ({ value, label: words(`market_${value}`) })),
        ]}
      />
      <TextsEditor texts={texts} onChange={setTexts} refusal={refused.texts} />
    </FormDialog>
  );
}
