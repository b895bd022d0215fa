import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Pane, PaneFoot, PaneRoom } from "../../../shared/kit/pane.tsx";
import { Facts } from "../../../shared/kit/panel.tsx";
import { TabBar } from "../../../shared/kit/tab-bar.tsx";
import { At } from "../../../shared/kit/time.tsx";
import {
  inLanguage,
  language,
  languageNames,
  languages,
  type Language,
} from "@sanshi/web/language";
import { useLock } from "../../../shared/may.ts";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { TextPreview } from "../../../shared/texts-editor.tsx";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { ArticleBadge } from "./article-badge.tsx";
import { ArticleDialog } from "./article-dialog.tsx";
import type { Article } from "./article-dialog.tsx";

type ArticlePaneProps = { article: Article; onClose: () => void };

/** An article as the customer reads it, and what can be done with it. */
export function ArticlePane({ article, onClose }: ArticlePaneProps) {
  const t = useText("newsEditor");
  const announcements = useText("announcements");
  const words = useText("words");
  const [shown, setShown] = useState<Language>(language());
  const { type, texts, state } = article;
  return (
    <Pane
      title={inLanguage(texts).title}
      aside={<ArticleBadge state={state} />}
      foot={state !== "withdrawn" && <Actions article={article} />}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t("market"), value: type === null ? t("every_market") : words(`market_${type}`) },
          { name: t("written_by"), value: article.written_by ?? t("written_by_feed") },
          { name: t("updated"), value: <At iso={article.updated_at} /> },
          { name: t("published_at"), value: <At iso={article.published_at} /> },
          article.withdrawn_at === null
            ? null
            : { name: t("withdrawn_at"), value: <At iso={article.withdrawn_at} /> },
        ]}
      />
      <TabBar
        label={announcements("language")}
        value={shown}
        onChange={setShown}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <TextPreview texts={texts} shown={shown} />
    </Pane>
  );
}

function Actions({ article }: { article: Article }) {
  const t = useText("newsEditor");
  const lock = useLock()("write_news");
  const [open, setOpen] = useState<"edit" | "publish" | "withdraw" | null>(null);
  const close = () => setOpen(null);
  const isDraft = article.state === "draft";
  return (
    <PaneFoot>
      {isDraft && (
        <Button locked={lock} onClick={() => setOpen("edit")}>
          {t("edit")}
        </Button>
      )}
      <PaneRoom />
      <Button look="danger" locked={lock} onClick={() => setOpen("withdraw")}>
        {t(isDraft ? "discard" : "withdraw")}
      </Button>
      {isDraft && (
        <Button look="primary" locked={lock} onClick={() => setOpen("publish")}>
          {t("publish")}
        </Button>
      )}
      {open === "edit" && <ArticleDialog article={article} onClose={close} />}
      {open === "publish" && <StepDialog article={article} step="publish" onClose={close} />}
      {open === "withdraw" && <StepDialog article={article} step="withdraw" onClose={close} />}
    </PaneFoot>
  );
}

type StepDialogProps = { article: Article; step: "publish" | "withdraw"; onClose: () => void };

function StepDialog({ article, step, onClose }: StepDialogProps) {
  const t = useText("newsEditor");
  const { busy, refused, submit } = useForm();
  const isDraft = article.state === "draft";
  const label = step === "publish" ? t("publish") : t(isDraft ? "discard" : "withdraw");
  const go = () =>
    submit({
      send: () => send(`/api/ops/news/:id/${step}`, { id: article.id }),
      done: async () => {
        await refresh("/api/ops/news");
        toast(t(step === "publish" ? "is_published" : "is_withdrawn"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={`${label}: ${inLanguage(article.texts).title}`}
      submit={label}
      look={step === "publish" ? "primary" : "danger"}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void go()}
    >
      <p>{t(step === "publish" ? "publish_note" : isDraft ? "discard_note" : "withdraw_note")}</p>
    </FormDialog>
  );
}
