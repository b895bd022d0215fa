import { marketKeys, type MarketKey } from "@sanshi/money";
import {
  Change,
  classNames,
  directionOf,
  EmptyState,
  FlashingPrice,
  LinkButton,
  SegmentedControl,
  SkeletonRows,
  Sparkline,
  Tabs,
} from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useState } from "react";
import { link, paths } from "../../../../app/paths.ts";
import { Screen } from "../../../../shared/screen.tsx";
import { useSession } from "../../../../shared/session.ts";
import { NameWords } from "../../../../shared/stock-list/stock-name.tsx";
import { refusalText, useText } from "../../../../shared/text.ts";
import { DayPicture } from "./day-picture.tsx";
import { Indexes } from "./market-now.tsx";
import { useOverview, type Overview, type PublicStock } from "./overview.ts";
import { useWelcome } from "./welcome-texts.ts";
import styles from "./welcome.module.css";

const lists = ["active", "rising", "falling"] as const;
type List = (typeof lists)[number];

/** /login/lookAround: what the market does now, without an account. Whoever wants to trade opens one. */
export default function LookScreen() {
  const t = useWelcome();
  const shell = useText("shell");
  const [market, setMarket] = useState<MarketKey>("jpy");
  const [chosen, setChosen] = useState<string | null>(null);
  const [list, setList] = useState<List>("active");
  const { overview, refusal } = useOverview(market);
  const signedIn = useSession(({ token }) => token !== "");
  return (
    <Screen title={t("look_title")}>
      <div className={styles["screen"]}>
        <p className={styles["lead"]}>{t("look_lead")}</p>
        <SegmentedControl
          label={t("choose_market")}
          choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
          value={market}
          onChange={(key) => {
            setMarket(key);
            setChosen(null);
          }}
        />
        {overview === null && refusal !== null ? (
          <EmptyState picture="cloud" sentence={refusalText(refusal)} />
        ) : (
          <Market {...{ overview, list, setList, chosen, setChosen }} />
        )}
      </div>
      <div className={styles["bar"]}>
        {signedIn ? (
          <LinkButton wide href={link(paths.home)}>
            {t("go_home")}
          </LinkButton>
        ) : (
          <LinkButton wide href={link(paths.loginRegister)}>
            {t("open_account")}
          </LinkButton>
        )}
      </div>
    </Screen>
  );
}

type MarketProps = {
  overview: Overview | null;
  list: List;
  setList: (list: List) => void;
  chosen: string | null;
  setChosen: (code: string) => void;
};

function Market({ overview, list, setList, chosen, setChosen }: MarketProps) {
  const t = useWelcome();
  if (overview === null) return <SkeletonRows count={8} />;
  const all = lists.flatMap((one) => overview[one]);
  const shown = all.find(({ code }) => code === chosen) ?? overview.active[0];
  if (shown === undefined) return <EmptyState sentence={t("nothing_public")} />;
  return (
    <>
      <Indexes overview={overview} />
      <DayPicture stock={shown} />
      <div>
        <Tabs
          spread
          label={t("rank_by")}
          value={list}
          onChange={setList}
          choices={lists.map((one) => ({ value: one, label: t(one) }))}
        />
        <ul className={styles["rows"]}>
          {overview[list].map((stock) => (
            <Row
              key={stock.code}
              stock={stock}
              isShown={stock === shown}
              onShow={() => setChosen(stock.code)}
            />
          ))}
        </ul>
      </div>
    </>
  );
}

type RowProps = { stock: PublicStock; isShown: boolean; onShow: () => void };

/** Shows its day above, where the thumb has it at once. */
function Row({ stock, isShown, onShow }: RowProps) {
  const t = useWelcome();
  const name = inLanguage(stock.names);
  return (
    <li>
      <button
        type="button"
        className={classNames(styles["stock"], isShown && styles["shown"])}
        aria-pressed={isShown}
        title={t("chart_of", { name })}
        onClick={onShow}
      >
        <span className={styles["stockName"]}>
          <NameWords name={name} />
          <span className={styles["code"]}>{stock.code}</span>
        </span>
        <Sparkline
          prices={stock.course}
          reference={stock.previous_close}
          direction={directionOf(stock.change)}
          width={64}
          height={28}
        />
        <span className={styles["stockPrice"]}>
          <FlashingPrice value={stock.price} />
          <Change percent={stock.change_percent} className={styles["small"]} />
        </span>
      </button>
    </li>
  );
}
