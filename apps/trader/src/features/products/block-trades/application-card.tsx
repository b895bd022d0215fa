import type { BlockApplication } from "@sanshi/contract";
import { displayMoney } from "@sanshi/money";
import { Button, LinkButton } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { ConfirmSheet } from "../../../shared/confirm-sheet.tsx";
import formStyles from "../../../shared/form.module.css";
import { expectedDate, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { Facts, type Fact } from "../../../shared/offers/facts.tsx";
import { CardLine, StateBadge } from "../../../shared/offers/offer-head.tsx";
import { showPrice, showShares } from "./figures.ts";
import { refreshBlocks } from "./refresh-blocks.ts";

type CardProps = {
  application: BlockApplication;
  /** Its name leads to the offer. */
  linked?: boolean;
};

const tones = ["wait", "good", "bad", "none"] as const;

/** Everything of one application, with what can be done about it now. */
export function ApplicationCard({ application, linked }: CardProps) {
  const t = useText("blockTrades");
  const { names, code, offer } = application;
  const name = `${inLanguage(names)} ${code}`;
  return (
    <section className={formStyles["card"]} aria-label={name}>
      <CardLine
        href={linked === true ? link(paths.blockInfo({ id: offer })) : null}
        badge={<OwnState application={application} />}
      >
        {linked === true ? name : t("application")}
      </CardLine>
      <Facts facts={useFacts(application)} />
      <Actions application={application} />
    </section>
  );
}

function OwnState({ application }: { application: BlockApplication }) {
  const t = useText("blockTrades");
  const { status, filled_quantity: filled, quantity } = application;
  const isPartly = status === 1 && filled !== quantity;
  return (
    <StateBadge tone={tones[status] ?? "none"}>
      {t(isPartly ? "own_partly" : `own_${status as 0}`)}
    </StateBadge>
  );
}

function useFacts(application: BlockApplication): readonly Fact[] {
  const t = useText("blockTrades");
  const { type, status, credit, failure, filled_quantity: filled } = application;
  const money = (amount: string) => `${displayMoney(amount)} ${type.toUpperCase()}`;
  const count = (shares: string) => t("shares", { count: showShares(shares) });
  return [
    [t("number"), application.receipt?.number ?? null],
    [t("asked"), count(application.quantity)],
    [t("filled"), status === 1 && filled !== null ? count(filled) : null],
    [t("price"), showPrice(application.price, type)],
    [t("frozen"), credit === "-" ? null : money(credit)],
    [t("why_failed"), failure === null ? null : t(`failure_${failure}`)],
    [t("applied_at"), showDateTime(application.applied_at)],
    [t("settles_at"), status === 0 ? showDateTime(application.settles_at) : null],
    [
      t("locked_until"),
      status < 2
        ? expectedDate(showDateTime(application.locked_until), application.locked_until_status)
        : null,
    ],
  ];
}

function Actions({ application }: { application: BlockApplication }) {
  const t = useText("blockTrades");
  const [asking, setAsking] = useState(false);
  const { id, position, can_cancel: canCancel } = application;
  return (
    <>
      {position !== null && (
        <LinkButton look="quiet" wide href={link(paths.position({ id: position }))}>
          {t("to_position")}
        </LinkButton>
      )}
      {canCancel && (
        <Button look="quiet" wide onClick={() => setAsking(true)}>
          {t("cancel")}
        </Button>
      )}
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t("cancel")}
        question={t("cancel_question")}
        action={t("cancel")}
        confirm={() => askOnce("/trade/cancel-block", { id })}
        onDone={() => {
          toast(t("cancelled"));
          void refreshBlocks();
        }}
      />
    </>
  );
}
