import { Button, EmptyState } from "@sanshi/ui";
import { useState } from "react";
import { language } from "@sanshi/web/language";
import { startFailedTexts } from "../texts/start-failed.ts";

/** Without the config the app does not start: says so in the user's language, and asks again. */
export function StartFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const texts = startFailedTexts[language()];
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void onRetry().finally(() => setBusy(false));
  };
  return (
    <main className="alone">
      <EmptyState picture="cloud" sentence={texts.sentence}>
        <Button busy={busy} onClick={retry}>
          {texts.retry}
        </Button>
      </EmptyState>
    </main>
  );
}
