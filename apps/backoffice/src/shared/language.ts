import { language, type Language } from "@sanshi/web/language";
import { readStored, writeStored } from "./stored.ts";

/** Stores the choice and reloads: everything on the screen is in one language. */
export function changeLanguage(chosen: Language): void {
  if (readStored("language") === chosen && chosen === language()) return;
  writeStored("language", chosen);
  window.location.reload();
}
