import type { Texts } from "../../jp/index.ts";

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
  passkeys: "Passkeys",
  passkeys_kept:
    "Tick the passkeys you know as your own. The others stop working with the new password.",
  passkey_added: "{{name}} (added {{date}})",
  reset_title: "Reset of your login password",
  reset_due_at: "The new password works from",
  reset_waiting:
    "Customer service was told that you have forgotten your password, and approved the new one that was chosen. It can be used until {{until}}; the first login with it logs out all other devices. Until that login your current password works, and logging in with it cancels the reset.",
  reset_asked_at: "A new password was requested on",
  reset_asked:
    "It changes nothing before customer service has made sure that it was you, and then for another {{hours}} hours.",
  reset_not_you: "If you did not request this, cancel the reset now.",
  reset_cancel: "Cancel the reset",
  reset_cancel_question:
    "Your current password stays in force. Another reset needs customer service and {{hours}} hours once more.",
  reset_cancelled: "Reset cancelled",
  factors_due_at: "Can be used from",
  factors_asked_at: "Requested on",
  factors_asked:
    "Somebody who knows your password said that every second factor is lost. Nothing changes before customer service has made sure that it was you, and then for another {{hours}} hours.",
  factors_waiting:
    "Customer service approved it. Until {{until}} a login with your password can remove your authenticator app, passkeys and recovery codes. A login with one of them cancels the reset.",
  factors_cancel_question:
    "Your second factors stay as they are. Another reset needs customer service and {{hours}} hours once more.",
  factors_title: "Reset of your second factors",
};
