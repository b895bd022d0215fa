import { createStored } from "@sanshi/web/stored";

/** Beside the customers' app in one origin's storage: every key of ours begins with `ops`. */
export const { readStored, writeStored } = createStored({
  language: "opsLanguage",
  theme: "opsTheme",
  listWidth: "opsListWidth",
});
