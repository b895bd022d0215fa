import { marketKeys, type MarketKey } from "@sanshi/money";
import { Change, FlashingPrice, SegmentedControl, Skeleton } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useState } from "react";
import { link, paths } from "../../../../app/paths.ts";
import { useText } from "../../../../shared/text.ts";
import { DayPicture } from "./day-picture.tsx";
import { useOverview, type Overview } from "./overview.ts";
import { useWelcome } from "./welcome-texts.ts";
import styles from "./welcome.module.css";

/** On the start page: the product at work, with the prices of this minute. Never a market that nobody traded in. */
export default function MarketNow({ otherwise }: { otherwise: React.ReactNode }) {
  const t = useWelcome();
  const shell = useText("shell");
  const [market, setMarket] = useState<MarketKey>("jpy");
  const { overview, refusal } = useOverview(market);
  const isEmpty = overview !== null && overview.active.length === 0;
  if (isEmpty || (overview === null && refusal !== null)) return otherwise;
  const [first] = overview?.active ?? [];
  return (
    <section className={styles["now"]} aria-label={t("live_title")}>
      <SegmentedControl
        label={t("choose_market")}
        choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
        value={market}
        onChange={setMarket}
      />
      <Indexes overview={overview} />
      {first === undefined ? <Skeleton height="13.5rem" /> : <DayPicture stock={first} />}
      <a className={styles["look"]} href={link(paths.lookAround)}>
        {t("look_around")}
      </a>
    </section>
  );
}

/** The market's indices in one row, as many as there are. */
export function Indexes({ overview }: { overview: Overview | null }) {
  if (overview === null) return <Skeleton height="3rem" />;
  return (
    <ul className={styles["indexes"]}>
      {overview.indexes.map((index) => (
        <li key={index.code}>
          <span className={styles["indexName"]}>{inLanguage(index.names)}</span>
          <FlashingPrice value={index.level} className={styles["level"] ?? ""} />
          <Change percent={index.change_percent} />
        </li>
      ))}
    </ul>
  );
}
