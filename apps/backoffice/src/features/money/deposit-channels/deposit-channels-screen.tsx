import { EmptyState } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { useAddress } from "../../../shared/address.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { Segments } from "../../../shared/kit/filters.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Notice, Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { ChannelCard } from "./channel-card.tsx";
import { ChannelDialog } from "./channel-dialog.tsx";
import { byCurrency, type Channel } from "./channel-draft.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

type Open =
  | { what: "new" }
  | { what: "replace"; channel: Channel }
  | { what: "withdraw"; channel: Channel };

const filterDefaults = { state: "offered" };
const states = ["offered", "all"] as const;

/** The accounts that customers send deposits to, by currency. */
export default function DepositChannelsScreen() {
  const t = useText("depositChannels");
  const [{ state }, change] = useAddress(filterDefaults);
  const [open, setOpen] = useState<Open | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={t("title")}
      actions={
        <>
          <ListFiles list="/api/ops/deposit-channels" filter="" />
          <NewButton onOpen={() => setOpen({ what: "new" })} />
        </>
      }
    >
      {pending !== null && (
        <Notice tone="info">
          {t("proposed")} <a href={link(paths.proposal(pending))}>{t("see_proposal")}</a>
        </Notice>
      )}
      <Segments
        label={t("state")}
        value={state}
        onChange={(value) => change({ state: value })}
        options={states.map((value) => ({ value, label: t(`state_${value}`) }))}
      />
      <Channels withdrawnToo={state === "all"} onOpen={setOpen} />
      {(open?.what === "new" || open?.what === "replace") && (
        <ChannelDialog
          replaced={open.what === "replace" ? open.channel : null}
          onPending={setPending}
          onClose={close}
        />
      )}
      {open?.what === "withdraw" && <WithdrawDialog channel={open.channel} onClose={close} />}
    </Page>
  );
}

function NewButton({ onOpen }: { onOpen: () => void }) {
  const t = useText("depositChannels");
  const shell = useText("shell");
  const lock = useLock()("manage_site");
  const start = () => (lock === null ? onOpen() : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("new"), run: start }]);
  return (
    <Button look="primary" icon="plus" keys="n" locked={lock} onClick={start}>
      {t("new")}
    </Button>
  );
}

function Channels(props: { withdrawnToo: boolean; onOpen: (open: Open) => void }) {
  const t = useText("depositChannels");
  const { withdrawnToo, onOpen } = props;
  const query = useCall("/api/ops/deposit-channels", {});
  if (query.data === undefined) {
    if (!query.isError) return <SkeletonTable />;
    return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  }
  const shown = query.data.items.filter((one) => withdrawnToo || one.withdrawn_at === null);
  if (shown.length === 0) return <EmptyState picture="list" sentence={t("empty")} />;
  return byCurrency(shown).map(({ currency, channels }) => (
    <Panel key={currency} title={currency}>
      {channels.map((channel) => (
        <ChannelCard
          key={channel.id}
          channel={channel}
          onReplace={() => onOpen({ what: "replace", channel })}
          onWithdraw={() => onOpen({ what: "withdraw", channel })}
        />
      ))}
    </Panel>
  ));
}
