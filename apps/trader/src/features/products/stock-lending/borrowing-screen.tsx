import type { StockPool } from "@sanshi/contract";
import { defaultMarketKey, displayDecimal, isMarketKey, marketKeys } from "@sanshi/money";
import { PullToRefresh, SegmentedControl, SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";

/** /mine/borrowing: what can be borrowed of every stock and what it costs; of one stock first, where it is asked for. */
export default function BorrowingScreen() {
  const t = useText("lending");
  const shell = useText("shell");
  const [query, setQuery] = useSearchParams();
  const asked = query.get("type") ?? "";
  const type = isMarketKey(asked) ? asked : defaultMarketKey;
  const code = query.get("code");
  const pools = useCall("/market/borrowing", { type }, { quiet: true });
  return (
    <Screen title={t("borrowing")}>
      <PullToRefresh onRefresh={() => refresh("/market/borrowing")} texts={pullTexts()}>
        <div className={formStyles["form"]}>
          <SegmentedControl
            label={t("borrowing")}
            choices={marketKeys.map((value) => ({ value, label: shell(`market_${value}`) }))}
            value={type}
            onChange={(chosen) => setQuery({ type: chosen }, { replace: true })}
          />
          {code !== null && <OneStock type={type} code={code} />}
          <Loaded query={pools} waiting={<SkeletonRows count={5} />}>
            {(all) => <Pools pools={all.filter((one) => one.code !== code)} />}
          </Loaded>
          <Others type={type} />
        </div>
      </PullToRefresh>
    </Screen>
  );
}

type StockAsked = { type: StockPool["type"]; code: string };

function OneStock({ type, code }: StockAsked) {
  const t = useText("lending");
  const pool = useCall("/market/borrowing", { type, code }, { quiet: true });
  return (
    <Loaded query={pool} waiting={<SkeletonRows count={1} />}>
      {([one]) =>
        one === undefined ? null : (
          <section className={formStyles["card"]}>
            <h2 className={formStyles["heading"]}>
              {inLanguage(one.names)} · {one.code}
            </h2>
            <dl className={formStyles["facts"]}>
              {[
                [t("borrow_rate"), `${one.borrow_rate}%`],
                [t("borrowable"), borrowableText(one, t("borrowable_unlimited"))],
                [t("utilisation"), `${one.utilisation}%`],
                [t("lender_rate"), `${one.lender_rate}%`],
                [
                  t("pool"),
                  t("pool_value", { borrowed: shares(one.borrowed), lent: shares(one.lent) }),
                ],
              ].map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        )
      }
    </Loaded>
  );
}

function Pools({ pools }: { pools: readonly StockPool[] }) {
  const t = useText("lending");
  const dearest = pools.toSorted(
    (one, other) => Number(other.borrow_rate) - Number(one.borrow_rate),
  );
  if (pools.length === 0) return <p className={formStyles["note"]}>{t("borrowing_none")}</p>;
  return (
    <ul className={formStyles["list"]}>
      {dearest.map((pool) => (
        <li key={pool.code}>
          <a className={formStyles["row"]} href={link(paths.stock(pool))}>
            <span>
              {inLanguage(pool.names)}
              <small>
                {pool.code} · {t("borrowable")} {borrowableText(pool, t("borrowable_unlimited"))}
              </small>
            </span>
            <span>
              {t("a_year", { rate: pool.borrow_rate })}
              <small>
                {t("utilisation")} {pool.utilisation}%
              </small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What borrowing any other stock costs, of which nothing is lent or short yet. */
function Others({ type }: Pick<StockAsked, "type">) {
  const t = useText("lending");
  const margin = useCall("/trade/margin", { type }, { quiet: true });
  if (margin.data === undefined) return null;
  return (
    <p className={formStyles["note"]}>{t("borrowing_others", { rate: margin.data.short_rate })}</p>
  );
}

const shares = (text: string) => displayDecimal(text, 0, 0);

function borrowableText({ borrowable }: StockPool, unlimited: string): string {
  return borrowable === null ? unlimited : shares(borrowable);
}
