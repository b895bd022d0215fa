import { displayMoney } from "@sanshi/money";
import { Amount, Button, Change, Fitted, SignedAmount, Skeleton } from "@sanshi/ui";
import { showMoment } from "@sanshi/web/times";
import { lazy, Suspense } from "react";
import { link, paths } from "../../../app/paths.ts";
import { displayCurrencies } from "../../../shared/home-choice.ts";
import { QuietSelect } from "../../../shared/quiet-select.tsx";
import { useText } from "../../../shared/text.ts";
import styles from "./assets-card.module.css";
import { shownAssets, type ShownAssets } from "./assets.ts";
import { FirstSteps } from "./first-steps-card.tsx";
import { chooseDisplayCurrency, useAssets, useDisplayCurrency } from "./use-assets.ts";

// The figure does not wait for its chart.
const CourseCard = lazy(() => import("./course-card.tsx"));

/** The one figure of home: what is owned less what is owed, what the day has brought, and its course. */
export function AssetsCard({ later }: { later: boolean }) {
  const t = useText("home");
  const shell = useText("shell");
  const currency = useDisplayCurrency();
  const assets = useAssets();
  const waiting = assets.data === undefined;
  const shown = waiting ? undefined : shownAssets(assets.data, currency);
  if (waiting && assets.isError) {
    return (
      <section className={styles["card"]} aria-label={t("assets")}>
        <div className={styles["failed"]} role="alert">
          <p>{assets.error.message}</p>
          <Button look="quiet" small busy={assets.isFetching} onClick={() => void assets.refetch()}>
            {shell("try_again")}
          </Button>
        </div>
      </section>
    );
  }
  return (
    <section className={styles["card"]} aria-label={t("assets")}>
      <div className={styles["head"]}>
        <h2 className={styles["label"]}>
          {t(shown?.isTotal === false ? "net_assets_alone" : "net_assets", { currency })}
        </h2>
        <CurrencyChoice />
      </div>
      <a className={styles["figures"]} href={link(paths.positions())} aria-busy={waiting}>
        <span className={styles["total"]}>
          {shown === undefined ? (
            <Skeleton width="70%" height="2rem" />
          ) : (
            <Fitted characters={displayMoney(shown.net_assets).length + currency.length}>
              <Amount value={shown.net_assets} currency={shown.currency} />
            </Fitted>
          )}
        </span>
        {shown !== undefined && <Owed shown={shown} />}
        <Today shown={shown} />
      </a>
      <div className={styles["course"]}>
        {later && shown !== undefined && <Course shown={shown} />}
      </div>
      <dl className={styles["row"]}>
        <Figure name={t("available")} value={shown?.available} characters={longest(shown)} />
        <Figure
          name={t("unrealized")}
          value={shown?.unrealized}
          characters={longest(shown)}
          signed
        />
        <Figure name={t("frozen")} value={shown?.frozen} characters={longest(shown)} />
      </dl>
    </section>
  );
}

/** What of the course there is: on the first day none, and a newcomer has better to do. */
function Course({ shown }: { shown: ShownAssets }) {
  const t = useText("home");
  const currency = useDisplayCurrency();
  if (shown.day?.first_day === true) {
    return <FirstSteps otherwise={<p className={styles["begins"]}>{t("course_begins")}</p>} />;
  }
  return (
    <Suspense fallback={null}>
      <CourseCard currency={currency} />
    </Suspense>
  );
}

function CurrencyChoice() {
  const t = useText("home");
  return (
    <QuietSelect
      label={t("choose_currency")}
      value={useDisplayCurrency()}
      choices={displayCurrencies.map((one) => ({ value: one, label: one }))}
      onChange={chooseDisplayCurrency}
    />
  );
}

/** What is owed, beside what is owned less of it; nothing where nothing is. */
function Owed({ shown }: { shown: ShownAssets }) {
  const t = useText("home");
  if (!/[1-9]/.test(shown.total_debt)) return null;
  const money = (amount: string) => `${displayMoney(amount)} ${shown.currency}`;
  return (
    <span className={styles["note"]}>
      {t("owed", { debt: money(shown.total_debt), total: money(shown.total_assets) })}
    </span>
  );
}

/** The day's result, and of what kind it is. */
function Today({ shown }: { shown: ShownAssets | undefined }) {
  const t = useText("home");
  if (shown === undefined) return <Skeleton width="60%" height="2.25rem" />;
  const { day } = shown;
  if (day === null) return <span className={styles["note"]}>{t("day_unknown")}</span>;
  // What a newcomer was given is all that there is.
  const paid = !day.first_day && /[1-9]/.test(day.paid_in);
  return (
    <>
      <span className={styles["today"]}>
        <span className={styles["label"]}>{t("day_change")}</span>
        <SignedAmount value={day.change} />
        {day.change_percent !== null && <Change percent={day.change_percent} />}
      </span>
      <span className={styles["note"]}>
        {t("day_note", { time: showMoment(day.since, "time") })}
        {paid && (
          <>
            {" · "}
            {t("day_paid_in")} <SignedAmount value={day.paid_in} className={styles["paid"]} />
          </>
        )}
      </span>
    </>
  );
}

/** Of the three figures in a row, which are of one size. */
function longest(shown: ShownAssets | undefined): number {
  if (shown === undefined) return 0;
  const figures = [shown.available, shown.unrealized, shown.frozen];
  return Math.max(...figures.map((value) => displayMoney(value).length));
}

type FigureProps = {
  name: string;
  value: string | undefined;
  characters: number;
  signed?: boolean;
};

function Figure({ name, value, characters, signed }: FigureProps) {
  return (
    <div className={styles["figure"]}>
      <dt className={styles["label"]}>{name}</dt>
      <dd className={styles["value"]}>
        {value === undefined ? (
          <Skeleton width="5rem" height="0.9375rem" />
        ) : (
          <Fitted characters={characters}>
            {signed === true ? <SignedAmount value={value} /> : <Amount value={value} />}
          </Fitted>
        )}
      </dd>
    </div>
  );
}
