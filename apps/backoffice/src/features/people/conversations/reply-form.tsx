import { helpArticles, serviceBodyMax, type HelpArticle } from "@sanshi/contract/constants";
import { useState, type ReactNode } from "react";
import { send } from "../../../shared/api.ts";
import { useAttempts } from "@sanshi/web/attempts";
import { Button } from "../../../shared/kit/button.tsx";
import { SelectField, TextArea } from "../../../shared/kit/fields.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import styles from "./conversations.module.css";

type ReplyFormProps = {
  account: string;
  /** Of who asked without signing in. */
  caseNumber: string | null;
  lock: string | null;
  /** What goes at once, beside own words. */
  templates: ReactNode;
};

/** The next answer: words, a page of help, or both. */
export function ReplyForm({ account, caseNumber, lock, templates }: ReplyFormProps) {
  const t = useText("conversations");
  const help = useText("help");
  const [body, setBody] = useState("");
  const [article, setArticle] = useState<HelpArticle | "none">("none");
  const attempt = useAttempts();
  const { busy, refused, submit } = useForm<"body">();
  const reply = () => {
    const input = {
      account,
      ...(caseNumber !== null && { case_number: caseNumber }),
      ...(body.trim() !== "" && { body: body.trim() }),
      ...(article !== "none" && { article }),
    };
    return submit({
      send: () =>
        attempt(JSON.stringify(input), (request_id) =>
          send("/api/ops/conversations/:account/reply", { ...input, request_id }),
        ),
      fieldByCode: { reply_says_nothing: "body" },
      fields: ["body"],
      done: async ({ id }) => {
        setBody("");
        setArticle("none");
        toast(t(id === null ? "proposed" : "sent"));
        await refresh(
          "/api/ops/conversations",
          "/api/ops/conversations/:account",
          "/api/ops/proposals",
        );
      },
    });
  };
  return (
    <form
      className={styles["reply"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (lock === null) void reply();
      }}
    >
      <TextArea
        label={t("reply")}
        hint={caseNumber === null ? t("reply_hint") : t("reply_by_case", { number: caseNumber })}
        rows={3}
        maxLength={serviceBodyMax}
        value={body}
        onChange={setBody}
        refusal={refused.body ?? refused.form}
      />
      <div className={styles["foot"]}>
        <SelectField
          label={t("article")}
          value={article}
          onChange={setArticle}
          options={[
            { value: "none" as const, label: t("no_article") },
            ...helpArticles.map((value) => ({ value, label: help(value) })),
          ]}
        />
        {templates}
        <Button look="primary" type="submit" busy={busy} locked={lock}>
          {t("send")}
        </Button>
      </div>
    </form>
  );
}
