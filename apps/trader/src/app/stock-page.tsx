import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import styles from "./stock-page.module.css";
import { AlertButton } from "../features/market/alerts/alert-button.tsx";
import { withLaterTexts } from "../shared/text.ts";
import StockScreen from "../features/market/stock/stock-screen.tsx";

const loadOwn = () =>
  withLaterTexts(() => import("../features/trading/positions/own-position.tsx"));
const OwnHoldings = lazy(async () => ({ default: (await loadOwn()).OwnHoldings }));
const CloseButtons = lazy(async () => ({ default: (await loadOwn()).CloseButtons }));
/**
 * Later than everything that the first view of a stock needs, where the app begins with it. Where it is open already
 * what is held is asked for at once: nobody's finger is on its way to a button that moves.
 */
const ownPositionMs = 1500;
const isFirstScreen = () => "shell" in document.documentElement.dataset;

const CompanyPart = lazy(() => withLaterTexts(() => import("./company-part.tsx")));

/** A stock, what the customer holds of it, and the bell of its price alerts: three features, joined here. */
export default function StockPage() {
  const [wanted, setWanted] = useState(() => !isFirstScreen());
  useEffect(() => {
    if (wanted) return;
    const timer = window.setTimeout(() => setWanted(true), ownPositionMs);
    return () => window.clearTimeout(timer);
  }, [wanted]);
  return (
    <StockScreen
      tools={(stock) => <AlertButton stock={stock} />}
      company={(stock) => (
        <WhenNear>
          <Suspense fallback={null}>
            <CompanyPart stock={stock} />
          </Suspense>
        </WhenNear>
      )}
      own={(stock) => wanted && <Suspense fallback={null}>{<OwnHoldings {...stock} />}</Suspense>}
      closing={(stock) =>
        wanted && <Suspense fallback={null}>{<CloseButtons {...stock} />}</Suspense>
      }
    />
  );
}

/** Nothing of it is asked for before somebody scrolls towards it. */
function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null || isNear) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) setNear(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div ref={place} className={styles["near"]}>
      {isNear && children}
    </div>
  );
}
