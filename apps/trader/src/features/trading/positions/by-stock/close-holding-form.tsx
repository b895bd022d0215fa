import { displayDecimal, parseShares, shares } from "@sanshi/money";
import { SegmentedControl } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { useText } from "../../../../shared/text.ts";
import { MarketLine, quantityCodes, QuantityStepper, sentence } from "../close-fields.tsx";
import { CloseFoot } from "../close-foot.tsx";
import { CloseKind } from "../close-kind.tsx";
import form from "../close-form.module.css";
import { useCloseMarket } from "../close-market.ts";
import { checkClose, noTrail, stepQuantity } from "../close-order.ts";
import { Stepper } from "../stepper.tsx";
import { useOrderCall } from "../use-order-call.ts";
import styles from "./by-stock.module.css";
import { ClosingEstimate } from "./closing-estimate.tsx";
import { useClosingPreview } from "./closing-preview.ts";
import {
  closingInput,
  sharesAsked,
  type ClosedHolding,
  type ClosingForm,
  type Holding,
  type Opening,
} from "./holding.ts";

type CloseHoldingFormProps = { holding: Holding; onAnswer: (answer: ClosedHolding) => void };

/** How many shares, of which openings, at which price; below them what it would bring. */
export function CloseHoldingForm({ holding, onAnswer }: CloseHoldingFormProps) {
  const market = useCloseMarket(holding);
  const order = useOrderCall("/trade/close-holding", onAnswer);
  const [typed, setTyped] = useState<ClosingForm>({
    kind: "market",
    price: "",
    stop: "",
    ...noTrail,
    timeInForce: "until_cancelled",
    goodUntil: "",
    doNotReduce: false,
    isExtended: false,
    how: "oldest",
    quantity: holding.quantity_free,
    chosen: {},
  });
  const free = parseShares(holding.quantity_free) ?? shares(0n);
  const asked = sharesAsked(holding, typed);
  const found = checkClose(typed, free, market.terms, holding.type);
  const isOldest = typed.how === "oldest";
  const isSound =
    (isOldest ? found.quantity === null : asked !== null && asked > 0n) &&
    found.price === null &&
    found.trail === null &&
    found.stop === null;
  const input = isSound ? closingInput(holding, typed) : null;
  const { preview, refusal } = useClosingPreview(input);
  const refused = order.refusal ?? refusal;
  const change = (changed: Partial<ClosingForm>) => {
    order.clearRefusal();
    setTyped((before) => ({ ...before, ...changed }));
  };
  return (
    <form
      className={form["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (input !== null) void order.send(input);
      }}
    >
      <MarketLine position={holding} market={market} />
      <CloseKind
        position={holding}
        market={market}
        isPaidInFull={holding.funding === "cash"}
        form={typed}
        found={found}
        refusal={refused}
        onChange={change}
      />
      {holding.openings.length > 1 && (
        <HowChoice holding={holding} typed={typed} onChange={change} />
      )}
      {isOldest ? (
        <QuantityStepper
          position={holding}
          market={market}
          held={free}
          quantity={typed.quantity}
          refusal={sentence(found.quantity, refused, quantityCodes)}
          onChange={(quantity) => change({ quantity })}
        />
      ) : (
        <ChosenOpenings
          holding={holding}
          lot={market.terms?.lot ?? shares(1n)}
          chosen={typed.chosen}
          onChange={(chosen) => change({ chosen })}
        />
      )}
      <CloseFoot
        closed={holding}
        market={market}
        form={{ ...typed, quantity: (asked ?? 0n).toString() }}
        refusal={refused}
        isAll={!isOldest}
        busy={order.busy}
        isReady={input !== null && refusal === null}
        estimate={<ClosingEstimate holding={holding} preview={preview} />}
      />
    </form>
  );
}

type Change = (changed: Partial<ClosingForm>) => void;

function HowChoice({
  holding,
  typed,
  onChange,
}: {
  holding: Holding;
  typed: ClosingForm;
  onChange: Change;
}) {
  const t = useText("holdings");
  return (
    <SegmentedControl
      label={t(holding.side === "long" ? "how" : "how_short")}
      choices={[
        { value: "oldest", label: t("how_oldest") },
        { value: "choose", label: t("how_choose") },
      ]}
      value={typed.how}
      onChange={(how) => onChange({ how })}
    />
  );
}

type ChosenOpeningsProps = {
  holding: Holding;
  lot: ReturnType<typeof shares>;
  chosen: ClosingForm["chosen"];
  onChange: (chosen: ClosingForm["chosen"]) => void;
};

/** The openings that can be closed now, each with its own shares; what is locked stands below. */
function ChosenOpenings({ holding, lot, chosen, onChange }: ChosenOpeningsProps) {
  const t = useText("positions");
  const own = useText("holdings");
  const label = (opening: Opening) =>
    `${showDateTime(opening.buy_time)} · ${displayDecimal(opening.buy_price, 2, 4)}`;
  return (
    <ul className={styles["chosen"]}>
      {holding.openings
        .filter(({ quantity_free: free }) => /[1-9]/.test(free))
        .map((opening) => {
          const free = parseShares(opening.quantity_free) ?? shares(0n);
          const text = chosen[opening.id] ?? "";
          const set = (next: string) => onChange({ ...chosen, [opening.id]: next });
          return (
            <li key={opening.id}>
              <Stepper
                label={label(opening)}
                value={text}
                onChange={set}
                onStep={(direction) => {
                  // From nothing on, and back to nothing.
                  const isLast = direction < 0 && (parseShares(text) ?? 0n) <= lot;
                  set(isLast ? "" : stepQuantity(text, direction, free, lot).toString());
                }}
                lowerLabel={t("fewer")}
                raiseLabel={t("more")}
                placeholder="0"
                hint={own("choose_hint", {
                  quantity: displayDecimal(opening.quantity_free, 0, 0),
                })}
                refusal={sentence(
                  text === ""
                    ? null
                    : checkClose(
                        { kind: "market", quantity: text, price: "", stop: "", trail: "" },
                        free,
                        null,
                        holding.type,
                      ).quantity,
                  null,
                  quantityCodes,
                )}
              />
            </li>
          );
        })}
    </ul>
  );
}
