import type { MarketKey } from "@sanshi/money";
import { SkeletonRows } from "@sanshi/ui";
import { link, paths } from "../../app/paths.ts";
import { Loaded } from "../loaded.tsx";
import { ruleText } from "../text.ts";
import { RuleFacts, sinceText } from "./rule-version.tsx";
import { useRules } from "./rules-query.ts";
import { useRulesTexts } from "./rules-texts.ts";
import styles from "./rules.module.css";

/** Some of a market's rules by their ids: what holds today, and the way to where each comes from. */
export default function StockRules({ type, ids }: { type: MarketKey; ids: readonly string[] }) {
  const texts = useRulesTexts();
  const query = useRules(texts.page.failed);
  return (
    <Loaded query={query} waiting={<SkeletonRows count={3} />}>
      {({ markets, market_rules }) => (
        <ul className={styles["stock"]}>
          {market_rules === "practice" && (
            <li className={styles["since"]}>{texts.page.practice}</li>
          )}
          {markets
            .filter((market) => market.type === type)
            .flatMap(({ rules, date }) => rules.map((rule) => ({ ...rule, date })))
            .filter(({ id }) => ids.includes(id))
            .map((rule) => (
              <li key={rule.id}>
                <a href={link(paths.rules({ type, rule: rule.id }))}>
                  {ruleText(rule.rule, undefined)}
                </a>
                <RuleFacts version={rule} texts={texts} />
                <p className={styles["since"]}>
                  {sinceText(rule, texts, rule.date)}
                  {!rule.confirmed && ` · ${texts.page.unconfirmed}`}
                </p>
              </li>
            ))}
        </ul>
      )}
    </Loaded>
  );
}
