import type { HeldStock } from "@sanshi/contract";
import { formatPrice, formatShares, parseShares, settlementCurrency, shares } from "@sanshi/money";
import { useState } from "react";
import type { ClosedPart } from "./close-answer.tsx";
import { EstimateTable } from "./close-estimate-table.tsx";
import { estimateClose, isPriced } from "./close-estimate.ts";
import { useFeeSchedule } from "./close-fees.ts";
import { MarketLine, quantityCodes, QuantityStepper, sentence } from "./close-fields.tsx";
import { CloseFoot } from "./close-foot.tsx";
import { CloseKind } from "./close-kind.tsx";
import styles from "./close-form.module.css";
import { useClosingPreview } from "./by-stock/closing-preview.ts";
import { useCloseMarket } from "./close-market.ts";
import {
  checkClose,
  hasLimit,
  hasStop,
  kindInput,
  noTrail,
  stopNow,
  type CloseForm as Form,
} from "./close-order.ts";
import type { ClosingInput } from "./by-stock/holding.ts";
import { useOrderCall } from "./use-order-call.ts";
import { freeShares, sellableShares } from "./working-order.ts";

type CloseFormProps = { position: HeldStock; onAnswer: (answer: ClosedPart) => void };

/** Kind, price and quantity of a closing order; below them what it would bring. */
export function CloseForm({ position, onAnswer }: CloseFormProps) {
  const market = useCloseMarket(position);
  const fees = useFeeSchedule(position.type, position.code);
  const order = useOrderCall("/trade/close-position", onAnswer);
  const [typed, setTyped] = useState<Form>({
    kind: "market",
    quantity: "",
    price: "",
    stop: "",
    ...noTrail,
    timeInForce: "until_cancelled",
    goodUntil: "",
    doNotReduce: false,
    isExtended: false,
  });
  // Until a quantity is typed it is all that can go: the list behind the form may learn of another order just now.
  const [isTyped, setIsTyped] = useState(false);
  const all = formatShares(sellableShares(position));
  const form = isTyped ? typed : { ...typed, quantity: all };
  const free = freeShares(position);
  const quantity = parseShares(form.quantity) ?? shares(0n);
  const found = checkClose(form, free, market.terms, position.type);
  const waits = hasStop(form.kind) ? form.stop : market.otherSide;
  const trailed =
    form.kind === "trailing_stop" ? stopNow(form, position.side, market.price, market.terms) : null;
  const stop = trailed === null ? waits : formatPrice(trailed, settlementCurrency(position.type));
  const at = hasLimit(form.kind) ? form.price : stop;
  const estimate = estimateClose(position, quantity, at, fees);
  // What can be closed does not wait for what it would cost.
  const isSound = Object.values(found).every((refusal) => refusal === null);
  const isDated = form.timeInForce !== "until_date" || form.goodUntil !== "";
  const sound = isSound && isDated && isPriced(position, quantity, at);
  // What this form cannot know, a rule of the day for instance, the server says before the order is sent.
  const { refusal: objection } = useClosingPreview(sound ? previewInput(position, form) : null);
  const refusal = order.refusal ?? objection;
  const change = (changed: Partial<Form>) => {
    order.clearRefusal();
    if (changed.quantity !== undefined) setIsTyped(true);
    setTyped((before) => ({ ...before, ...changed }));
  };
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (sound) {
          void order.send({ id: position.id, quantity: form.quantity, ...kindInput(form) });
        }
      }}
    >
      <MarketLine position={position} market={market} />
      <CloseKind
        position={position}
        market={market}
        isPaidInFull={position.leverage === 1}
        form={form}
        found={found}
        refusal={refusal}
        onChange={change}
      />
      <QuantityStepper
        position={position}
        market={market}
        held={form.kind === "market" ? sellableShares(position) : free}
        quantity={form.quantity}
        refusal={sentence(found.quantity, refusal, quantityCodes)}
        onChange={(text) => change({ quantity: text })}
      />
      <CloseFoot
        closed={position}
        market={market}
        form={form}
        refusal={refusal}
        busy={order.busy}
        isReady={sound && objection === null}
        estimate={<EstimateTable position={position} estimate={sound ? estimate : null} />}
      />
    </form>
  );
}

/** The same closing as the server is asked about it: of this opening alone. */
function previewInput({ id, type, code, side, leverage }: HeldStock, form: Form): ClosingInput {
  const funding = side === "long" && leverage === 1 ? "cash" : "margin";
  const openings = `${id}:${form.quantity}`;
  return { type, code, side, funding, openings, ...kindInput(form) };
}
