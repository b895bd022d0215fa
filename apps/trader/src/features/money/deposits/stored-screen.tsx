import type { Deposit, DepositChannel } from "@sanshi/contract";
import { currencies, displayMoney, type Currency } from "@sanshi/money";
import { EmptyState, Icon, LinkButton, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { language } from "@sanshi/web/language";
import { useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { SelectField } from "../../../shared/select-field.tsx";
import { useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { DepositList, PendingDeposit } from "./deposit-list.tsx";

/** /mine/stored: the currency, then the channel that the money goes through. */
export default function StoredScreen() {
  const t = useText("deposits");
  const [query, setQuery] = useSearchParams();
  const channels = useCall("/user/deposit-channels", {}, { quiet: true, staleTime: 0 });
  return (
    <Screen title={t("title")}>
      <div className={formStyles["form"]}>
        <Loaded query={channels} waiting={<SkeletonRows count={6} />}>
          {({ channels: all, pending }) => {
            const offered = currencies.filter((one) =>
              all.some(({ currency }) => currency === one),
            );
            const chosen = offered.find((one) => one === query.get("currency")) ?? offered[0];
            return (
              <>
                {pending !== null && <PendingDeposit deposit={pending} />}
                {chosen === undefined ? (
                  <EmptyState
                    picture={<Illustration name="channels" />}
                    sentence={t("no_channels")}
                  />
                ) : (
                  <Channels
                    offered={offered}
                    chosen={chosen}
                    channels={all.filter(({ currency }) => currency === chosen)}
                    pending={pending}
                    onChoose={(currency) => setQuery({ currency }, { replace: true })}
                  />
                )}
              </>
            );
          }}
        </Loaded>
        <DepositList />
      </div>
    </Screen>
  );
}

type ChannelsProps = {
  offered: readonly Currency[];
  chosen: Currency;
  channels: readonly DepositChannel[];
  pending: Deposit | null;
  onChoose: (currency: Currency) => void;
};

function Channels({ offered, chosen, channels, pending, onChoose }: ChannelsProps) {
  const t = useText("deposits");
  return (
    <>
      <SelectField
        label={t("currency")}
        value={chosen}
        onChange={(currency) => onChoose(currency as Currency)}
      >
        {offered.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </SelectField>
      <h2 className={formStyles["heading"]}>{t("channels")}</h2>
      {channels.map((channel) => (
        <section
          key={channel.id}
          className={formStyles["card"]}
          aria-label={channel.name[language()]}
        >
          <p className={formStyles["hero"]} style={{ fontSize: "var(--size-large)" }}>
            {channel.name[language()]}
          </p>
          <p className={formStyles["note"]}>
            {t("limits", {
              minimum: displayMoney(channel.minimum),
              maximum: displayMoney(channel.maximum),
              currency: channel.currency,
            })}
          </p>
          <p className={formStyles["note"]}>
            <Icon name="day" size={14} />{" "}
            {t(`hours_${channel.hours.days}`, { from: channel.hours.from, to: channel.hours.to })}
          </p>
          <p className={formStyles["note"]}>
            {t(channel.closes ? "taken_within_hours" : "taken_any_time")}
          </p>
          {!channel.takes_deposits && channel.hours.opens_at !== null && (
            <p className={formStyles["notice"]}>
              {t("opens_at", { time: showDateTime(channel.hours.opens_at) })}
            </p>
          )}
          {pending === null && channel.takes_deposits && (
            <LinkButton wide href={link(paths.deposit({ channel: channel.id }))}>
              {t("use_channel")}
            </LinkButton>
          )}
        </section>
      ))}
      {pending !== null && <p className={formStyles["note"]}>{t("one_at_a_time")}</p>}
    </>
  );
}
