import type { ListedRuleOnWire, RulesBody, RuleVersionOnWire } from "@sanshi/contract";
import { marketKeys } from "@sanshi/money";
import {
  calendarGeneration,
  listRules,
  marketDate,
  publishers,
  type ListedRule,
  type RuleVersion,
  type Source,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { keepBytes, type KeptBytes } from "../../platform/http/kept-bytes.ts";

type RulesContext = Pick<Context, "clock" | "hours" | "settings">;

/**
 * The rules of all markets as they go out, for everybody alike: made again when a market's day or an entered calendar
 * changes.
 */
export function keptRules({ clock, hours, settings }: RulesContext): () => Promise<KeptBytes> {
  let kept: { of: string; bytes: Promise<KeptBytes> } | null = null;
  return () => {
    const now = clock.now();
    const days = marketKeys.map((type) => ({ type, date: marketDate(type, now, hours) }));
    const of = [calendarGeneration(), ...days.map(({ date }) => date)].join(" ");
    if (kept?.of !== of) {
      const markets = days.map((day) => ({
        ...day,
        rules: listRules(day.type, day.date).map(ruleOnWire),
      }));
      const body: RulesBody = { market_rules: settings.marketRules, markets };
      kept = { of, bytes: keepBytes(Buffer.from(JSON.stringify(body))) };
    }
    return kept.bytes;
  };
}

function ruleOnWire({ id, subject, scope, changes, ...version }: ListedRule): ListedRuleOnWire {
  return { id, subject, scope, ...versionOnWire(version), changes: changes.map(versionOnWire) };
}

function versionOnWire({ reference, facts }: RuleVersion): RuleVersionOnWire {
  const { rule, validFrom, inForceBefore, isFirstDayConfirmed, confirmed, sources } = reference;
  const isKnown = inForceBefore === null && reference.isOlderThanRecord !== true;
  return {
    rule,
    since: isKnown ? validFrom : null,
    since_confirmed: isFirstDayConfirmed,
    in_force_before: inForceBefore,
    confirmed,
    texts: sources.map(textOnWire),
    source: reference.source,
    facts: facts.map(({ name, value, unit, bound }) => ({
      name,
      value,
      unit,
      bound: bound ?? null,
    })),
  };
}

function textOnWire({
  publisher,
  title,
  date,
  address,
}: Source): RuleVersionOnWire["texts"][number] {
  const { name, kind } = publishers[publisher];
  return { publisher, publisher_name: name, publisher_kind: kind, title, date, address };
}
