import { defaultMarketKey, displayMoney, isMarketKey, marketKeys } from "@sanshi/money";
import { Amount } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { useAddress } from "../../../shared/address.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { Segments } from "../../../shared/kit/filters.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Facts, Notice, Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { CommissionDialog } from "./commission-dialog.tsx";
import type { Fees } from "./commission-draft.ts";
import { Decisions } from "./decisions.tsx";
import styles from "./fees.module.css";
import { StatutoryFees } from "./statutory-fees.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

type Open = { what: "change" } | { what: "withdraw"; from: string };

const filterDefaults = { market: defaultMarketKey as string };

/** What trades cost, market by market: the house's commission by day, and what the law charges. */
export default function FeesScreen() {
  const t = useText("fees");
  const words = useText("words");
  const [filter, change] = useAddress(filterDefaults);
  const [open, setOpen] = useState<Open | null>(null);
  const market = isMarketKey(filter.market) ? filter.market : defaultMarketKey;
  const query = useCall("/api/ops/fees", { type: market });
  const fees = query.data;
  const close = () => setOpen(null);
  return (
    <Page
      title={t("title")}
      actions={<ChangeButton fees={fees} onOpen={() => setOpen({ what: "change" })} />}
    >
      <div className={styles["bar"]}>
        <Segments
          label={t("market")}
          value={market}
          onChange={(value) => change({ market: value })}
          options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
        />
      </div>
      {fees === undefined && !query.isError && <SkeletonTable />}
      {fees === undefined && query.isError && (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      )}
      {fees !== undefined && (
        <>
          <Pending fees={fees} />
          <Panel title={t("commission")}>
            <Today fees={fees} />
          </Panel>
          <Panel
            title={t("decisions")}
            aside={<ListFiles list="/api/ops/fees#decisions" filter={`type=${market}`} />}
            flush={fees.decisions.length > 0}
          >
            <Decisions fees={fees} onWithdraw={(from) => setOpen({ what: "withdraw", from })} />
          </Panel>
          <Panel
            title={t("statutory")}
            aside={
              <>
                {t("statutory_note")}
                <ListFiles list="/api/ops/fees#statutory" filter={`type=${market}`} />
              </>
            }
            flush={fees.statutory.length > 0}
          >
            <StatutoryFees fees={fees} />
          </Panel>
        </>
      )}
      {fees !== undefined && open?.what === "change" && (
        <CommissionDialog fees={fees} onClose={close} />
      )}
      {fees !== undefined && open?.what === "withdraw" && (
        <WithdrawDialog fees={fees} from={open.from} onClose={close} />
      )}
    </Page>
  );
}

function ChangeButton({ fees, onOpen }: { fees: Fees | undefined; onOpen: () => void }) {
  const t = useText("fees");
  const shell = useText("shell");
  const mayNot = useLock()("manage_fees");
  const waits = fees !== undefined && fees.pending !== null ? t("locked_pending") : null;
  const lock = mayNot ?? waits;
  const start = () => (lock === null ? onOpen() : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("new"), run: start }]);
  return (
    <Button look="primary" icon="plus" keys="n" locked={lock} onClick={start}>
      {t("new")}
    </Button>
  );
}

function Pending({ fees: { pending } }: { fees: Fees }) {
  const t = useText("fees");
  if (pending === null) return null;
  return (
    <Notice tone="info">
      {t("pending")} <a href={link(paths.proposal(pending.proposal_id))}>{t("see_proposal")}</a>
    </Notice>
  );
}

function Today({ fees: { commission, currency, ceiling } }: { fees: Fees }) {
  const t = useText("fees");
  const { rate, minimum, maximum, since } = commission;
  return (
    <Facts
      facts={[
        { name: t("in_force"), value: `${rate}%` },
        { name: t("minimum_now"), value: <Amount value={minimum} currency={currency} /> },
        {
          name: t("maximum_now"),
          value: maximum === null ? t("none") : <Amount value={maximum} currency={currency} />,
        },
        { name: t("since"), value: since ?? t("always") },
        {
          name: t("ceiling"),
          value: (
            <>
              {t("ceiling_value", {
                rate: ceiling.rate,
                minimum: displayMoney(ceiling.minimum),
                currency,
              })}{" "}
              <span className="muted">({ceiling.source})</span>
            </>
          ),
        },
      ]}
    />
  );
}
