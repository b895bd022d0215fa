import type { Deposit } from "@sanshi/contract";
import { displayMoney } from "@sanshi/money";
import { EmptyState, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useReason } from "../../../shared/reason-text.ts";
import { useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { FramedReason } from "../../../shared/operator-words.tsx";

const states = ["under_review", "approved", "rejected"] as const;
const tones = ["wait", "good", "bad"] as const;

/** The one that is under review, with what has happened so far. */
export function PendingDeposit({ deposit }: { deposit: Deposit }) {
  const t = useText("deposits");
  const said = useText("messages");
  return (
    <section className={formStyles["card"]} aria-label={t("pending")}>
      <p className={formStyles["hero"]}>
        <small>{t("pending")}</small>
        {displayMoney(deposit.money)} {deposit.currency}
      </p>
      <ol className={formStyles["steps"]}>
        {deposit.timeline.map(({ step, at }) => (
          <li key={step}>
            <span>{t(`step_${step}`)}</span>
            <time dateTime={at}>{showDateTime(at)}</time>
          </li>
        ))}
      </ol>
      {deposit.delay !== null && (
        <p className={`${formStyles["notice"]} ${formStyles["bad"]}`}>
          {said(`delay_${deposit.delay.reason}`)}
        </p>
      )}
      {deposit.promised_by !== null && (
        <p className={formStyles["note"]}>
          {t("promised", { time: showDateTime(deposit.promised_by) })}
        </p>
      )}
      <p className={formStyles["note"]}>{t("reference_was", { reference: deposit.reference })}</p>
    </section>
  );
}

export function DepositList() {
  const t = useText("deposits");
  const deposits = useCall("/user/depositlist", {}, { quiet: true, staleTime: 0 });
  return (
    <>
      <h2 className={formStyles["heading"]}>{t("history")}</h2>
      <Loaded query={deposits} waiting={<SkeletonRows count={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState picture={<Illustration name="deposits" />} sentence={t("no_history")} />
          ) : (
            <ul className={formStyles["list"]}>
              {items.map((deposit) => (
                <DepositRow key={deposit.id} deposit={deposit} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const t = useText("deposits");
  const reason = useReason(deposit.rejection);
  return (
    <li>
      <div className={formStyles["row"]}>
        <span>
          {displayMoney(deposit.money)} {deposit.currency}
          <small>
            {showDateTime(deposit.submitted_at)} · {deposit.number}
          </small>
        </span>
        <span
          className={formStyles["badge"]}
          data-tone={deposit.delay === null ? tones[deposit.status] : "bad"}
        >
          {deposit.delay === null
            ? t(`step_${states[deposit.status] ?? "under_review"}`)
            : t("delayed")}
        </span>
      </div>
      {reason !== "" && (
        <FramedReason reason={reason}>
          {(said) => <p className={formStyles["note"]}>{t("reason", { reason: said })}</p>}
        </FramedReason>
      )}
    </li>
  );
}
