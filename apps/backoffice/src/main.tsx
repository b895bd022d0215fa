import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@sanshi/ui/tokens.css";
import "./app/base.css";
import { App } from "./app/app.tsx";
import { StartFailed } from "./app/start-failed.tsx";
import { listenForShortcuts } from "./shared/keys.ts";
import { showTips } from "./shared/kit/tips.ts";
import { language } from "@sanshi/web/language";
import { queryClient } from "./shared/queries.ts";
import { loadTexts } from "./shared/text.ts";
import { followSystemTheme } from "./shared/theme.ts";

const root = createRoot(document.getElementById("root") as HTMLElement);

async function start(): Promise<void> {
  try {
    await loadTexts(language());
  } catch {
    root.render(<StartFailed onRetry={start} />);
    return;
  }
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}

followSystemTheme();
showTips();
listenForShortcuts();
void start();
