import type { Texts } from "../jp/index.ts";

export const password: Texts["password"] = {
  title: "Change the login password",
  lead: "Every other device is logged out when you change it.",
  old: "Current password",
  old_missing: "Please enter your current password.",
  new: "New password",
  new_hint: "At least 8 characters, and not one you use elsewhere.",
  again: "New password again",
  save: "Change password",
  saved: "The password is changed",
};
