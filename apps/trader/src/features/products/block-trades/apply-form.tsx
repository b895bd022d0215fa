import type { BlockOffer, BlockPreview } from "@sanshi/contract";
import { displayMoney } from "@sanshi/money";
import { Button, Field, LinkButton } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { link, routes } from "../../../app/paths.ts";
import { RefusedError, type Refusal } from "../../../shared/api.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import formStyles from "../../../shared/form.module.css";
import { Facts, type Fact } from "../../../shared/offers/facts.tsx";
import { useCall } from "../../../shared/queries.ts";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { expectedDate, refusalText, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import { showShares } from "./figures.ts";
import { refreshBlocks } from "./refresh-blocks.ts";

/** How many shares, what they cost and until when they are locked, before the button. */
export function ApplyForm({ offer }: { offer: BlockOffer }) {
  const t = useText("blockTrades");
  const [quantity, setQuantity] = useState(offer.minimum);
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const { id } = offer;
  const preview = useCall(
    "/trade/preview-block",
    { id, quantity: quantity === "" ? "0" : quantity },
    { quiet: true, staleTime: 0, keep: true },
  );
  const refusal = preview.error instanceof RefusedError ? preview.error.refusal : null;
  const known = preview.error === null ? preview.data : undefined;
  const send = async () => {
    setBusy(true);
    setRefused(null);
    const form = { id, quantity, channel_password: password.trim() };
    const asked = await askOnce("/trade/apply-block", form, { secret: ["channel_password"] });
    setBusy(false);
    setUnknown(asked.isUnknown);
    if (asked.ok) {
      toast(t("applied"));
      setPassword("");
    } else if (!asked.isUnknown) setRefused(asked.refusal);
    await refreshBlocks();
  };
  if (isUnknown) return <UnknownOutcome isSending={busy} onAgain={() => void send()} />;
  const bounds = {
    lot: showShares(offer.lot),
    minimum: showShares(offer.minimum),
    maximum: showShares(offer.maximum),
  };
  return (
    <section className={formStyles["card"]} aria-label={t("application")}>
      <Field
        label={t("quantity")}
        inputMode="numeric"
        autoComplete="off"
        hint={t("quantity_hint", bounds)}
        value={quantity}
        onChange={(text) => setQuantity(text.normalize("NFKC").replaceAll(/\D/g, "").slice(0, 15))}
        refusal={refusal === null ? undefined : refusalText(refusal)}
      />
      <RuleWhy refusal={refusal} />
      {offer.invited_only && (
        <Field
          label={t("channel_password")}
          autoComplete="off"
          hint={t("channel_password_hint")}
          value={password}
          onChange={(text) => setPassword(text.normalize("NFKC").toUpperCase().slice(0, 64))}
        />
      )}
      <Cost offer={offer} known={known} />
      <p className={formStyles["note"]}>
        {t("money_note")} {t(offer.cancellable ? "cancellable" : "not_cancellable")}
      </p>
      {offer.lock_up_days > 0 && (
        <p className={formStyles["notice"]}>
          {t("lock_up_note", {
            until: expectedDate(showDateTime(offer.locked_until), offer.locked_until_status),
          })}
        </p>
      )}
      <div role="alert" className={formStyles["refusal"]}>
        {refused !== null && refusalText(refused)}
      </div>
      <RuleWhy refusal={refused} />
      {refusal?.code === "not_verified" ? (
        <LinkButton wide href={link(routes.verified)}>
          {t("verify_first")}
        </LinkButton>
      ) : (
        <Button wide busy={busy} disabled={known === undefined} onClick={() => void send()}>
          {t("apply", { count: showShares(quantity) })}
        </Button>
      )}
    </section>
  );
}

function percent(rate: string | null | undefined): string {
  return rate === null || rate === undefined ? "–" : `${rate}%`;
}

function Cost({ offer, known }: { offer: BlockOffer; known: BlockPreview | undefined }) {
  const t = useText("blockTrades");
  const money = (amount: string | undefined) =>
    amount === undefined ? "–" : `${displayMoney(amount)} ${offer.type.toUpperCase()}`;
  const facts: readonly Fact[] = [
    [t("cost"), money(known?.cost)],
    [t("fee"), money(known?.fee)],
    [t("total_cost"), money(known?.total)],
    [t("available"), money(known?.available)],
    ...(offer.draw === null ? [] : [[t("odds_with"), percent(known?.winning_rate)] as const]),
  ];
  return <Facts facts={facts} />;
}
