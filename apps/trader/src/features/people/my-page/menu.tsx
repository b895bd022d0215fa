import { Icon, ListRow, type IconName } from "@sanshi/ui";
import { link, routes, type Route } from "../../../app/paths.ts";
import { useCall } from "../../../shared/queries.ts";
import { language, languageNames } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import styles from "./menu.module.css";
import type { UserInfo } from "./my-page-queries.ts";
import { safeServiceLink } from "../../../shared/service-link.ts";

export type MenuSheet =
  | "security"
  | "devices"
  | "activity"
  | "notifications"
  | "appearance"
  | "logout";
type MenuProps = { info: UserInfo | undefined; onOpen: (sheet: MenuSheet) => void };

const verificationKeys = [
  "verification_short_none",
  "verification_short_review",
  "verification_short_done",
  "verification_short_failed",
] as const;

/**
 * The specification's entries: what is opened daily first, then what is set once. Deposit, withdrawal, exchange
 * and records stand above it, in `QuickActions`. Nobody trades before they are verified, so that comes first
 * for as long as it is not done.
 */
export function Menu({ info, onOpen }: MenuProps) {
  const t = useText("myPage");
  const unread = info?.unread_messages ?? 0;
  const verification = (
    <Entry
      icon="shield"
      title={t("verification")}
      route={routes.verified}
      {...(info !== undefined && {
        value: t(verificationKeys[info.verification] ?? "verification_short_none"),
      })}
    />
  );
  const isVerified = info?.verification === 2;
  return (
    <nav className={styles["menu"]} aria-label={t("menu")}>
      <div className={styles["group"]}>
        {!isVerified && verification}
        <Entry icon="position" title={t("positions")} route={routes.positions} />
        <Entry
          icon="bell"
          title={t("messages")}
          route={routes.messages}
          {...(unread > 0 && { value: t("unread", { count: unread }) })}
        />
        <ServiceEntry unread={info?.unread_service_messages ?? 0} />
        <Entry icon="loan" title={t("loan")} route={routes.loan} />
      </div>
      <div className={styles["group"]}>
        <Press icon="bell" title={t("notifications")} onPress={() => onOpen("notifications")} />
        <Press icon="moon" title={t("appearance")} onPress={() => onOpen("appearance")} />
        <Entry
          icon="globe"
          title={t("language")}
          route={routes.language}
          value={languageNames[language()]}
        />
      </div>
      <div className={styles["group"]}>
        {isVerified && verification}
        <Entry icon="card" title={t("bank_cards")} route={routes.bank} />
        <Entry icon="lock" title={t("login_password")} route={routes.loginPassword} />
        <Entry icon="key" title={t("fund_password")} route={routes.fundPassword} />
        <Press icon="shield" title={t("security")} onPress={() => onOpen("security")} />
        <Press icon="phone" title={t("devices")} onPress={() => onOpen("devices")} />
        <Press icon="day" title={t("activity")} onPress={() => onOpen("activity")} />
      </div>
      <div className={styles["group"]}>
        <Entry icon="table" title={t("fees")} route={routes.fees} />
        <Entry icon="alert" title={t("notices")} route={routes.notices} />
        <Entry icon="info" title={t("about")} route={routes.about} />
        <Entry icon="document" title={t("privacy")} route={routes.privacy} />
      </div>
      <div className={styles["group"]}>
        <Press icon="logout" title={t("logout")} onPress={() => onOpen("logout")} />
      </div>
    </nav>
  );
}

type EntryProps = { icon: IconName; title: string; route: Route; value?: string };

function Entry({ icon, title, route, value }: EntryProps) {
  return (
    <ListRow
      leading={<Icon name={icon} />}
      title={title}
      href={link(route)}
      chevron
      {...(value !== undefined && { detail: value })}
    />
  );
}

type PressProps = { icon: IconName; title: string; onPress: () => void };

function Press({ icon, title, onPress }: PressProps) {
  return <ListRow leading={<Icon name={icon} />} title={title} onPress={onPress} chevron />;
}

/** The link is asked for without a type, by the specification; without one help and a conversation of our own. */
function ServiceEntry({ unread }: { unread: number }) {
  const t = useText("myPage");
  const service = useCall("/common/config", {}, { quiet: true, staleTime: 60_000 });
  const icon = <Icon name="headset" />;
  const address = service.data?.find((entry) => entry.name === "kefu")?.value ?? "";
  const href = safeServiceLink(address);
  if (href !== null) {
    return <ListRow leading={icon} title={t("customer_service")} href={href} external chevron />;
  }
  return (
    <Entry
      icon="headset"
      title={t("customer_service")}
      route={unread > 0 ? routes.serviceChat : routes.service}
      {...(unread > 0 && { value: t("unread", { count: unread }) })}
    />
  );
}
