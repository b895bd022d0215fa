import { lazy, Suspense, useEffect, useState } from "react";
import { AlertButton } from "../features/market/alerts/alert-button.tsx";
import StockScreen from "../features/market/stock/stock-screen.tsx";

const loadOwnPosition = () => import("../features/trading/positions/own-position.tsx");
const OwnPosition = lazy(loadOwnPosition);
/** Later than everything that the first view of a stock needs. */
const ownPositionMs = 1500;

/** A stock, what the customer holds of it, and the bell of its price alerts: three features, joined here. */
export default function StockPage() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setWanted(true), ownPositionMs);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <StockScreen
      tools={(stock) => <AlertButton stock={stock} />}
      own={(stock) =>
        wanted && (
          <Suspense fallback={null}>
            <OwnPosition {...stock} />
          </Suspense>
        )
      }
    />
  );
}
