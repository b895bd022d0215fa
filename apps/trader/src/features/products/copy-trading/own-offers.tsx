import type { CopyConsent } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { Button, Sheet, SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { lazy, Suspense, useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { ConfirmSheet } from "../../../shared/confirm-sheet.tsx";
import { CopyButton } from "../../../shared/copy-row.tsx";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import styles from "./copy-trading.module.css";
import { moneyText } from "./words.ts";

// For the few who offer their account.
const OfferForm = lazy(() =>
  import("./offer-form.tsx").then(({ OfferForm: form }) => ({ default: form })),
);

/** What the customer allowed to be followed of the own account, how many follow it, and the way to allow it. */
export function OwnOffers({ type }: { type: MarketKey }) {
  const t = useText("follow");
  const shell = useText("shell");
  const [isOpen, setOpen] = useState(false);
  const own = useCall("/trade/copy-consents", { type }, { quiet: true, staleTime: 0 });
  return (
    <section className={styles["list"]} aria-label={t("offer_title")}>
      <h2 className={styles["name"]}>{t("offer_title")}</h2>
      <p className={styles["muted"]}>{t("offer_about")}</p>
      <Loaded query={own} waiting={<SkeletonRows count={1} />}>
        {(consents) => (
          <>
            {consents.map((consent) => (
              <OfferCard key={consent.id} consent={consent} />
            ))}
            {consents.every(({ state }) => state === "revoked") && (
              <Button look="quiet" wide onClick={() => setOpen(true)}>
                {t("offer_begin")}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("offer_title")}
        closeLabel={shell("close")}
      >
        <Suspense fallback={null}>
          {isOpen && <OfferForm type={type} onDone={() => setOpen(false)} />}
        </Suspense>
      </Sheet>
    </section>
  );
}

const tones = { consented: "wait", offered: "good", over: "none", revoked: "none" } as const;

function OfferCard({ consent }: { consent: CopyConsent }) {
  const t = useText("follow");
  const [asking, setAsking] = useState(false);
  const { id, type, state, product } = consent;
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    [t("shown_as"), consent.shown_as],
    [t("capacity_most"), moneyText(consent.capacity_most, type)],
    [t("followers"), product === null ? null : String(product.followers)],
    [t("offer_paid_in"), product === null ? null : moneyText(product.paid_in, type)],
    [t("consented_at"), showDateTime(consent.consented_at)],
  ];
  return (
    <div className={formStyles["card"]}>
      <div className={styles["line"]}>
        {product === null ? (
          <span className={styles["name"]}>{consent.shown_as}</span>
        ) : (
          <a className={styles["name"]} href={link(paths.copyProduct({ id: product.id }))}>
            {inLanguage(product.names)}
          </a>
        )}
        <span className={formStyles["badge"]} data-tone={tones[state]}>
          {t(`offer_state_${state}`)}
        </span>
      </div>
      <dl className={styles["facts"]}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div className={styles["line"]}>
        <span className={styles["muted"]}>{t("offer_receipt")}</span>
        <CopyButton name={t("offer_receipt")} value={JSON.stringify(consent.receipt)} />
      </div>
      {consent.can_revoke && (
        <Button look="quiet" wide onClick={() => setAsking(true)}>
          {t("offer_revoke")}
        </Button>
      )}
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t("offer_revoke")}
        question={t("offer_revoke_question")}
        action={t("offer_revoke")}
        confirm={() => askOnce("/trade/revoke-copy-consent", { id })}
        onDone={() => {
          toast(t("offer_revoked"));
          void refresh("/trade/copy-consents");
        }}
      />
    </div>
  );
}
