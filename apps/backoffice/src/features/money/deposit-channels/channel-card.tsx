import { Amount } from "@sanshi/ui";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { Facts } from "../../../shared/kit/panel.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { inLanguage, languageNames, languages } from "@sanshi/web/language";
import { useLock } from "../../../shared/may.ts";
import { useText } from "../../../shared/text.ts";
import type { Channel } from "./channel-draft.ts";
import styles from "./deposit-channels.module.css";

type ChannelCardProps = { channel: Channel; onReplace: () => void; onWithdraw: () => void };

/** All that customers are told about one account, and what can be done about it. */
export function ChannelCard({ channel, onReplace, onWithdraw }: ChannelCardProps) {
  const t = useText("depositChannels");
  const lock = useLock()("manage_site");
  const name = inLanguage(channel.name);
  return (
    <article className={styles["channel"]} aria-label={`${name} ${channel.account_number}`}>
      <header className={styles["head"]}>
        <h3>{name}</h3>
        {channel.simulated && <Badge tone="quiet">{t("simulated")}</Badge>}
        {channel.withdrawn_at === null && channel.holds_from === null && (
          <Badge tone="good">{t("offered")}</Badge>
        )}
        {channel.withdrawn_at === null && channel.holds_from !== null && (
          <Badge tone="quiet">
            {t("holds_from")} <At iso={channel.holds_from} />
          </Badge>
        )}
        {channel.withdrawn_at !== null && (
          <Badge tone="quiet">
            {t("withdrawn")} <At iso={channel.withdrawn_at} />
          </Badge>
        )}
        {channel.withdrawn_at === null && (
          <span className={styles["actions"]}>
            <Button look="plain" locked={lock} onClick={onReplace}>
              {t("replace")}
            </Button>
            <Button look="plain" locked={lock} onClick={onWithdraw}>
              {t("withdraw")}
            </Button>
          </span>
        )}
      </header>
      <ChannelFacts channel={channel} />
    </article>
  );
}

function ChannelFacts({ channel }: { channel: Channel }) {
  const t = useText("depositChannels");
  const site = useText("site");
  const none = <span className="muted">{t("none")}</span>;
  const limit = (amount: string | null) =>
    amount === null ? (
      <span className="muted">{t("site_limit")}</span>
    ) : (
      <Amount value={amount} currency={channel.currency} />
    );
  const inAll = (key: "name" | "instructions") =>
    languages.map((language) => ({
      name: `${t(key)} (${languageNames[language]})`,
      value: channel[key][language] === "" ? none : channel[key][language],
    }));
  const outside = t(channel.closes ? "closes_outside" : "always_taken");
  return (
    <Facts
      facts={[
        { name: t("account_name"), value: channel.account_name },
        { name: t("account_number"), value: channel.account_number },
        { name: t("bank_name"), value: channel.bank_name },
        { name: t("branch_name"), value: channel.branch_name },
        ...inAll("name"),
        ...inAll("instructions"),
        {
          name: t("hours"),
          value: `${channel.hours} · ${site(`value_${channel.days}`)} · ${outside}`,
        },
        { name: t("minimum"), value: limit(channel.minimum) },
        { name: t("maximum"), value: limit(channel.maximum) },
        { name: t("position"), value: channel.position },
      ]}
    />
  );
}
