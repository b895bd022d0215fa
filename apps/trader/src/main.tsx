import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./app/critical-styles.ts";
import { App } from "./app/app.tsx";
import { preloadPlace } from "./app/routes.tsx";
import { keepApp } from "./app/service-worker.ts";
import { StartFailed } from "./app/start-failed.tsx";
import { config, loadConfig } from "./shared/config.ts";
import { decideLanguage, showLanguage } from "./shared/language.ts";
import { language } from "@sanshi/web/language";
import { currentPlace } from "./shared/places.ts";
import { followOtherTabs, restoreSession, useSession } from "./shared/session.ts";
import { readStored } from "./shared/stored.ts";
import { loadRefusalTexts, loadTexts } from "./shared/text.ts";
import { followSystemTheme } from "./shared/theme.ts";

const root = createRoot(document.getElementById("root") as HTMLElement);

/** Later than the first view, and before anybody has filled in a form. */
const refusalTextsAfterMs = 1_000;

/** The specification's start-up order: first the config, and only then the app. */
async function start(): Promise<void> {
  try {
    await Promise.all([loadConfig(), loadTexts(language())]);
    await followSiteLanguage();
  } catch {
    root.render(<StartFailed onRetry={start} />);
    return;
  }
  showSite();
  restoreSession();
  // The page's own shapes stand until the first screen can; what cannot be loaded is said in its place.
  await preloadPlace(currentPlace(), useSession.getState().token !== "").catch(() => undefined);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  window.setTimeout(() => void loadRefusalTexts().catch(() => undefined), refusalTextsAfterMs);
}

/** The site's default counts where neither a choice nor the browser decides. */
async function followSiteLanguage(): Promise<void> {
  const decided = decideLanguage(
    readStored("language"),
    navigator.languages,
    config("default_language"),
  );
  if (decided === language()) return;
  showLanguage(decided);
  await loadTexts(decided);
}

function showSite(): void {
  document.title = config("title") || document.title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const logo = config("logo");
  // The same address again would be fetched again.
  if (icon !== null && logo !== "" && icon.getAttribute("href") !== logo) icon.href = logo;
}

followSystemTheme();
followOtherTabs();
void start();
keepApp();
