import { lazy, Suspense } from "react";
import { SkeletonRows } from "@sanshi/ui";
import PositionsScreen from "../features/trading/positions/positions-screen.tsx";

const OwnSubscriptions = lazy(
  () => import("../features/products/new-shares/own-subscriptions.tsx"),
);

const OwnFollowings = lazy(() => import("../features/products/copy-trading/own-followings.tsx"));

/** The positions, and among them the subscriptions to new shares and what is followed: features, joined here. */
export default function PositionsPage() {
  return (
    <PositionsScreen
      followings={(type) => (
        <Suspense fallback={<SkeletonRows count={3} />}>
          <OwnFollowings type={type} />
        </Suspense>
      )}
      newShares={(type) => (
        <Suspense fallback={<SkeletonRows count={3} />}>
          <OwnSubscriptions type={type} />
        </Suspense>
      )}
    />
  );
}
