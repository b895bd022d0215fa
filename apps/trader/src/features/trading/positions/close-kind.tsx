import type { OrderKind } from "@sanshi/contract";
import { formatPrice, parsePrice, settlementCurrency } from "@sanshi/money";
import { SegmentedControl } from "@sanshi/ui";
import { useState } from "react";
import type { Refusal } from "../../../shared/api.ts";
import { firstLimit } from "../../../shared/first-limit.ts";
import { HoursField } from "../../../shared/hours-field.tsx";
import { MoreButton } from "../../../shared/more-button.tsx";
import { useText } from "../../../shared/text.ts";
import { UnreducedField, ValidityField, validityWithin } from "../../../shared/validity-field.tsx";
import {
  PriceStepper,
  priceCodes,
  sentence,
  stopCodes,
  trailCodes,
  validityCodes,
  type Closed,
} from "./close-fields.tsx";
import { TrailField } from "./trail-field.tsx";
import type { CloseMarket } from "./close-market.ts";
import {
  hasLimit,
  hasStop,
  stepPrice,
  type CloseForm as Form,
  type CloseRefusals,
} from "./close-order.ts";

const simpleKinds: readonly OrderKind[] = ["market", "limit"];
const furtherKinds: readonly OrderKind[] = ["stop", "stop_limit", "oco", "trailing_stop"];

type Prices = Omit<Form, "quantity">;
type CloseKindProps = {
  position: Closed;
  market: CloseMarket;
  /** Bought with own money alone. */
  isPaidInFull: boolean;
  form: Prices;
  found: CloseRefusals;
  refusal: Refusal | null;
  onChange: (changed: Partial<Prices>) => void;
};

/** How and at which prices something is closed; what few need is folded away. */
export function CloseKind({ form, onChange, ...rest }: CloseKindProps) {
  const t = useText("positions");
  const { position, market, isPaidInFull, found, refusal } = rest;
  const isLong = position.side === "long";
  const [isMore, setIsMore] = useState(false);
  // The limit that stands there while nobody has typed one.
  const [begun, setBegun] = useState("");
  // A limit begins at the price that a market order would meet.
  const firstIn = (isExtended: boolean) => {
    const hours = { acts: isLong ? "sell" : "buy", isExtended } as const;
    const met = parsePrice(firstLimit(hours, market.otherSide, market.extended?.quote));
    return met === null ? "" : formatPrice(met, settlementCurrency(position.type));
  };
  const first = firstIn(false);
  const inHours = (isExtended: boolean): Partial<Prices> => {
    const price = firstIn(isExtended);
    if (form.price !== begun) return { isExtended };
    setBegun(price);
    return { isExtended, price };
  };
  const choose = (kind: OrderKind) => {
    if (form.price === "") setBegun(first);
    onChange({
      kind,
      ...(hasStop(kind) && form.stop === "" && { stop: firstStop(position, market, first) }),
      price: form.price === "" ? first : form.price,
      timeInForce: validityWithin(form.timeInForce, market.forms[kind] ?? []),
    });
  };
  const choices = (kinds: readonly OrderKind[]) =>
    kinds
      .filter((kind) => simpleKinds.includes(kind) || (market.forms[kind] ?? []).length > 0)
      .map((kind) => ({ value: kind, label: t(`${kind}_order`) }));
  const toggle = () => {
    if (isMore)
      onChange({
        kind: hasLimit(form.kind) ? "limit" : "market",
        timeInForce: "until_cancelled",
        goodUntil: "",
        doNotReduce: false,
        ...(form.isExtended && inHours(false)),
      });
    setIsMore(!isMore);
  };
  const field = { position, market };
  // An empty price is a beginning, not yet a mistake.
  const wrong = (text: string, at: "price" | "stop") => (text === "" ? null : found[at]);
  return (
    <>
      <SegmentedControl
        label={t("order_kind")}
        choices={choices(simpleKinds)}
        value={form.kind}
        onChange={choose}
      />
      {isMore && (
        <SegmentedControl
          label={t("order_kind")}
          choices={choices(furtherKinds)}
          value={form.kind}
          onChange={choose}
        />
      )}
      {hasStop(form.kind) && (
        <PriceStepper
          {...field}
          label={t("stop_price")}
          price={form.stop}
          refusal={sentence(wrong(form.stop, "stop"), refusal, stopCodes)}
          onChange={(stop) => onChange({ stop })}
        />
      )}
      {form.kind === "trailing_stop" && (
        <TrailField
          {...field}
          form={form}
          refusal={sentence(form.trail === "" ? null : found.trail, refusal, trailCodes)}
          onChange={onChange}
        />
      )}
      {hasLimit(form.kind) && (
        <PriceStepper
          {...field}
          label={t("limit_price")}
          price={form.price}
          refusal={sentence(wrong(form.price, "price"), refusal, priceCodes)}
          onChange={(price) => onChange({ price })}
        />
      )}
      {market.extended !== undefined && isPaidInFull && isLong && form.kind === "limit" && (
        <HoursField
          isExtended={form.isExtended}
          quote={market.extended.quote}
          onChange={({ isExtended }) => onChange(inHours(isExtended))}
        />
      )}
      {isMore && (
        <ValidityField
          value={form}
          offered={market.forms[form.kind] ?? []}
          firstDate={market.tradingDate}
          refusal={sentence(null, refusal, validityCodes)}
          onChange={onChange}
        />
      )}
      {isMore && isLowered(position, form.kind) && (
        <UnreducedField
          market={position.type}
          timeInForce={form.timeInForce}
          value={form.doNotReduce}
          onChange={onChange}
        />
      )}
      <MoreButton text={t(isMore ? "fewer_kinds" : "more_kinds")} open={isMore} onToggle={toggle} />
    </>
  );
}

/** A stop that sells, or a limit that buys back. */
function isLowered({ side }: Closed, kind: OrderKind): boolean {
  return side === "long" ? hasStop(kind) : hasLimit(kind) && kind !== "stop_limit";
}

/** A stop begins one tick beyond the market: below it to sell, above it to buy back. */
function firstStop({ side, type }: Closed, { terms }: CloseMarket, met: string): string {
  if (terms === null || met === "") return "";
  return formatPrice(stepPrice(met, side === "long" ? -1 : 1, terms), settlementCurrency(type));
}
