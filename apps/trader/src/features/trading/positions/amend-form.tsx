import { quantityMax } from "@sanshi/contract/constants";
import type { CallOutput, Calls } from "@sanshi/contract";
import {
  displayDecimal,
  formatPrice,
  formatShares,
  parsePrice,
  parseShares,
  price as priceOf,
  settlementCurrency,
  shares,
} from "@sanshi/money";
import { Amount, Button, FlashingPrice, Icon, Price } from "@sanshi/ui";
import { useState } from "react";
import type { Refusal } from "../../../shared/api.ts";
import { HoursField } from "../../../shared/hours-field.tsx";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import {
  amendFieldOf,
  amendFormOf,
  changesOf,
  type AmendField,
  type AmendForm as Form,
} from "./amendment.ts";
import answer from "./close-answer.module.css";
import styles from "./close-form.module.css";
import { limitsHint, useCloseMarket, type CloseMarket } from "./close-market.ts";
import { stepPrice, stepQuantity } from "./close-order.ts";
import { TrailField } from "./trail-field.tsx";
import { Stepper } from "./stepper.tsx";
import { useOrderCall } from "./use-order-call.ts";
import { freeShares, progressOf, type WorkingOrder } from "./working-order.ts";

type Amended = CallOutput<Calls["/trade/amend-order"]>;
type AmendFormProps = { order: WorkingOrder; onDone: () => void };

/** Price, stop and quantity of a working order, as far as it has them. */
export function AmendForm({ order, onDone }: AmendFormProps) {
  const t = useText("positions");
  const [done, setDone] = useState<Amended | null>(null);
  const call = useOrderCall("/trade/amend-order", setDone);
  const [before] = useState(() => amendFormOf(order));
  const [form, setForm] = useState<Form>(before);
  const market = useCloseMarket(order.position);
  if (done !== null) return <AmendDone order={order} amended={done} onDone={onDone} />;
  const changed = changesOf(before, form);
  const sound =
    Object.keys(changed).length > 0 &&
    isPrice(form.price) &&
    isPrice(form.stop) &&
    isPrice(form.trail?.trail ?? null) &&
    (parseShares(form.quantity) ?? 0n) > 0n;
  const change = (part: Partial<Form>) => {
    call.clearRefusal();
    setForm((current) => ({ ...current, ...part }));
  };
  const refusalAt = (field: AmendField) =>
    call.refusal !== null && amendFieldOf(call.refusal) === field
      ? refusalText(call.refusal)
      : undefined;
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (sound) void call.send({ id: order.id, ...changed });
      }}
    >
      <p className={styles["now"]}>
        <span>{t("now_price")}</span>
        <FlashingPrice value={market.price} className={styles["nowPrice"] ?? ""} />
      </p>
      {form.stop !== null && (
        <PriceStepper
          label={t("stop_price")}
          value={form.stop}
          order={order}
          market={market}
          refusal={refusalAt("stop")}
          onChange={(stop) => change({ stop })}
        />
      )}
      {form.trail !== null && (
        <TrailField
          position={order.position}
          market={market}
          form={form.trail}
          best={order.trail?.best}
          refusal={refusalAt("trail") ?? refusalAt("stop")}
          onChange={(changed) =>
            change({ trail: { trail: "", trailBy: "percent", ...form.trail, ...changed } })
          }
        />
      )}
      {form.price !== null && (
        <PriceStepper
          label={t("limit_price")}
          value={form.price}
          order={order}
          market={market}
          refusal={refusalAt("price")}
          onChange={(price) => change({ price })}
        />
      )}
      {market.extended !== undefined && mayBeExtended(order) && (
        <HoursField isExtended={form.isExtended} quote={market.extended.quote} onChange={change} />
      )}
      <QuantityStepper
        order={order}
        market={market}
        value={form.quantity}
        refusal={refusalAt("quantity")}
        onChange={(quantity) => change({ quantity })}
      />
      <p className={styles["small"]}>{t("amend_note")}</p>
      <GeneralRefusal refusal={call.refusal} />
      <div className={styles["submit"]}>
        <Button type="submit" wide busy={call.busy} disabled={!sound}>
          {t("amend_submit")}
        </Button>
      </div>
    </form>
  );
}

/** A limit order with own money. */
function mayBeExtended({ position, limit, stop, trail }: WorkingOrder): boolean {
  const isPaidInFull = position.side === "long" && position.leverage === 1;
  return isPaidInFull && limit !== null && stop === null && trail === null;
}

type FieldProps = {
  order: WorkingOrder;
  market: CloseMarket;
  value: string;
  refusal: string | undefined;
  onChange: (text: string) => void;
};

function PriceStepper({ order, market, label, ...field }: FieldProps & { label: string }) {
  const t = useText("positions");
  return (
    <Stepper
      {...field}
      label={label}
      onStep={(direction) => {
        if (market.terms === null) return;
        const stepped = stepPrice(field.value, direction, market.terms);
        field.onChange(formatPrice(stepped, settlementCurrency(order.position.type)));
      }}
      lowerLabel={t("lower_price")}
      raiseLabel={t("raise_price")}
      decimals
      hint={limitsHint(market, t)}
    />
  );
}

/** No order takes more shares than this; a closing one no more than it has and those that none waits for. */
const sharesMax = shares(quantityMax);

function QuantityStepper({ order, market, ...field }: FieldProps) {
  const t = useText("positions");
  const { position, part } = order;
  const lot = market.terms?.lot ?? shares(1n);
  const progress = progressOf(order);
  const ordered = parseShares(amendFormOf(order).quantity) ?? 0n;
  const most = part === "closing" ? shares(ordered + freeShares(position)) : sharesMax;
  return (
    <Stepper
      {...field}
      label={t("quantity")}
      onStep={(direction) =>
        field.onChange(formatShares(stepQuantity(field.value, direction, most, lot)))
      }
      lowerLabel={t("fewer")}
      raiseLabel={t("more")}
      hint={
        progress !== null
          ? t("amend_filled_hint", { quantity: displayDecimal(progress.filled, 0, 0) })
          : t("lot_hint", { lot: formatShares(lot) })
      }
    />
  );
}

/** What has no field of its own stands above the button. */
export function GeneralRefusal({ refusal }: { refusal: Refusal | null }) {
  return (
    <div aria-live="polite">
      {refusal !== null && amendFieldOf(refusal) === null && (
        <p className={styles["refusal"]}>
          <Icon name="alert" size={18} />
          {refusalText(refusal)}
        </p>
      )}
      <RuleWhy refusal={refusal} />
    </div>
  );
}

type AmendDoneProps = { order: WorkingOrder; amended: Amended; onDone: () => void };

function AmendDone({ order, amended, onDone }: AmendDoneProps) {
  const t = useText("positions");
  const shell = useText("shell");
  const { price, stop_price: stop, quantity_waiting: waiting, reserved } = amended;
  return (
    <div className={answer["answer"]} role="status">
      <span className={answer["sign"]} data-filled="true">
        <Icon name="check" size={28} />
      </span>
      <p className={answer["sentence"]}>{t("amend_done")}</p>
      <dl className={answer["facts"]}>
        {stop !== null && order.stop !== null && (
          <div>
            <dt>{t("stop_price")}</dt>
            <dd>
              <Price value={stop} />
            </dd>
          </div>
        )}
        {price !== null && (
          <div>
            <dt>{t("limit_price")}</dt>
            <dd>
              <Price value={price} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t("quantity_waiting")}</dt>
          <dd>{displayDecimal(waiting, 0, 0)}</dd>
        </div>
        {order.reserved !== null && (
          <div>
            <dt>{t("reserved")}</dt>
            <dd>
              <Amount value={reserved} />
            </dd>
          </div>
        )}
      </dl>
      <div className={answer["actions"]}>
        <Button wide onClick={onDone}>
          {shell("close")}
        </Button>
      </div>
    </div>
  );
}

function isPrice(text: string | null): boolean {
  return text === null || (parsePrice(text) ?? priceOf(0n)) > 0n;
}
