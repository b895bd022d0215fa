import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { useTicketDock } from "../shared/layout.ts";
import { Pane } from "../shared/screen.tsx";
import { withLaterTexts } from "../shared/text.ts";
import { routes } from "./paths.ts";
import styles from "./workplace.module.css";

const Watchlist = lazy(() =>
  withLaterTexts(() => import("../features/market/watchlist/watchlist-screen.tsx")),
);
const Positions = lazy(() => withLaterTexts(() => import("./positions-page.tsx")));

/** Before the screen: the watchlist, or on a tablet the positions where the screen is the watchlist. */
export function LeadingPane() {
  const { pathname } = useLocation();
  const isWatchlist = pathname === routes.watchlist;
  return (
    <div className={styles["leading"]}>
      <Pane>
        <Suspense fallback={null}>{isWatchlist ? <Positions /> : <Watchlist />}</Suspense>
      </Pane>
    </div>
  );
}

/** Behind the screen of a desk: the ticket of the stock that is open, and what the customer holds. */
export function TradingPane() {
  const { pathname } = useLocation();
  const isStock = pathname === routes.stock;
  return (
    <div className={styles["trading"]}>
      {isStock && <div ref={setDock} className={styles["dock"]} />}
      <Pane>
        <Suspense fallback={null}>
          <Positions />
        </Suspense>
      </Pane>
    </div>
  );
}

function setDock(dock: HTMLElement | null): void {
  useTicketDock.setState({ dock });
}
