import { Icon } from "@sanshi/ui";
import { haltedThing } from "../shared/halted-thing.ts";
import { usePolling } from "../shared/presence.ts";
import { useCall } from "../shared/queries.ts";
import { useMe } from "../shared/session.ts";
import { useText } from "../shared/text.ts";
import { useNow } from "../shared/ticking.ts";
import { clocksDifferMs } from "../shared/times.ts";
import { clockAheadMs } from "@sanshi/web/server-clock";
import { showDateTime } from "@sanshi/web/times";
import { link, paths } from "./paths.ts";
import styles from "./status-strip.module.css";

// Each reading stands in the audit log.
const refetchMs = 60_000;

/** On every screen: that no real money moves, whether prices can be foreseen, whether one pair of eyes is enough, what is halted, what was done past everybody. */
export function StatusStrip() {
  const t = useText("shell");
  const halts = useText("halts");
  const me = useMe();
  const halted = useHalted();
  const told = me.done_locally.length + me.held_operators.length;
  const isQuiet = !me.simulated && !me.single_approval && told === 0;
  if (isQuiet && halted.length === 0) return null;
  return (
    <aside className={styles["strip"]}>
      {me.simulated && <p>{t("simulated")}</p>}
      <TwoClocks />
      {me.prices_foreseeable && (
        <p>
          <Icon name="alert" size={14} />
          {t("prices_foreseeable")}
        </p>
      )}
      {me.single_approval && (
        <p>
          <Icon name="eye" size={14} />
          {t("single_approval")}
        </p>
      )}
      {me.done_locally.map(({ at, what, operator }) => (
        <p key={`${at} ${operator}`} className={styles["halted"]}>
          <Icon name="alert" size={14} />
          {t(what === "add-operator" ? "locally_add_operator" : "locally_reset_operator", {
            operator,
            at: showDateTime(at),
          })}
        </p>
      ))}
      {me.held_operators.map(({ at, operator, until }) => (
        <p key={`${at} ${operator} held`} className={styles["halted"]}>
          <Icon name="alert" size={14} />
          {t("operator_held", { operator, at: showDateTime(at), until: showDateTime(until) })}
        </p>
      ))}
      {halted.length > 0 && (
        <p className={styles["halted"]}>
          <Icon name="alert" size={14} />
          <a href={link(paths.halts)}>{halts("strip", { what: halted.join(", ") })}</a>
        </p>
      )}
    </aside>
  );
}

function useHalted(): readonly string[] {
  const input = { state: "active", limit: "10" } as const;
  const halts = useCall("/api/ops/trading-halts", input, {
    refetchInterval: usePolling(refetchMs),
  });
  return (halts.data?.items ?? []).map(haltedThing);
}

/** Times of the market and of cases go by the simulated clock, those of sign-ins and of the audit log by the machine's. */
function TwoClocks() {
  const t = useText("shell");
  const now = useNow();
  const ahead = clockAheadMs();
  if (ahead < clocksDifferMs) return null;
  const shown = (at: number) => showDateTime(new Date(at).toISOString());
  return <p>{t("two_clocks", { app: shown(now), real: shown(now - ahead) })}</p>;
}
