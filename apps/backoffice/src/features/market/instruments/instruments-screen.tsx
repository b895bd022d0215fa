import { defaultMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { useAddress } from "../../../shared/address.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { SearchBox, Segments } from "../../../shared/kit/filters.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { useCall, usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { AddDialog } from "./add-dialog.tsx";
import { CodeChangeDialog } from "./code-change-dialog.tsx";
import { useColumns, type Changed, type Instrument } from "./columns.tsx";
import { EndDialog } from "./end-dialog.tsx";
import { NamesDialog } from "./names-dialog.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { TermsDialog } from "./terms-dialog.tsx";

const filterDefaults = { market: defaultMarketKey as string, q: "" };

/** What is traded: names, lots, and what of leverage and short selling is offered. */
export default function InstrumentsScreen() {
  const t = useText("instruments");
  const words = useText("words");
  const [filter, change] = useAddress(filterDefaults);
  const [changed, setChanged] = useState<{ what: Changed; instrument: Instrument } | null>(null);
  const [proposal, setProposal] = useState<string | null>(null);
  const market = filter.market as MarketKey;
  const pages = usePages("/api/ops/instruments", {
    type: market,
    ...(filter.q !== "" && { q: filter.q }),
    limit: "100",
  });
  const columns = useColumns((what, instrument) => setChanged({ what, instrument }));
  const Dialog = changed === null ? null : dialogs[changed.what];
  return (
    <Workbench
      title={t("title")}
      note={proposal !== null && <a href={link(paths.proposal(proposal))}>{t("see_proposal")}</a>}
      actions={<AddButton market={market} onPending={setProposal} />}
    >
      <ListFrame
        filters={
          <>
            <Segments
              label={t("market")}
              value={filter.market}
              onChange={(value) => change({ market: value })}
              options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
            />
            <SearchBox label={t("search")} value={filter.q} onChange={(q) => change({ q })} main />
          </>
        }
      >
        <PagedList
          name={t("title")}
          pages={pages}
          columns={columns}
          rowKey={(row) => row.code}
          empty={t("nothing_matches")}
        />
      </ListFrame>
      {changed !== null && Dialog !== null && (
        <Dialog instrument={changed.instrument} onClose={() => setChanged(null)} />
      )}
    </Workbench>
  );
}

const dialogs = {
  names: NamesDialog,
  code: CodeChangeDialog,
  terms: TermsDialog,
  offer: OfferDialog,
  end: EndDialog,
} as const;

type AddButtonProps = { market: MarketKey; onPending: (proposal: string) => void };

/** Locked where the feed's list is fixed, where the market is full, or where the role says no. */
function AddButton({ market, onPending }: AddButtonProps) {
  const t = useText("instruments");
  const shell = useText("shell");
  const may = useLock()("manage_instruments");
  const additions = useCall("/api/ops/instruments/additions", {});
  const [open, setOpen] = useState(false);
  const { of = null, markets = [] } = additions.data ?? {};
  const room = markets.find(({ type }) => type === market);
  const isFull = room !== undefined && room.added >= room.added_max;
  const lock =
    may ??
    (additions.data !== undefined && of === null ? t("feed_is_fixed") : null) ??
    (isFull ? t("market_is_full", { max: room.added_max }) : null);
  const start = () => (lock === null ? setOpen(true) : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("add"), run: start }]);
  return (
    <>
      <Button look="primary" icon="plus" keys="n" locked={lock} onClick={start}>
        {t("add")}
      </Button>
      {open && of !== null && (
        <AddDialog market={market} of={of} onPending={onPending} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
