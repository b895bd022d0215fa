import type { PriceAlert, CallOutput, Calls } from "@sanshi/contract";
import { parsePrice } from "@sanshi/money";
import { Button, Field, SegmentedControl } from "@sanshi/ui";
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Refusal } from "../../../shared/api.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import {
  draftOf,
  readDraft,
  suggestedPercents,
  suggestedPrices,
  withGroups,
  type AlertDraft,
} from "./alert-draft.ts";
import { addAlert, removeAlert } from "./alert-queries.ts";
import { conditionText, levelText, priceText } from "./condition.ts";
import styles from "./alerts.module.css";

export type AlertStock = Pick<
  CallOutput<Calls["/market/stock"]>,
  "type" | "code" | "names" | "price" | "change_percent" | "tick"
>;

type AlertFormProps = {
  stock: AlertStock;
  price: string;
  /** The alert that the form changes; null where it makes a new one. */
  changing: PriceAlert | null;
  onLeave: () => void;
};

const empty: AlertDraft = { unit: "price", direction: "up", text: "" };

export function AlertForm({ stock, price, changing, onLeave }: AlertFormProps) {
  const t = useText("alerts");
  const [draft, setDraft] = useState<AlertDraft>(changing === null ? empty : draftOf(changing));
  const { refused, busy, send, forget } = useSending(changing);
  const form = useRef<HTMLFormElement>(null);
  const read = readDraft(draft, price);
  const { type, code } = stock;
  // The list may be scrolled away from the form.
  useEffect(() => {
    if (changing !== null) form.current?.scrollIntoView({ block: "nearest" });
  }, [changing]);
  const change = (part: Partial<AlertDraft>) => {
    setDraft({ ...draft, ...part });
    forget();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (read.state !== "ready") return;
    const isDone = await send({ type, code, kind: read.kind, value: read.value });
    if (!isDone) return;
    setDraft({ ...draft, text: "" });
    onLeave();
  };
  const hint =
    read.state === "ready"
      ? t(`will_${read.kind}`, { value: levelText({ type, ...read }, t) })
      : t(draft.unit === "price" ? "hint_price" : "hint_percent");
  return (
    <form ref={form} className={styles["form"]} noValidate onSubmit={(event) => void submit(event)}>
      {changing !== null && (
        <p className={styles["changing"]} role="status">
          <span>{t("changing", { condition: conditionText(changing, t) })}</span>
          <button type="button" onClick={onLeave}>
            {t("keep")}
          </button>
        </p>
      )}
      <SegmentedControl
        label={t("kind")}
        choices={[
          { value: "price", label: t("by_price") },
          { value: "percent", label: t("by_percent") },
        ]}
        value={draft.unit}
        onChange={(unit) => change({ unit, text: "" })}
      />
      {draft.unit === "percent" && (
        <SegmentedControl
          label={t("direction")}
          choices={[
            { value: "up", label: t("up") },
            { value: "down", label: t("down") },
          ]}
          value={draft.direction}
          onChange={(direction) => change({ direction })}
        />
      )}
      <Field
        label={t(draft.unit === "price" ? "price_field" : "percent_field")}
        value={draft.text}
        onChange={(text) => change({ text })}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        hint={hint}
        refusal={read.state === "wrong" ? t(read.problem) : (refused ?? undefined)}
        suffix={draft.unit === "percent" ? "%" : type.toUpperCase()}
      />
      <Suggestions stock={{ ...stock, price }} draft={draft} onTake={(text) => change({ text })} />
      <Button type="submit" wide busy={busy} disabled={read.state !== "ready"}>
        {t(changing === null ? "add" : "save")}
      </Button>
    </form>
  );
}

type SuggestionsProps = {
  stock: AlertStock;
  draft: AlertDraft;
  onTake: (text: string) => void;
};

function Suggestions({ stock, draft, onTake }: SuggestionsProps) {
  const t = useText("alerts");
  const sign = draft.direction === "up" ? "+" : "−";
  const choices =
    draft.unit === "price"
      ? suggestedPrices(stock)
      : suggestedPercents.map((value) => ({ move: `${sign}${value}%`, value }));
  return (
    <div className={styles["suggestions"]} role="group" aria-label={t("suggestions")}>
      {choices.map(({ move, value }) => (
        <button key={move} type="button" onClick={() => onTake(value)}>
          <span>{move}</span>
          {draft.unit === "price" && <small>{priceText(stock.type, value)}</small>}
        </button>
      ))}
    </div>
  );
}

/** The new one is there before the old one goes, so that no moment is without an alert. */
function useSending(changing: PriceAlert | null) {
  const t = useText("alerts");
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const send = async (input: Parameters<typeof addAlert>[0]): Promise<boolean> => {
    if (sending.current) return false;
    sending.current = true;
    setBusy(true);
    setRefused(null);
    const refusal = await replaceAlert(changing, input);
    sending.current = false;
    setBusy(false);
    if (refusal === null) toast(t(changing === null ? "added" : "changed"));
    else setRefused(refusalText(withGroups(refusal)));
    return refusal === null;
  };
  return { refused, busy, send, forget: () => setRefused(null) };
}

async function replaceAlert(
  before: PriceAlert | null,
  input: Parameters<typeof addAlert>[0],
): Promise<Refusal | null> {
  const isSame =
    before?.kind === input.kind && parsePrice(before.value) === parsePrice(input.value);
  if (isSame) return null;
  return (await addAlert(input)) ?? (before === null ? null : removeAlert(before.id));
}
