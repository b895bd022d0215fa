import type { Texts } from "../../jp/index.ts";

export const password: Texts["password"] = {
  title: "Change login password",
  lead: "Changing it signs out all other devices.",
  old: "Current password",
  old_missing: "Enter your current password.",
  new: "New password",
  new_hint: "At least 8 characters, and not one you use elsewhere.",
  again: "Confirm new password",
  save: "Change password",
  saved: "Password changed",
  passkeys: "Passkeys",
  passkeys_kept:
    "Check the passkeys you know as your own. The others stop working with the new password.",
  passkey_added: "{{name}} (added {{date}})",
  reset_title: "Login password reset",
  reset_due_at: "The new password works from",
  reset_waiting:
    "Customer service approved a new password after a forgotten-password request. It can be used until {{until}}; the first sign-in with it signs out all other devices. Until then your current password works, and signing in with it cancels the reset.",
  reset_asked_at: "A new password was requested on",
  reset_asked:
    "Nothing changes until customer service verifies your identity and another {{hours}} hours pass.",
  reset_not_you: "If you did not request this, cancel the reset now.",
  reset_cancel: "Cancel the reset",
  reset_cancel_question:
    "Your current password stays valid. Another reset needs customer service and another {{hours}} hours.",
  reset_cancelled: "Reset canceled",
  factors_due_at: "Can be used from",
  factors_asked_at: "Requested on",
  factors_asked:
    "Someone who knows your password reported every second factor lost. Nothing changes until customer service verifies your identity and another {{hours}} hours pass.",
  factors_waiting:
    "Customer service approved it. Until {{until}}, signing in with your password can remove your authenticator app, passkeys and recovery codes. Signing in with one of them cancels the reset.",
  factors_cancel_question:
    "Your second factors stay as they are. Another reset needs customer service and another {{hours}} hours.",
  factors_title: "Second factor reset",
};
