import type { PublicHalt, Restriction, SettingChange } from "@sanshi/contract";
import { PullToRefresh, SkeletonRows } from "@sanshi/ui";
import { BreakableText } from "../../../shared/breakable-text.tsx";
import { HaltTimes, whatIsTaken } from "../../../shared/halt-banner.tsx";
import { language, inLanguage } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { isClosingBarred, RestrictionFacts } from "../../../shared/restriction-facts.tsx";
import { Screen } from "../../../shared/screen.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import styles from "./notices.module.css";
import { FramedReason } from "../../../shared/operator-words.tsx";

/** /mine/notices: how the own account is restricted, and what the house has halted and changed for everybody. */
export default function NoticesScreen() {
  const t = useText("notices");
  const restrictions = useCall("/user/restrictions", {}, { quiet: true });
  const halts = useCall("/common/halts", {}, { quiet: true });
  const changes = useCall("/common/setting-changes", {}, { quiet: true });
  return (
    <Screen title={t("title")}>
      <PullToRefresh
        onRefresh={() => refresh("/user/restrictions", "/common/halts", "/common/setting-changes")}
        texts={pullTexts()}
      >
        {restrictions.data !== undefined && <Restrictions {...restrictions.data} />}
        <Loaded query={halts} waiting={<SkeletonRows count={4} />}>
          {({ items }) => <Halts items={items} />}
        </Loaded>
        <Loaded query={changes} waiting={<SkeletonRows count={4} />}>
          {({ items }) => <Changes items={items} />}
        </Loaded>
      </PullToRefresh>
    </Screen>
  );
}

/** Nothing where the account never was restricted. */
function Restrictions({ current, ended }: { current: Restriction | null; ended: Restriction[] }) {
  const t = useText("notices");
  return (
    <>
      {current !== null && (
        <section className={styles["section"]} aria-labelledby="own-now">
          <h2 id="own-now">{t("own")}</h2>
          <RestrictionList items={[current]} />
        </section>
      )}
      {ended.length > 0 && (
        <section className={styles["section"]} aria-labelledby="own-before">
          <h2 id="own-before">{t("own_ended")}</h2>
          <RestrictionList items={ended} />
        </section>
      )}
    </>
  );
}

function RestrictionList({ items }: { items: readonly Restriction[] }) {
  const t = useText("notices");
  return (
    <ul className={styles["list"]}>
      {items.map((one) => (
        <li key={one.id}>
          <strong>{t(`own_state_${one.state}`)}</strong>
          {one.ended_at === null && !isClosingBarred(one) && one.state !== "banned" && (
            <p>{t("own_closing_allowed")}</p>
          )}
          {one.closing_barred_until !== null && (isClosingBarred(one) || one.ended_at !== null) && (
            <p>{t("own_closing_until", { at: showDateTime(one.closing_barred_until) })}</p>
          )}
          <RestrictionFacts restriction={one} />
        </li>
      ))}
    </ul>
  );
}

function Halts({ items }: { items: readonly PublicHalt[] }) {
  const t = useText("notices");
  const active = items.filter((halt) => halt.ended_at === null);
  const ended = items.filter((halt) => halt.ended_at !== null);
  return (
    <>
      <section className={styles["section"]} aria-labelledby="halts-now">
        <h2 id="halts-now">{t("halts")}</h2>
        {active.length === 0 ? (
          <p className={styles["note"]}>{t("no_halts")}</p>
        ) : (
          <HaltList halts={active} />
        )}
      </section>
      {ended.length > 0 && (
        <section className={styles["section"]} aria-labelledby="halts-before">
          <h2 id="halts-before">{t("ended_halts")}</h2>
          <HaltList halts={ended} />
        </section>
      )}
    </>
  );
}

function HaltList({ halts }: { halts: readonly PublicHalt[] }) {
  const t = useText("notices");
  return (
    <ul className={styles["list"]}>
      {halts.map((halt) => (
        <li key={halt.id}>
          <strong>{inLanguage(halt.names)}</strong>
          {halt.ended_at === null && <p>{t(whatIsTaken(halt))}</p>}
          <FramedReason reason={halt.reason[language()]} role={t(`role_${halt.role}`)}>
            {(reason) => <p>{t("reason", { reason })}</p>}
          </FramedReason>
          <HaltTimes halt={halt} />
        </li>
      ))}
    </ul>
  );
}

function Changes({ items }: { items: readonly SettingChange[] }) {
  const t = useText("notices");
  return (
    <section className={styles["section"]} aria-labelledby="changes">
      <h2 id="changes">{t("changes")}</h2>
      <p className={styles["note"]}>{items.length === 0 ? t("no_changes") : t("begun_before")}</p>
      {items.length > 0 && (
        <ul className={styles["list"]}>
          {items.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Change({ change }: { change: SettingChange }) {
  const t = useText("notices");
  return (
    <li>
      <strong>{change.names[language()]}</strong>
      <p>
        {t(`state_${change.state}`)} ·{" "}
        {t("change_from", { at: showDateTime(change.effective_from) })}
      </p>
      <p>
        <BreakableText text={t("before", { value: change.before[language()] })} />
        <br />
        <BreakableText text={t("after", { value: change.after[language()] })} />
      </p>
      <FramedReason reason={change.reason[language()]} role={t(`role_${change.role}`)}>
        {(reason) => <p>{t("reason", { reason })}</p>}
      </FramedReason>
      <p>
        {t("decided_by", { role: t(`role_${change.role}`) })} ·{" "}
        {t("approved_by", { role: t(`role_${change.approved_role}`) })}
      </p>
    </li>
  );
}
