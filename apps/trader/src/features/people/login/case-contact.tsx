import type { ServiceMessage } from "@sanshi/contract";
import { serviceBodyMax } from "@sanshi/contract/constants";
import { Button, Field, LinkButton } from "@sanshi/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import formStyles from "../../../shared/form.module.css";
import { OperatorWords } from "../../../shared/operator-words.tsx";
import { queryClient, useCall } from "../../../shared/queries.ts";
import { refusalText, useText } from "../../../shared/text.ts";

const answersMs = 15_000;

/** Writes to customer service by a case's number, and shows what was answered by it: nothing else of the account. */
export function CaseContact({ caseNumber }: { caseNumber: string }) {
  // Screens before the sign-in read nothing and have no cache of their own.
  return (
    <QueryClientProvider client={queryClient}>
      <Contact caseNumber={caseNumber} />
    </QueryClientProvider>
  );
}

function Contact({ caseNumber }: { caseNumber: string }) {
  const t = useText("forgottenPassword");
  const asked = useCall(
    "/user/case-answers",
    { case_number: caseNumber },
    { quiet: true, refetchInterval: answersMs },
  );
  return (
    <section className={formStyles["card"]} aria-label={t("contact")}>
      <strong>{t("contact")}</strong>
      <p className={formStyles["note"]}>{t("contact_lead")}</p>
      {asked.isError && (
        <p role="alert" className={formStyles["refusal"]}>
          {asked.error.message}
        </p>
      )}
      {asked.data?.items.map((answer) => (
        <Answer key={answer.id} answer={answer} />
      ))}
      <Composer caseNumber={caseNumber} onSent={() => void asked.refetch()} />
    </section>
  );
}

function Answer({ answer }: { answer: ServiceMessage }) {
  const { author, texts, article, at } = answer;
  const body = texts === null ? answer.body : inLanguage(texts);
  const t = useText("forgottenPassword");
  const said = useText("notices");
  const role = author === null ? null : said(`role_${author.role}`);
  return (
    <div>
      {body !== "" && <OperatorWords words={body} role={role} />}
      {article !== null && (
        <LinkButton look="quiet" wide href={link(paths.helpArticle({ id: article }))}>
          {t("contact_help")}
        </LinkButton>
      )}
      <time className={formStyles["note"]} dateTime={at}>
        {showDateTime(at)}
      </time>
    </div>
  );
}

function Composer({ caseNumber, onSent }: { caseNumber: string; onSent: () => void }) {
  const t = useText("forgottenPassword");
  const [body, setBody] = useState("");
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [refused, setRefused] = useState<string | undefined>();
  const send = async () => {
    setBusy(true);
    const form = { case_number: caseNumber, body: body.trim() };
    const asked = await askOnce("/user/write-about-case", form);
    setBusy(false);
    setSent(asked.ok);
    setRefused(asked.ok ? undefined : refusalText(asked.refusal));
    if (!asked.ok) return;
    setBody("");
    onSent();
  };
  return (
    <form
      className={formStyles["fields"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() !== "") void send();
      }}
    >
      <Field
        label={t("contact_field")}
        autoComplete="off"
        maxLength={serviceBodyMax}
        value={body}
        onChange={(text) => {
          setBody(text);
          setSent(false);
        }}
        refusal={refused}
      />
      <p className={formStyles["note"]} role="status">
        {sent ? t("contact_sent") : ""}
      </p>
      <Button type="submit" look="quiet" wide busy={busy} disabled={body.trim() === ""}>
        {t("contact_send")}
      </Button>
    </form>
  );
}
