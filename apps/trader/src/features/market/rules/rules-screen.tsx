import type { ListedRuleOnWire, RulesBody } from "@sanshi/contract";
import { defaultMarketKey, isMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { CheckField, SegmentedControl, SkeletonRows } from "@sanshi/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { fillText } from "@sanshi/web/fill-text";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { config } from "../../../shared/config.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { factValue, wordOf } from "../../../shared/rules/fact-text.ts";
import { queryClient } from "../../../shared/queries.ts";
import { fullDate } from "../../../shared/calendar-date.ts";
import { RuleVersion } from "../../../shared/rules/rule-version.tsx";
import { useRules } from "../../../shared/rules/rules-query.ts";
import { useRulesTexts } from "../../../shared/rules/rules-texts.ts";
import { Screen } from "../../../shared/screen.tsx";
import { ruleText, useText } from "../../../shared/text.ts";
import type { RulesTexts } from "../../../texts/rules/jp.ts";
import styles from "./rules-screen.module.css";

/** /mine/rules: what holds in each market today, since when, by whose text, and what follows. For everybody. */
export default function RulesScreen() {
  // Screens that are open to anybody have no cache around them.
  return (
    <QueryClientProvider client={queryClient}>
      <Rules />
    </QueryClientProvider>
  );
}

function Rules() {
  const texts = useRulesTexts();
  const query = useRules(texts.page.failed);
  return (
    <Screen title={texts.page.title}>
      <p className={styles["lead"]}>{texts.page.lead}</p>
      <Loaded query={query} waiting={<SkeletonRows count={8} />}>
        {(body) => <Markets body={body} texts={texts} />}
      </Loaded>
    </Screen>
  );
}

function Markets({ body, texts }: { body: RulesBody; texts: RulesTexts }) {
  const shell = useText("shell");
  const [query, setQuery] = useSearchParams();
  const [isOpenOnly, setOpenOnly] = useState(false);
  const asked = query.get("rule") ?? "";
  const type = marketOf(body, query.get("type") ?? "", asked);
  const market = body.markets.find((one) => one.type === type);
  const { page } = texts;
  const shown = (market?.rules ?? []).filter((rule) => !isOpenOnly || isUnconfirmed(rule));
  // Of several with the key that is asked for the first one is opened.
  const askedRule = shown.find((rule) => isAsked(rule, asked));
  const subjects = [...new Set(shown.map(({ subject }) => subject))];
  return (
    <>
      <div className={styles["head"]}>
        <SegmentedControl
          label={page.market}
          choices={marketKeys.map((value) => ({ value, label: shell(`market_${value}`) }))}
          value={type}
          onChange={(chosen) => setQuery({ type: chosen }, { replace: true })}
        />
        <p className={styles["note"]}>
          {fillText(page.as_of, { date: fullDate(market?.date ?? "") })}
        </p>
        {body.market_rules === "practice" && <p className={styles["note"]}>{page.practice}</p>}
        <CheckField checked={isOpenOnly} onChange={setOpenOnly}>
          {page.only_unconfirmed}
        </CheckField>
        <p className={styles["note"]}>{page.unconfirmed_note}</p>
      </div>
      {subjects.length === 0 && <p className={styles["note"]}>{page.none}</p>}
      {subjects.map((subject) => (
        <section key={subject} className={styles["section"]} aria-labelledby={`rules-${subject}`}>
          <h2 id={`rules-${subject}`}>{wordOf(texts.subjects, subject)}</h2>
          <div className={styles["list"]}>
            {shown
              .filter((rule) => rule.subject === subject)
              .map((rule) => (
                <Rule
                  key={`${type} ${rule.id}`}
                  rule={rule}
                  texts={texts}
                  date={market?.date ?? ""}
                  isAsked={rule === askedRule}
                />
              ))}
          </div>
        </section>
      ))}
    </>
  );
}

/** The market that was chosen, or that of the rule that is asked for. */
function marketOf(body: RulesBody, chosen: string, asked: string): MarketKey {
  if (isMarketKey(chosen)) return chosen;
  const found = body.markets.find(({ rules }) => rules.some((rule) => isAsked(rule, asked)));
  return found?.type ?? defaultMarketKey;
}

/** Today's version, or one that is known to follow. */
function isUnconfirmed({ confirmed, changes }: ListedRuleOnWire): boolean {
  return !confirmed || changes.some((version) => !version.confirmed);
}

/** A link names a rule by its id, a refusal by its key alone. */
function isAsked({ id, rule }: ListedRuleOnWire, asked: string): boolean {
  return id === asked || rule === asked;
}

/** Extended hours are offered where the house has switched them on. */
function scopeHere(scope: string): string {
  return scope === "extended_hours" && config("extended_hours") !== "on" ? "not_offered" : scope;
}

type RuleProps = { rule: ListedRuleOnWire; texts: RulesTexts; date: string; isAsked: boolean };

function Rule({ rule, texts, date, isAsked: isOpen }: RuleProps) {
  const { page } = texts;
  const own = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isOpen) own.current?.scrollIntoView({ block: "start" });
  }, [isOpen]);
  const name = ruleText(rule.rule, undefined);
  const scope = rule.scope === null ? "" : wordOf(texts.scopes, scopeHere(rule.scope));
  const [first] = rule.facts;
  const begins = [rule, ...rule.changes].flatMap(({ since }) =>
    since !== null && since > date ? [since] : [],
  );
  const isShort = rule.facts.length === 1 && first !== undefined && first.unit !== "dates";
  return (
    <details ref={own} id={rule.id} className={styles["rule"]} open={isOpen}>
      <summary>
        <span className={styles["name"]}>
          {name}
          {scope !== "" && <small>{scope}</small>}
        </span>
        <span className={styles["marks"]}>
          {isShort && <span className={styles["value"]}>{factValue(first, texts)}</span>}
          {begins.map((since) => (
            <span key={since} className={styles["change"]}>
              {fillText(page.begins, { date: fullDate(since) })}
            </span>
          ))}
          {isUnconfirmed(rule) && <span className={styles["open"]}>{page.unconfirmed}</span>}
        </span>
      </summary>
      <RuleVersion version={rule} texts={texts} date={date} />
      {rule.changes.length > 0 && (
        <div className={styles["changes"]}>
          <h3>{page.changes}</h3>
          {rule.changes.map((version) => (
            <RuleVersion key={version.since} version={version} texts={texts} date={date} />
          ))}
        </div>
      )}
    </details>
  );
}
