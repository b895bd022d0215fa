import type { Following } from "@sanshi/contract";
import { followingCan } from "@sanshi/contract/constants";
import { displayDecimal, displayMoney, displaySignedMoney } from "@sanshi/money";
import { Button, LinkButton } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { ConfirmSheet } from "../../../shared/confirm-sheet.tsx";
import formStyles from "../../../shared/form.module.css";
import { Facts, type Fact } from "../../../shared/offers/facts.tsx";
import { CardLine, StateBadge } from "../../../shared/offers/offer-head.tsx";
import { useText } from "../../../shared/text.ts";
import { useServerNow } from "../../../shared/times.ts";
import { toast } from "../../../shared/toast.ts";
import styles from "./copy-trading.module.css";
import { stopPhase } from "./stop-phase.ts";
import { moneyText, refreshFollowings, signedPercent, unitText } from "./words.ts";

/** Everything of one following: its value, what it made or lost with its sum, and how it ends. */
export function FollowingCard({ following }: { following: Following }) {
  const t = useText("follow");
  const name = inLanguage(following.names);
  const { type, total_profit: total, total_profit_percent: percent } = following;
  return (
    <section className={formStyles["card"]} aria-label={name}>
      <CardLine
        href={link(paths.copyProduct({ id: following.product }))}
        badge={<StateBadge tone={toneOf(following)}>{t(badgeOf(following))}</StateBadge>}
      >
        {name}
      </CardLine>
      <div className={styles["line"]}>
        <span className={styles["muted"]}>{t("total_profit")}</span>
        <span className={styles["figure"]}>
          {displaySignedMoney(total)} {type.toUpperCase()} ({signedPercent(percent)}%)
        </span>
      </div>
      {following.units !== null && (
        <p className={styles["sum"]}>
          {t("sum", {
            value: displayMoney(following.value),
            money: displayMoney(following.money),
            profit: displaySignedMoney(total),
            currency: type.toUpperCase(),
          })}
        </p>
      )}
      <Stopped following={following} />
      <Facts facts={useFacts(following)} className={styles["facts"]} />
      <Flows following={following} />
      {following.status === 0 && (
        <LinkButton look="quiet" wide href={link(paths.copyProduct({ id: following.product }))}>
          {t("see_holds")}
        </LinkButton>
      )}
      <End following={following} />
    </section>
  );
}

function badgeOf({ status, units, end_asked_at: asked }: Following) {
  if (status === 1) return "status_1" as const;
  if (asked !== null) return "ending" as const;
  return units === null ? ("waiting_buy" as const) : ("status_0" as const);
}

function toneOf(following: Following): string {
  const badge = badgeOf(following);
  return badge === "status_0" ? "good" : badge === "status_1" ? "none" : "wait";
}

/** A stop that was reached waits for the lock-up, and then for a valuation: which of both, and until when. */
function Stopped({ following }: { following: Following }) {
  const t = useText("follow");
  const now = useServerNow(60_000, following.stop_reached_at !== null);
  const phase = stopPhase(following, now);
  if (phase === null) return null;
  const until = showDateTime(phase.until);
  const sentence =
    phase.waits === "lock_up" ? t("stop_waits", { until }) : t("stop_sells", { at: until });
  return <p className={formStyles["notice"]}>{sentence}</p>;
}

/** The customer's own money in this following, each movement with its time. */
function Flows({ following }: { following: Following }) {
  const t = useText("follow");
  const { type, units, unit_cost: cost, buy_time: bought, ended_at: ended } = following;
  const flows = [
    {
      name: t("flow_in"),
      at: following.asked_at,
      value: `−${moneyText(following.money, type)}`,
    },
    bought === null || units === null || cost === null
      ? null
      : {
          name: t("flow_bought"),
          at: bought,
          value: t("units_at", { units: displayDecimal(units, 0, 6), price: unitText(cost, type) }),
        },
    ended === null
      ? null
      : { name: t("flow_out"), at: ended, value: `+${moneyText(following.value, type)}` },
  ];
  return (
    <section className={styles["flows"]} aria-label={t("flows")}>
      <h3 className={styles["muted"]}>{t("flows")}</h3>
      <dl className={styles["facts"]}>
        {flows.map(
          (flow) =>
            flow !== null && (
              <div key={flow.name}>
                <dt>
                  {flow.name}
                  <small className={styles["when"]}>{showDateTime(flow.at)}</small>
                </dt>
                <dd>{flow.value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function useFacts(following: Following): readonly Fact[] {
  const t = useText("follow");
  const { type, stop_percent: stop, locked_until: locked, end_cause: cause } = following;
  const at = (time: string | null) => (time === null ? null : showDateTime(time));
  const isLive = following.status === 0;
  return [
    [t(isLive ? "value" : "proceeds"), moneyText(following.value, type)],
    [
      t("daily_profit"),
      isLive ? `${displaySignedMoney(following.daily_profit)} ${type.toUpperCase()}` : null,
    ],
    [t("buy_amount"), moneyText(following.money, type)],
    [t("units"), following.units === null ? null : displayDecimal(following.units, 0, 6)],
    [t("unit_value"), following.unit_value === null ? null : unitText(following.unit_value, type)],
    [t("valued"), isLive ? at(following.valued_at) : null],
    [t("buys_at"), at(following.buys_at)],
    [t("buy_time"), at(following.buy_time)],
    [
      t("locked_until"),
      isLive && locked !== null ? t("until", { at: showDateTime(locked) }) : null,
    ],
    [t("stop_at"), stop === null ? null : `−${stop}%`],
    [t("stop_reached"), at(following.stop_reached_at)],
    [t("ends_at"), at(following.ends_at)],
    [t("ended_at"), at(following.ended_at)],
    [t("cause"), cause === null ? null : t(`cause_${cause}`)],
    [t("issuer"), following.issuer],
    [t("number"), following.number],
  ];
}

/** Not before the lock-up is over, and then at a value that nobody knows yet. */
function End({ following }: { following: Following }) {
  const t = useText("follow");
  const [isAsking, setAsking] = useState(false);
  const { id, status, units, end_asked_at: asked, locked_until: locked } = following;
  const isHeld = status === 0 && units !== null && asked === null;
  const now = useServerNow(1_000, isHeld);
  if (!isHeld || locked === null) return null;
  const canEnd = followingCan.end(following, now);
  return (
    <>
      {!canEnd && (
        <p className={formStyles["note"]}>{t("locked_note", { at: showDateTime(locked) })}</p>
      )}
      <Button look="quiet" wide disabled={!canEnd} onClick={() => setAsking(true)}>
        {t("end")}
      </Button>
      <ConfirmSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t("end")}
        question={t("end_question")}
        action={t("end")}
        confirm={() => askOnce("/trade/end-follow", { id })}
        onDone={() => {
          toast(t("end_asked"));
          void refreshFollowings();
        }}
      />
    </>
  );
}
