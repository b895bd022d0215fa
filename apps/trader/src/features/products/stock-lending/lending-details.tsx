import type { LendingEarning, LendingOverview } from "@sanshi/contract";
import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { Button, Field, LinkButton, SkeletonRows } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { inLanguage } from "@sanshi/web/language";
import { useState, type FormEvent } from "react";
import { link, paths } from "../../../app/paths.ts";
import { ask, toastRefusal } from "../../../shared/api.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { fullDate } from "../../../shared/calendar-date.ts";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import formStyles from "../../../shared/form.module.css";
import { useCall } from "../../../shared/queries.ts";
import { refusedOnly } from "../../../shared/refused-fields.ts";
import { expectedDate, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import { useForm } from "../../../shared/use-form.ts";
import { Risks } from "./automatic-lending.tsx";
import { refreshLending } from "./refresh-lending.ts";

type Lendable = LendingOverview["positions"][number];
type DetailsProps = {
  id: string;
  position: Lendable | undefined;
  terms: LendingOverview["terms"];
};

/** One position: its pool, what it would earn, lending and recalling it, and what it earned. */
export function LendingDetails({ id, position, terms }: DetailsProps) {
  const t = useText("lending");
  return (
    <div className={formStyles["fields"]}>
      {position === undefined ? (
        <p className={formStyles["note"]}>{t("not_held")}</p>
      ) : (
        <>
          <Figures position={position} />
          {position.lent_own !== "0" && <Recall position={position} terms={terms} />}
          {position.free !== "0" && <LendForm position={position} />}
        </>
      )}
      <Earnings id={id} />
      <LinkButton look="quiet" wide href={link(paths.position({ id }))}>
        {t("to_position")}
      </LinkButton>
    </div>
  );
}

const whole = (text: string) => displayDecimal(text, 0, 0);

function Figures({ position }: { position: Lendable }) {
  const t = useText("lending");
  const currency = settlementCurrency(position.type);
  const facts = [
    [t("stock"), `${inLanguage(position.names)} · ${position.code}`],
    [t("lent_own"), whole(position.lent_own)],
    ...(position.recall_due === null
      ? []
      : [
          [
            t("being_recalled"),
            t("being_recalled_value", {
              quantity: whole(position.recalled),
              due: expectedDate(showDateTime(position.recall_due), position.recall_due_status),
            }),
          ] as const,
        ]),
    [t("free"), whole(position.free)],
    [t("earns_now"), `${displayDecimal(position.per_day, 2, 4)} ${currency}`],
    [t("earns_all"), `${displayDecimal(position.per_day_all, 2, 4)} ${currency}`],
    [
      t("pool"),
      t("pool_value", { borrowed: whole(position.borrowed), lent: whole(position.lent) }),
    ],
    [t("utilisation"), `${position.utilisation}%`],
    [t("borrow_rate"), `${position.borrow_rate}%`],
    [t("lender_rate"), `${position.lender_rate}%`],
    [t("institutions"), whole(position.from_institutions)],
  ] as const;
  return (
    <dl className={formStyles["facts"]}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function LendForm({ position }: { position: Lendable }) {
  const t = useText("lending");
  const [quantity, setQuantity] = useState(position.free);
  const [isUnknown, setUnknown] = useState(false);
  const { busy, refused, setRefused, submit } = useForm<"quantity">();
  const send = (element: HTMLFormElement | null) =>
    submit({
      wrong: refusedOnly({ quantity: quantity === "" ? t("quantity_missing") : undefined }),
      send: async () => {
        const asked = await askOnce("/trade/lend", { id: position.id, quantity });
        setUnknown(asked.isUnknown);
        return asked;
      },
      fieldByCode,
      done: () => {
        toast(t("lent_now"));
        return refreshLending();
      },
      element,
    });
  if (isUnknown) return <UnknownOutcome isSending={busy} onAgain={() => void send(null)} />;
  return (
    <form
      className={formStyles["fields"]}
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <Field
        label={t("quantity")}
        inputMode="numeric"
        autoComplete="off"
        hint={t("quantity_hint", { free: whole(position.free) })}
        value={quantity}
        onChange={(text) => {
          setQuantity(cleanAmount(text));
          setRefused({});
        }}
        refusal={refused.quantity}
      />
      <Risks />
      <div role="alert" className={formStyles["refusal"]}>
        {refused.form}
      </div>
      <Button type="submit" wide busy={busy}>
        {t("lend")}
      </Button>
    </form>
  );
}

const fieldByCode = {
  quantity_not_whole: "quantity",
  quantity_not_positive: "quantity",
  quantity_exceeds_position: "quantity",
} as const;

function Recall({
  position,
  terms,
}: Omit<DetailsProps, "id" | "position"> & { position: Lendable }) {
  const t = useText("lending");
  const [busy, setBusy] = useState(false);
  const recall = async () => {
    setBusy(true);
    const asked = await ask("/trade/recall", { id: position.id });
    setBusy(false);
    const isBack = asked.ok && asked.data.recalled === "0";
    if (asked.ok) toast(t(isBack ? "recalled" : "recall_asked"));
    else toastRefusal(asked.refusal);
    await refreshLending();
  };
  return (
    <>
      {position.recalled !== position.lent_own && (
        <Button look="quiet" wide busy={busy} onClick={() => void recall()}>
          {t("recall")}
        </Button>
      )}
      <p className={formStyles["note"]}>
        {position.borrowable === null
          ? t("recall_note")
          : t("recall_note_limited", { days: terms.recall_days, time: terms.recall_time })}
      </p>
    </>
  );
}

/** The newest days; a lending that was never reckoned has none. */
function Earnings({ id }: { id: string }) {
  const t = useText("lending");
  const earnings = useCall("/trade/lending-earnings", { id, limit: "30" }, { quiet: true });
  if (earnings.isPending) return <SkeletonRows count={3} />;
  const items = earnings.data?.items ?? [];
  if (items.length === 0) return <p className={formStyles["note"]}>{t("no_earnings")}</p>;
  return (
    <section>
      <h3 className={formStyles["heading"]}>{t("earnings")}</h3>
      <dl className={formStyles["facts"]}>
        {items.map((one) => (
          <div key={one.after}>
            <dt>{daysOf(one)}</dt>
            <dd>
              {displayDecimal(one.earned, 2, 4)}{" "}
              <small>
                {t("earning_of", {
                  quantity: whole(one.quantity),
                  rate: one.borrow_rate,
                  used: one.utilisation,
                })}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The first day and the last, or the one. */
function daysOf({ after, through }: LendingEarning): string {
  const first = new Date(Date.parse(after) + 86_400_000).toISOString().slice(0, 10);
  return first === through ? fullDate(through) : `${fullDate(first)} – ${fullDate(through)}`;
}
