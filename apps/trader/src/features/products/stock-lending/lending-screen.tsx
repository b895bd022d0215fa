import type { LendingOverview } from "@sanshi/contract";
import { displayDecimal, displayMoney, settlementCurrency } from "@sanshi/money";
import { EmptyState, LinkButton, Sheet, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { inLanguage } from "@sanshi/web/language";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { link, paths, routes } from "../../../app/paths.ts";
import { calendarDate } from "../../../shared/calendar-date.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { useText } from "../../../shared/text.ts";
import { AutomaticLending } from "./automatic-lending.tsx";
import { LendingDetails } from "./lending-details.tsx";
import { PastLendings } from "./past-lendings.tsx";

type Lendable = LendingOverview["positions"][number];

/** /mine/lending: what is lent and earns, what could be, and by itself if so chosen. */
export default function LendingScreen() {
  const t = useText("lending");
  const shell = useText("shell");
  const [query] = useSearchParams();
  const [shown, setShown] = useState<string | null>(query.get("id"));
  const overview = useCall("/trade/lending", {}, { quiet: true, staleTime: 0 });
  return (
    <Screen title={t("title")}>
      <div className={formStyles["form"]}>
        <Loaded query={overview} waiting={<SkeletonRows count={6} />}>
          {(known) => (
            <>
              <Totals overview={known} />
              <AutomaticLending overview={known} />
              <Positions positions={known.positions} onOpen={setShown} />
              <PastLendings onOpen={setShown} />
              <Terms overview={known} />
              <Sheet
                open={shown !== null}
                onClose={() => setShown(null)}
                title={t("details")}
                closeLabel={shell("close")}
              >
                {shown !== null && (
                  <LendingDetails
                    key={shown}
                    id={shown}
                    terms={known.terms}
                    position={known.positions.find(({ id }) => id === shown)}
                  />
                )}
              </Sheet>
            </>
          )}
        </Loaded>
      </div>
    </Screen>
  );
}

function Totals({ overview: { totals } }: { overview: LendingOverview }) {
  const t = useText("lending");
  if (totals.length === 0) return null;
  return (
    <section className={formStyles["card"]}>
      <dl className={formStyles["facts"]}>
        {totals.map(({ currency, earned, per_day }) => (
          <div key={currency}>
            <dt>{t("earned_in", { currency })}</dt>
            <dd>
              {displayMoney(earned)}{" "}
              <small>{t("per_day", { amount: dailyText(per_day, currency) })}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Positions(props: { positions: readonly Lendable[]; onOpen: (id: string) => void }) {
  const t = useText("lending");
  if (props.positions.length === 0) {
    return (
      <>
        <EmptyState picture={<Illustration name="lending" />} sentence={t("nothing_to_lend")} />
        <LinkButton look="quiet" wide href={link(routes.market)}>
          {t("to_market")}
        </LinkButton>
      </>
    );
  }
  return (
    <section className={formStyles["fields"]}>
      <h2 className={formStyles["heading"]}>{t("positions")}</h2>
      <ul className={formStyles["list"]}>
        {props.positions.map((one) => {
          const isLent = one.lent_own !== "0";
          return (
            <li key={one.id}>
              <button
                type="button"
                className={formStyles["row"]}
                onClick={() => props.onOpen(one.id)}
              >
                <span>
                  {inLanguage(one.names)}
                  <small>
                    {isLent
                      ? t("lent_of", { lent: shares(one.lent_own), quantity: shares(one.quantity) })
                      : t("could_earn", {
                          amount: dailyText(one.per_day_all, settlementCurrency(one.type)),
                        })}
                  </small>
                </span>
                <span className={formStyles["badge"]} data-tone={isLent ? "good" : "none"}>
                  {isLent
                    ? t("per_day", {
                        amount: dailyText(one.per_day, settlementCurrency(one.type)),
                      })
                    : t("not_lent")}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const shares = (text: string) => displayDecimal(text, 0, 0);

/** What a day brings is often less than the smallest coin. */
const dailyText = (amount: string, currency: string) =>
  `${displayDecimal(amount, 2, 4)} ${currency}`;

/** What decides what is earned: the same for everybody, and published. */
function Terms({ overview: { terms } }: { overview: LendingOverview }) {
  const t = useText("lending");
  return (
    <section className={formStyles["card"]}>
      <h2 className={formStyles["heading"]}>{t("terms")}</h2>
      <p className={formStyles["note"]}>
        {t("terms_share", { percent: terms.lender_percent, since: calendarDate(terms.since) })}
      </p>
      <dl className={formStyles["facts"]}>
        {terms.premium.map(({ from_percent, rate }) => (
          <div key={from_percent}>
            <dt>{t("terms_from", { percent: from_percent })}</dt>
            <dd>{t("terms_more", { rate })}</dd>
          </div>
        ))}
      </dl>
      <p className={formStyles["note"]}>
        {t(terms.unlimited ? "terms_pool" : "terms_pool_limited")}
      </p>
      <p className={formStyles["note"]}>
        {terms.unlimited
          ? t("recall_note")
          : t("terms_recall", {
              days: terms.recall_days,
              time: terms.recall_time,
              minutes: terms.recall_minutes,
            })}
      </p>
      <p className={formStyles["note"]}>{t("terms_dividends")}</p>
      <LinkButton look="quiet" wide href={link(paths.borrowing())}>
        {t("to_borrowing")}
      </LinkButton>
      <LinkButton look="quiet" wide href={link(paths.positions())}>
        {t("to_positions")}
      </LinkButton>
    </section>
  );
}
