import type { Withdrawal } from "@sanshi/contract";
import { displayMoney } from "@sanshi/money";
import { Button, EmptyState, Sheet, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useState } from "react";
import { askOnce } from "../../../shared/ask-once.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useReason } from "../../../shared/reason-text.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { toast } from "../../../shared/toast.ts";
import { refreshMoney } from "./refresh-money.ts";
import { FramedReason } from "../../../shared/operator-words.tsx";

const states = ["under_review", "paid", "rejected", "cancelled"] as const;
const tones = ["wait", "good", "bad", "none"] as const;

export function WithdrawalList() {
  const t = useText("withdrawals");
  const [shown, setShown] = useState<string | null>(null);
  const withdrawals = useCall("/user/withdrawallist", {}, { quiet: true, staleTime: 0 });
  return (
    <>
      <h2 className={formStyles["heading"]}>{t("history")}</h2>
      <Loaded query={withdrawals} waiting={<SkeletonRows count={3} />}>
        {(all) => (
          <>
            {all.length === 0 ? (
              <EmptyState
                picture={<Illustration name="withdrawals" />}
                sentence={t("no_history")}
              />
            ) : (
              <ul className={formStyles["list"]}>
                {all.map((withdrawal) => (
                  <li key={withdrawal.id}>
                    <button
                      type="button"
                      className={formStyles["row"]}
                      onClick={() => setShown(withdrawal.id)}
                    >
                      <span>
                        {displayMoney(withdrawal.money)} {withdrawal.currency}
                        <small>
                          {showDateTime(withdrawal.requested_at)} · {withdrawal.number}
                        </small>
                      </span>
                      <span
                        className={formStyles["badge"]}
                        data-tone={withdrawal.delay === null ? tones[withdrawal.status] : "bad"}
                      >
                        {withdrawal.delay === null
                          ? t(`step_${states[withdrawal.status] ?? "under_review"}`)
                          : t("delayed")}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <WithdrawalSheet
              withdrawal={all.find(({ id }) => id === shown) ?? null}
              onClose={() => setShown(null)}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

type SheetProps = { withdrawal: Withdrawal | null; onClose: () => void };

function WithdrawalSheet({ withdrawal, onClose }: SheetProps) {
  const t = useText("withdrawals");
  const shell = useText("shell");
  return (
    <Sheet
      open={withdrawal !== null}
      onClose={onClose}
      title={t("details")}
      closeLabel={shell("close")}
    >
      {withdrawal !== null && <Details withdrawal={withdrawal} />}
    </Sheet>
  );
}

function Details({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useText("withdrawals");
  const said = useText("messages");
  const reason = useReason(withdrawal.rejection);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const cancel = async () => {
    setBusy(true);
    setRefused(null);
    const asked = await askOnce("/user/cancel-withdrawal", { id: withdrawal.id });
    setBusy(false);
    if (asked.ok) toast(t("cancelled"));
    else setRefused(refusalText(asked.refusal));
    await refreshMoney();
  };
  return (
    <div className={formStyles["fields"]}>
      <p className={formStyles["hero"]}>
        <small>{t(`step_${states[withdrawal.status] ?? "under_review"}`)}</small>
        {displayMoney(withdrawal.money)} {withdrawal.currency}
      </p>
      {reason !== "" && (
        <FramedReason reason={reason}>
          {(said) => (
            <p className={`${formStyles["notice"]} ${formStyles["bad"]}`}>
              {t("reason", { reason: said })}
            </p>
          )}
        </FramedReason>
      )}
      {withdrawal.delay !== null && (
        <p className={`${formStyles["notice"]} ${formStyles["bad"]}`}>
          {said(`delay_${withdrawal.delay.reason}`)}
        </p>
      )}
      <ol className={formStyles["steps"]}>
        {withdrawal.timeline.map(({ step, at }) => (
          <li key={step}>
            <span>{t(`step_${step}`)}</span>
            <time dateTime={at}>{showDateTime(at)}</time>
          </li>
        ))}
      </ol>
      <dl className={formStyles["facts"]}>
        <div>
          <dt>{t("card")}</dt>
          <dd>
            {withdrawal.bank.bank_name} {withdrawal.bank.card_number}
          </dd>
        </div>
        <div>
          <dt>{t("number")}</dt>
          <dd>{withdrawal.number}</dd>
        </div>
        {withdrawal.bank_reference !== null && (
          <div>
            <dt>{t("bank_reference")}</dt>
            <dd>{withdrawal.bank_reference}</dd>
          </div>
        )}
        {withdrawal.status === 0 && (
          <div>
            <dt>{t(withdrawal.delay === null ? "latest" : "promised")}</dt>
            <dd>{showDateTime(withdrawal.delay?.promised_by ?? withdrawal.latest_by)}</dd>
          </div>
        )}
      </dl>
      <div role="alert" className={formStyles["refusal"]}>
        {refused}
      </div>
      {withdrawal.can_cancel && (
        <Button look="quiet" wide busy={busy} onClick={() => void cancel()}>
          {t("cancel")}
        </Button>
      )}
    </div>
  );
}
