import type { BankCard } from "@sanshi/contract";
import { Button, EmptyState, Icon, LinkButton, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { ConfirmSheet } from "../../../shared/confirm-sheet.tsx";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { toast } from "../../../shared/toast.ts";

/** /mine/bank: the accounts that money can be withdrawn to. */
export default function BankScreen() {
  const t = useText("cards");
  const cards = useCall("/user/bank-cards", {}, { quiet: true, staleTime: 0 });
  const [removing, setRemoving] = useState<BankCard | null>(null);
  return (
    <Screen title={t("title")}>
      <div className={formStyles["form"]}>
        <Loaded query={cards} waiting={<SkeletonRows count={3} />}>
          {({ items, max }) => (
            <>
              {items.length === 0 ? (
                <EmptyState picture={<Illustration name="bank_accounts" />} sentence={t("none")} />
              ) : (
                items.map((card) => (
                  <CardRow key={card.id} card={card} onRemove={() => setRemoving(card)} />
                ))
              )}
              {items.length < max ? (
                <LinkButton wide href={link(paths.bankAdd)}>
                  {t("add")}
                </LinkButton>
              ) : (
                <p className={formStyles["note"]}>{t("full", { max })}</p>
              )}
            </>
          )}
        </Loaded>
      </div>
      <RemoveSheet card={removing} onClose={() => setRemoving(null)} />
    </Screen>
  );
}

function CardRow({ card, onRemove }: { card: BankCard; onRemove: () => void }) {
  const t = useText("cards");
  return (
    <section className={formStyles["card"]} aria-label={`${card.bank_name} ${card.card_number}`}>
      <p className={formStyles["hero"]}>
        <small>
          <Icon name="card" size={16} /> {card.bank_name}
          {card.branch_name === "" ? "" : ` · ${card.branch_name}`}
        </small>
        {card.card_number}
      </p>
      <dl className={formStyles["facts"]}>
        <div>
          <dt>{t("holder")}</dt>
          <dd>{card.holder_name}</dd>
        </div>
        <div>
          <dt>{t("type")}</dt>
          <dd>{t(`type_${card.card_type}`)}</dd>
        </div>
      </dl>
      {card.trouble !== null && (
        <p className={formStyles["notice"]}>
          {card.bank_today === null
            ? t(card.trouble)
            : t("bank_went_into", { bank: card.bank_name, today: card.bank_today })}
        </p>
      )}
      {card.usable_from !== null && (
        <p className={formStyles["notice"]}>
          {t("usable_from", { time: showDateTime(card.usable_from) })}
        </p>
      )}
      <Button look="plain" small onClick={onRemove}>
        {t("remove")}
      </Button>
    </section>
  );
}

function RemoveSheet({ card, onClose }: { card: BankCard | null; onClose: () => void }) {
  const t = useText("cards");
  return (
    <ConfirmSheet
      open={card !== null}
      onClose={onClose}
      title={t("remove_title")}
      question={t("remove_question", {
        bank: card?.bank_name ?? "",
        number: card?.card_number ?? "",
      })}
      action={t("remove")}
      confirm={() => askOnce("/user/remove-bank-card", { id: card?.id ?? "" })}
      onDone={() => {
        toast(t("removed"));
        void refresh("/user/bank-cards");
      }}
    />
  );
}
