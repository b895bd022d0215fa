import { EmptyState } from "@sanshi/ui";
import { Button } from "../shared/kit/button.tsx";
import { language } from "@sanshi/web/language";
import { startFailedTexts } from "../texts/start-failed.ts";

/** The server, or the texts, could not be reached: says so in the operator's language. */
export function StartFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const { sentence, retry } = startFailedTexts[language()];
  return (
    <main>
      <EmptyState picture="cloud" sentence={sentence}>
        <Button look="primary" onClick={() => void onRetry()}>
          {retry}
        </Button>
      </EmptyState>
    </main>
  );
}
