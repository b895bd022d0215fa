import type { Texts } from "../../jp/index.ts";

export const forgottenPassword: Texts["forgottenPassword"] = {
  title: "Forgot your password?",
  lead: "Choose a new password and get a case number. The password works once customer service has verified your identity.",
  submit: "Get a case number",
  done_title: "Your case number",
  done_lead: "For account {{account}}. Write it down: it is shown only here.",
  case_number: "Case number",
  next: "What happens next",
  step_tell:
    "Contact customer service within {{days}} days and give them this number. They verify your identity and never ask for your password.",
  step_wait:
    "{{hours}} hours after approval, your new password works. Every signed-in device is notified and can cancel it.",
  step_login:
    "Then sign in with your new password within {{days}} days. All other devices are signed out.",
  remembered: "If you remember your current password, sign in with it. That cancels the reset.",
  to_login: "Back to sign-in",
  contact: "Contact customer service",
  contact_lead:
    "Write to us with your case number, without signing in. Replies appear here. Nothing about your account is shown.",
  contact_field: "Your message",
  contact_send: "Send",
  contact_sent: "Sent. You can read the reply with your case number.",
  contact_help: "Read this help page",
  have_number: "I have a case number",
  number_hint: "For example ABCD-2345",
  open_case: "Open messages",
  lost_title: "Lost every second factor?",
  lost_lead:
    "Enter your password to get a case number. After customer service verifies your identity, you can sign in without the second step.",
  lost_note:
    "Every signed-in device is notified at once and can stop it. If you still have a recovery code or a passkey, use that instead.",
  lost_step_wait:
    "{{hours}} hours after two staff members approve, sign in with your password and choose “Sign in without a second step”.",
  lost_step_login:
    "Your authenticator app, passkeys and recovery codes then stop working. For 72 hours you cannot withdraw or change factors or bank accounts.",
};
