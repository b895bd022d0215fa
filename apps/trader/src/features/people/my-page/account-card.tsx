import { Button, classNames, Icon, Skeleton } from "@sanshi/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { link, routes } from "../../../app/paths.ts";
import { useSession } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { showDate } from "@sanshi/web/times";
import styles from "./account-card.module.css";
import { groupedAccount, maskedAccount } from "./account-number.ts";
import type { UserInfo } from "./my-page-queries.ts";

const verificationKeys = [
  "verification_none",
  "verification_review",
  "verification_done",
  "verification_failed",
] as const;

/** Who is signed in, and what stands in the way of trading. */
export function AccountCard({ query }: { query: UseQueryResult<UserInfo, Error> }) {
  const failed = query.isError && query.data === undefined;
  return (
    <section className={styles["card"]}>
      {query.data !== undefined && <Account info={query.data} />}
      {failed && <AccountFailed query={query} />}
      {query.data === undefined && !failed && <AccountWaiting />}
    </section>
  );
}

/** The account is known from the sign-in; the rest is asked for again. */
function AccountFailed({ query }: { query: UseQueryResult<UserInfo, Error> }) {
  const shell = useText("shell");
  const account = useSession((session) => session.account);
  return (
    <>
      <Who account={account} />
      <p className={styles["reason"]} role="alert">
        {query.error?.message}
      </p>
      <Button look="plain" small busy={query.isFetching} onClick={() => void query.refetch()}>
        {shell("try_again")}
      </Button>
    </>
  );
}

function Account({ info }: { info: UserInfo }) {
  const t = useText("myPage");
  const verified = info.verification === 2;
  return (
    <>
      <Who
        account={info.account}
        detail={t("customer_since", { date: showDate(info.registered_at) })}
      />
      <p className={styles["badges"]}>
        <a
          className={classNames(styles["badge"], verified ? styles["good"] : styles["warn"])}
          href={link(routes.verified)}
        >
          <Icon name="shield" size={16} />
          {t(verificationKeys[info.verification] ?? "verification_none")}
        </a>
        <span
          className={classNames(
            styles["badge"],
            info.state === "active" ? styles["good"] : styles["bad"],
          )}
        >
          <Icon name={info.state === "active" ? "check" : "alert"} size={16} />
          {t(`state_${info.state}`)}
        </span>
      </p>
    </>
  );
}

/** The number is hidden at first: a phone is looked at by others too. */
function Who({ account, detail }: { account: string; detail?: string }) {
  const t = useText("myPage");
  const [shown, setShown] = useState(false);
  return (
    <div className={styles["who"]}>
      <span className={styles["face"]}>
        <Icon name="person" size={26} />
      </span>
      <div className={styles["name"]}>
        <p className={styles["number"]}>
          <span className="visually-hidden">{t("account")} </span>
          {shown ? groupedAccount(account) : maskedAccount(account)}
          <button
            type="button"
            aria-label={shown ? t("hide_account") : t("show_account")}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? "eye-off" : "eye"} size={20} />
          </button>
        </p>
        {detail !== undefined && <p className={styles["since"]}>{detail}</p>}
      </div>
    </div>
  );
}

function AccountWaiting() {
  return (
    <div aria-hidden="true">
      <div className={styles["who"]}>
        <span className={styles["face"]} />
        <div className={styles["name"]}>
          <p className={styles["number"]}>
            <Skeleton width="9rem" height="1.2rem" />
          </p>
          <p className={styles["since"]}>
            <Skeleton width="7rem" height="0.8rem" />
          </p>
        </div>
      </div>
      <p className={styles["badges"]}>
        <Skeleton width="7rem" height="1.75rem" />
        <Skeleton width="6rem" height="1.75rem" />
      </p>
    </div>
  );
}
