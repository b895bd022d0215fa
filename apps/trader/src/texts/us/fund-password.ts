import type { Texts } from "../jp/index.ts";

export const fundPassword: Texts["fundPassword"] = {
  title: "Fund password",
  lead_set:
    "Six digits that are asked for when you withdraw. They are kept apart from your login password.",
  lead_change: "Confirm with your present fund password and your login password.",
  old: "Present fund password",
  new: "New fund password",
  new_hint: "Six digits; no repeated digits or sequences",
  again: "New fund password again",
  login_password: "Login password",
  login_missing: "Enter your login password.",
  save: "Save",
  saved: "Fund password saved",
};
