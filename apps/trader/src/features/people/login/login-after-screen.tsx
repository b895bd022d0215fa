import type { CallOutput, Calls } from "@sanshi/contract";
import { Amount, Button, EmptyState, LinkButton, Skeleton } from "@sanshi/ui";
import { useCallback, useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { ask, type Refusal } from "../../../shared/api.ts";
import { config } from "../../../shared/config.ts";
import { returnPlace, signInPlace } from "../../../shared/places.ts";
import { useSession } from "../../../shared/session.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import styles from "./login-after.module.css";

type Assets = CallOutput<Calls["/user/assets"]>;

/** /login/loginAfter: what the new customer has got, and where to go with it. */
export default function LoginAfterScreen() {
  const t = useText("login");
  const { token, account } = useSession();
  const [query] = useSearchParams();
  useEffect(() => {
    document.title = `${t("after_title")} · ${config("title")}`;
  }, [t]);
  if (token === "") return <Navigate to={signInPlace("/")} replace />;
  const from = returnPlace(query.get("from"));
  return (
    <main className={styles["after"]}>
      <Seal />
      <h1 className={styles["title"]}>{t("after_title")}</h1>
      <p className={styles["lead"]}>{t("after_lead")}</p>
      <p className={styles["account"]}>
        {t("after_account")} <strong>{account}</strong>
      </p>
      <Grant />
      <section className={styles["steps"]}>
        <h2>{t("after_first")}</h2>
        <ol>
          <li>{t("after_step_1")}</li>
          <li>{t("after_step_2")}</li>
          <li>{t("after_step_3")}</li>
        </ol>
      </section>
      <div className={styles["actions"]}>
        <LinkButton wide href={link(from ?? paths.market())}>
          {from === null ? t("after_market") : t("after_continue")}
        </LinkButton>
        <LinkButton wide look="plain" href={link(paths.home)}>
          {t("after_home")}
        </LinkButton>
      </div>
    </main>
  );
}

/** The simulated grant as the ledger has it: the balances, not a promise. */
function Grant() {
  const t = useText("login");
  const shell = useText("shell");
  const [assets, setAssets] = useState<Assets | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const load = useCallback(async () => {
    setRefusal(null);
    const answer = await ask("/user/assets", {});
    if (answer.ok) setAssets(answer.data);
    else setRefusal(answer.refusal);
  }, []);
  useEffect(() => void load(), [load]);
  if (refusal !== null) {
    return (
      <EmptyState picture="cloud" sentence={refusalText(refusal)}>
        <Button look="quiet" onClick={() => void load()}>
          {shell("try_again")}
        </Button>
      </EmptyState>
    );
  }
  const granted = assets?.currencies.filter(({ available }) => /[1-9]/.test(available));
  return (
    <section className={styles["grant"]}>
      <h2>{t("after_grant")}</h2>
      {granted === undefined && [0, 1, 2].map((row) => <Skeleton key={row} height="2.25rem" />)}
      {granted?.length === 0 && <p>{t("after_none")}</p>}
      {granted?.map(({ currency, available }) => (
        <Amount key={currency} className={styles["figure"]} value={available} currency={currency} />
      ))}
    </section>
  );
}

function Seal() {
  return (
    <svg className={styles["seal"]} viewBox="0 0 72 72" aria-hidden="true">
      <circle cx="36" cy="36" r="33" fill="none" stroke="var(--accent)" strokeWidth="3" />
      <path
        d="M22 37.5l9.5 9.5L51 26.5"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
