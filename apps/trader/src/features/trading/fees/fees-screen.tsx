import type { CallOutput, Calls } from "@sanshi/contract";
import { defaultMarketKey, displayMoney, isMarketKey, marketKeys } from "@sanshi/money";
import { PullToRefresh, SegmentedControl, SkeletonRows } from "@sanshi/ui";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { fullDate } from "../../../shared/calendar-date.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { pullTexts, useText, type TextKey, type Translate } from "../../../shared/text.ts";
import styles from "./fees.module.css";

type Fees = CallOutput<Calls["/market/fees"]>;
type Line = Fees["today"][number];

/** /mine/fees: what trades cost today, by whose rule, and what is announced to change. */
export default function FeesScreen() {
  const t = useText("fees");
  const shell = useText("shell");
  const [query, setQuery] = useSearchParams();
  const asked = query.get("type") ?? "";
  const type = isMarketKey(asked) ? asked : defaultMarketKey;
  const fees = useCall("/market/fees", { type }, { quiet: true });
  return (
    <Screen title={t("title")}>
      <PullToRefresh onRefresh={() => refresh("/market/fees")} texts={pullTexts()}>
        <div className={styles["head"]}>
          <SegmentedControl
            label={t("market")}
            choices={marketKeys.map((value) => ({ value, label: shell(`market_${value}`) }))}
            value={type}
            onChange={(chosen) => setQuery({ type: chosen }, { replace: true })}
          />
        </div>
        <Loaded query={fees} waiting={<Waiting />}>
          {(shown) => <Shown fees={shown} />}
        </Loaded>
      </PullToRefresh>
    </Screen>
  );
}

function Waiting() {
  return (
    <div className={styles["list"]}>
      <SkeletonRows count={5} />
    </div>
  );
}

function Shown({ fees }: { fees: Fees }) {
  const t = useText("fees");
  return (
    <>
      <section className={styles["section"]} aria-labelledby="fees-today">
        <h2 id="fees-today">{t("today")}</h2>
        <p className={styles["note"]}>{t("today_note", { date: fullDate(fees.date) })}</p>
        <Lines lines={fees.today} fees={fees} />
      </section>
      <section className={styles["section"]} aria-labelledby="fees-announced">
        <h2 id="fees-announced">{t("announced")}</h2>
        {fees.announced.length === 0 ? (
          <p className={styles["note"]}>{t("announced_none")}</p>
        ) : (
          <Lines lines={fees.announced} fees={fees} announced />
        )}
      </section>
      <div className={styles["notes"]}>
        <p>{t("which_day")}</p>
        <p>{t("per_order")}</p>
        <p>{t("before_order")}</p>
        <a href={link(paths.rules({ type: fees.type }))}>{t("all_rules")}</a>
      </div>
    </>
  );
}

type LinesProps = { lines: readonly Line[]; fees: Fees; announced?: boolean };

function Lines({ lines, fees, announced }: LinesProps) {
  const t = useText("fees");
  return (
    <ul className={styles["list"]}>
      {lines.map((line) => (
        <li key={`${line.rule} ${line.since ?? ""}`}>
          {announced === true && (
            <strong className={styles["from"]}>
              {t("from", { date: fullDate(line.since ?? "") })}
            </strong>
          )}
          <span className={styles["name"]}>
            {line.rule === "bse_handling_fee" ? t("name_bse_handling_fee") : feeName(line.name, t)}
          </span>
          <span className={styles["terms"]}>
            {termsOf(line, fees, t).map((term) => (
              <span key={term}>{term}</span>
            ))}
          </span>
          <small>
            {t(line.name === "broker_commission" ? "set_by_us" : "set_by_rule")}
            <br />
            {t(`side_${line.sides}`)}
            {announced !== true && line.since !== null && (
              <> · {t("since", { date: fullDate(line.since ?? "") })}</>
            )}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** A fee of a newer rulebook keeps the name that it was given there. */
function feeName(name: string, t: Translate<"fees">): string {
  const key = names[name];
  return key === undefined ? name : t(key);
}

const names: Readonly<Record<string, TextKey<"fees">>> = {
  broker_commission: "name_broker_commission",
  stamp_duty: "name_stamp_duty",
  handling_fee: "name_handling_fee",
  management_fee: "name_management_fee",
  transfer_fee: "name_transfer_fee",
  sec_fee: "name_sec_fee",
  trading_activity_fee: "name_trading_activity_fee",
};

/** Rate, minimum and maximum, each on a line of its own; a fee of nothing is free. */
function termsOf(line: Line, { currency }: Fees, t: Translate<"fees">): string[] {
  const { basis, rate, minimum, maximum } = line;
  const isSome = (text: string) => /[1-9]/.test(text);
  if (!isSome(rate) && !isSome(minimum)) return [t("free")];
  const terms: string[] = [];
  if (isSome(rate)) {
    terms.push(basis === "notional" ? t("of_value", { rate }) : t("a_share", { rate, currency }));
  }
  const money = (amount: string) => ({ amount: displayMoney(amount), currency });
  if (isSome(minimum)) terms.push(t("minimum", money(minimum)));
  if (maximum !== null) terms.push(t("maximum", money(maximum)));
  return terms;
}
