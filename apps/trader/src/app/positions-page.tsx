import { lazy, Suspense } from "react";
import { SkeletonRows } from "@sanshi/ui";
import PositionsScreen from "../features/trading/positions/positions-screen.tsx";

const OwnSubscriptions = lazy(
  () => import("../features/products/new-shares/own-subscriptions.tsx"),
);

/** The positions, and among them the subscriptions to new shares: two features, joined here. */
export default function PositionsPage() {
  return (
    <PositionsScreen
      newShares={(type) => (
        <Suspense fallback={<SkeletonRows count={3} />}>
          <OwnSubscriptions type={type} />
        </Suspense>
      )}
    />
  );
}
