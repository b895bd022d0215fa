import { classNames, Icon, Skeleton } from "@sanshi/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { link, routes } from "../../app/paths.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { refusalText, useText } from "../../shared/text.ts";
import { showDate } from "../../shared/times.ts";
import styles from "./account-card.module.css";
import { groupedAccount, maskedAccount } from "./account-number.ts";
import type { UserInfo } from "./my-page-queries.ts";

export const verificationKeys = [
  "verification_none",
  "verification_review",
  "verification_done",
  "verification_failed",
] as const;

/** Who is signed in, and what stands in the way of trading. */
export function AccountCard({ query }: { query: UseQueryResult<UserInfo, Error> }) {
  return (
    <section className={styles["card"]}>
      <Loaded query={query} waiting={<AccountWaiting />}>
        {(info) => <Account info={info} />}
      </Loaded>
    </section>
  );
}

function Account({ info }: { info: UserInfo }) {
  const t = useText("myPage");
  const [shown, setShown] = useState(false);
  const verified = info.verification === 2;
  return (
    <>
      <div className={styles["who"]}>
        <span className={styles["face"]}>
          <Icon name="person" size={26} />
        </span>
        <div className={styles["name"]}>
          <p className={styles["number"]}>
            <span className="visually-hidden">{t("account")} </span>
            {shown ? groupedAccount(info.account) : maskedAccount(info.account)}
            <button
              type="button"
              aria-label={shown ? t("hide_account") : t("show_account")}
              onClick={() => setShown(!shown)}
            >
              <Icon name={shown ? "eye-off" : "eye"} size={20} />
            </button>
          </p>
          <p className={styles["since"]}>
            {t("customer_since", { date: showDate(info.registered_at) })}
          </p>
        </div>
      </div>
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
      <StateReason state={info.state} />
    </>
  );
}

/** Nobody is stopped without being told why. */
function StateReason({ state }: { state: UserInfo["state"] }) {
  if (state === "active") return null;
  const code = state === "trading_disabled" ? "trading_disabled" : "account_frozen";
  return (
    <p className={styles["reason"]} role="alert">
      {refusalText({ code: state === "banned" ? "account_banned" : code })}
    </p>
  );
}

function AccountWaiting() {
  return (
    <div aria-hidden="true">
      <div className={styles["who"]}>
        <Skeleton width="3.25rem" height="3.25rem" />
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
