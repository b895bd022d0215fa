import formStyles from "../../../shared/form.module.css";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";

/** How long everybody's withdrawals took: published, so that nobody has to take our word. */
export function WithdrawalStatistics() {
  const t = useText("withdrawals");
  const statistics = useCall("/user/withdrawal-statistics", {}, { quiet: true });
  const { data } = statistics;
  if (data === undefined) return null;
  const minutes = (value: number | null) =>
    value === null
      ? "–"
      : value < 120
        ? t("minutes", { count: value })
        : t("hours", { count: Math.round(value / 60) });
  return (
    <section className={formStyles["card"]} aria-label={t("statistics")}>
      <h2 className={formStyles["heading"]} style={{ margin: 0 }}>
        {t("statistics")}
      </h2>
      <p className={formStyles["note"]}>{t("statistics_note", { count: data.days })}</p>
      <dl className={formStyles["facts"]}>
        <Fact name={t("step_paid")} value={String(data.paid)} />
        <Fact name={t("step_rejected")} value={String(data.rejected)} />
        <Fact name={t("step_cancelled")} value={String(data.cancelled)} />
        <Fact name={t("step_under_review")} value={String(data.under_review)} />
        <Fact name={t("overdue")} value={String(data.overdue)} />
        <Fact name={t("median")} value={minutes(data.median_minutes)} />
        <Fact name={t("ninetieth")} value={minutes(data.ninetieth_percentile_minutes)} />
        <Fact
          name={t("on_time")}
          value={data.on_time_percent === null ? "–" : `${data.on_time_percent}%`}
        />
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
