import { useState } from "react";
import { readStored, writeStored } from "../../../../shared/stored.ts";

/** How what is held is listed: the specification's list by opening order, or one row a stock. */
export type View = "stock" | "order";

/** The choice is remembered on this device; a link to a stock's row shows the list by stock once. */
export function useView(isLinked: boolean): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() =>
    isLinked || readStored("positionsView") === "stock" ? "stock" : "order",
  );
  return [
    view,
    (next) => {
      setView(next);
      writeStored("positionsView", next);
    },
  ];
}
