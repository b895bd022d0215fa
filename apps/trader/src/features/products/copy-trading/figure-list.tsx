import type { CopyProductPage } from "@sanshi/contract";
import { Facts, type Fact } from "../../../shared/offers/facts.tsx";
import { useText } from "../../../shared/text.ts";
import styles from "./copy-trading.module.css";
import { dayText, signedPercent } from "./words.ts";

type Figures = NonNullable<CopyProductPage["live"]["figures"]>;

/** What a series comes to, live or tested: the bad figures stand beside the good one. */
export function FigureList({ figures, index }: { figures: Figures; index: string | null }) {
  const t = useText("follow");
  const percent = (value: string) => `${signedPercent(value)}%`;
  const { index_return: indexReturn, worst_month: month, worst_fall_days: fallDays } = figures;
  const lasted = t(figures.worst_fall_is_over ? "fall_over" : "fall_goes_on", {
    days: String(fallDays),
  });
  const facts: readonly Fact[] = [
    [t("span"), t("from_to", { from: dayText(figures.from), to: dayText(figures.to) })],
    [t("return"), percent(figures.return)],
    [
      t("index_line", { code: index ?? "" }),
      indexReturn === null || index === null ? null : percent(indexReturn),
    ],
    [t("worst_fall"), percent(figures.worst_fall)],
    [t("fall_days"), fallDays === 0 ? null : lasted],
    [t("lost"), t("lost_of", { lost: String(figures.lost_days), days: String(figures.days) })],
    [t("worst_day"), percent(figures.worst_day)],
    [t("worst_month"), month === null ? t("too_short") : percent(month)],
    [t("volatility"), `${figures.volatility}%`],
    [t("turnover"), `${figures.turnover}%`],
    [t("costs"), `${figures.costs}%`],
  ];
  return <Facts facts={facts} className={styles["facts"]} />;
}
