import type { Texts } from "../../jp/index.ts";

export const fundPassword: Texts["fundPassword"] = {
  title: "Fund password",
  lead_set: "Six digits you enter when you withdraw. They are separate from your login password.",
  lead_change: "Confirm with your current fund password and your login password.",
  lead_reset:
    "Your reset is ready until {{until}}. Choose a new fund password and confirm with your login password.",
  old: "Current fund password",
  new: "New fund password",
  new_hint: "Six digits; no repeats, sequences, dates or part of your account number",
  again: "New fund password again",
  login_password: "Login password",
  login_missing: "Enter your login password.",
  save: "Save",
  saved: "Fund password saved",
  forgotten: "Forgot your fund password?",
  reset_title: "Reset your fund password",
  reset_wait:
    "You can choose a new one {{hours}} hours after your request, for {{days}} days. The wait protects you if someone else made the request.",
  reset_told: "Every signed-in device is notified, and any of them can cancel the reset.",
  reset_old: "Until then, your current fund password works. Withdrawing with it cancels the reset.",
  reset_request: "Request the reset",
  reset_requested: "Reset requested",
  reset_due_at: "You can choose a new one from",
  reset_waiting:
    "Then come back to this screen; the reset is open until {{until}}. Your current fund password works until you choose a new one; withdrawing with it cancels the reset.",
  reset_not_you:
    "If you did not request this, cancel the reset and change your login password now.",
  reset_cancel: "Cancel the reset",
  reset_cancel_question:
    "Your current fund password stays valid. Another reset takes another {{hours}} hours.",
  reset_cancelled: "Reset canceled",
};
