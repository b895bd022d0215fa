import type { BlockSaleConsent, HeldStock } from "@sanshi/contract";
import { Button, Sheet } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { lazy, Suspense, useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { ConfirmSheet } from "../../../shared/confirm-sheet.tsx";
import { CopyButton } from "../../../shared/copy-row.tsx";
import formStyles from "../../../shared/form.module.css";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { Facts, type Fact } from "../../../shared/offers/facts.tsx";
import { CardLine, NameAndCode, StateBadge } from "../../../shared/offers/offer-head.tsx";
import styles from "../../../shared/offers/offers.module.css";
import { showPrice, showShares } from "./figures.ts";
import { refreshBlocks } from "./refresh-blocks.ts";

// For the few who sell a large position.
const SellForm = lazy(() =>
  import("./sell-form.tsx").then(({ SellForm: form }) => ({ default: form })),
);

type SalesProps = { sales: readonly BlockSaleConsent[]; held: readonly HeldStock[] };

/** What the customer allowed to be offered as a block, and the way to allow it. */
export function OwnSales({ sales, held }: SalesProps) {
  const t = useText("blockTrades");
  const shell = useText("shell");
  const [isOpen, setOpen] = useState(false);
  const sellable = held.filter(
    ({ side, leverage, status }) => side === "long" && leverage === 1 && status === 0,
  );
  return (
    <section className={styles["list"]} aria-label={t("sell_title")}>
      <h2 className={formStyles["heading"]} style={{ margin: 0 }}>
        {t("sell_title")}
      </h2>
      <p className={formStyles["note"]}>{t("sell_about")}</p>
      {sales.map((sale) => (
        <SaleCard key={sale.id} sale={sale} />
      ))}
      {sellable.length > 0 && (
        <Button look="quiet" wide onClick={() => setOpen(true)}>
          {t("sell_begin")}
        </Button>
      )}
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("sell_title")}
        closeLabel={shell("close")}
      >
        <Suspense fallback={null}>
          {isOpen && <SellForm held={sellable} onDone={() => setOpen(false)} />}
        </Suspense>
      </Sheet>
    </section>
  );
}

const tones = {
  consented: "wait",
  offered: "wait",
  sold: "good",
  returned: "none",
  revoked: "none",
  expired: "none",
} as const;

function SaleCard({ sale }: { sale: BlockSaleConsent }) {
  const t = useText("blockTrades");
  const [asking, setAsking] = useState(false);
  const { id, type, state, sold_quantity: sold, offer } = sale;
  const count = (shares: string) => t("shares", { count: showShares(shares) });
  const facts: readonly Fact[] = [
    [t("quantity"), count(sale.quantity)],
    [t("sold"), sold === null ? null : count(sold)],
    [t("floor_price"), showPrice(sale.floor_price, type)],
    [t("discount_most"), sale.discount_most],
    [t("sell_lock_up"), t("days", { count: sale.lock_up_days })],
    [t("sell_until"), showDateTime(sale.expires_at)],
  ];
  return (
    <div className={formStyles["card"]}>
      <CardLine
        href={offer === null ? null : link(paths.blockInfo({ id: offer }))}
        badge={<StateBadge tone={tones[state]}>{t(`sale_${state}`)}</StateBadge>}
      >
        <NameAndCode {...sale} />
      </CardLine>
      <Facts facts={facts} />
      <div className={styles["line"]}>
        <span className={styles["muted"]}>{t("sell_receipt")}</span>
        <CopyButton name={t("sell_receipt")} value={JSON.stringify(sale.receipt)} />
      </div>
      {sale.can_revoke && (
        <Button look="quiet" wide onClick={() => setAsking(true)}>
          {t("sell_revoke")}
        </Button>
      )}
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t("sell_revoke")}
        question={t("sell_revoke_question")}
        action={t("sell_revoke")}
        confirm={() => askOnce("/trade/revoke-block-sale", { id })}
        onDone={() => {
          toast(t("sell_revoked"));
          void refreshBlocks();
        }}
      />
    </div>
  );
}
