import { PullToRefresh } from "@sanshi/ui";
import { lazy, Suspense, useEffect, useState } from "react";
import { AccountBanner } from "../../../shared/account-banner.tsx";
import { refresh } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import { loadingToast } from "@sanshi/web/toast";
import { AccountCard } from "./account-card.tsx";
import { ActivitySheet } from "./activity-sheet.tsx";
import { AppearanceSheet } from "./appearance-sheet.tsx";
import { AssetsCard } from "./assets-card.tsx";
import { DevicesSheet } from "./devices-sheet.tsx";
import { LogoutSheet } from "./logout-sheet.tsx";
import { Menu, type MenuSheet } from "./menu.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { SecuritySheet } from "./security-sheet.tsx";
import { useAssets, useUserInfo } from "./my-page-queries.ts";

// Few open it, and then it is a moment away.
const NotificationsSheet = lazy(() =>
  import("./notifications-sheet.tsx").then((module) => ({ default: module.NotificationsSheet })),
);

export default function MyPageScreen() {
  const t = useText("myPage");
  const info = useUserInfo();
  const assets = useAssets();
  const [sheet, setSheet] = useState<MenuSheet | null>(null);
  useLoadingToast(info.isPending || assets.isPending);
  const close = () => setSheet(null);
  return (
    <Screen title={t("title")} root quickLinks>
      <PullToRefresh
        onRefresh={() => refresh("/user/getUserinfo", "/user/assets")}
        texts={pullTexts()}
      >
        <AccountCard query={info} />
        <AccountBanner />
        <AssetsCard assets={assets} info={info.data} />
        <QuickActions />
        <Menu info={info.data} onOpen={setSheet} />
      </PullToRefresh>
      <SecuritySheet open={sheet === "security"} onClose={close} />
      <DevicesSheet open={sheet === "devices"} onClose={close} />
      <ActivitySheet open={sheet === "activity"} onClose={close} />
      <AppearanceSheet open={sheet === "appearance"} onClose={close} />
      {sheet === "notifications" && (
        <Suspense>
          <NotificationsSheet open onClose={close} />
        </Suspense>
      )}
      <LogoutSheet open={sheet === "logout"} onClose={close} />
    </Screen>
  );
}

/** The specification's toast while the user panel loads. */
function useLoadingToast(loading: boolean): void {
  const t = useText("myPage");
  useEffect(() => (loading ? loadingToast(t("loading_panel")) : undefined), [loading, t]);
}
