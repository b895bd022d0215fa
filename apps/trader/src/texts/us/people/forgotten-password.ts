import type { Texts } from "../../jp/index.ts";

export const forgottenPassword: Texts["forgottenPassword"] = {
  title: "Forgot your password?",
  lead: "Choose a new password and take a case number. The password works once customer service has made sure that it is you.",
  submit: "Get a case number",
  done_title: "Your case number",
  done_lead: "For account {{account}}. Write it down: it is shown only here.",
  case_number: "Case number",
  next: "What happens next",
  step_tell:
    "Contact customer service within {{days}} days and tell them this number. They make sure that it is you, and never ask for your password.",
  step_wait:
    "{{hours}} hours after their approval your new password works. Every device you are logged in on is told and can cancel it.",
  step_login:
    "Then log in with your new password within {{days}} days. All other devices are logged out.",
  remembered:
    "If you remember your current password, simply log in with it: that cancels the reset.",
  to_login: "Back to login",
  lost_title: "Lost every second factor?",
  lost_lead:
    "With your password you get a case number. Customer service makes sure that it is you; then you can log in without the second step.",
  lost_note:
    "Every device you are logged in on is told at once and can stop it. If you still have a recovery code or a passkey, use that instead.",
  lost_step_wait:
    "{{hours}} hours after two of them approved, log in with your password and choose “Log in without a second step”.",
  lost_step_login:
    "Your authenticator app, passkeys and recovery codes then no longer count. For 72 hours nothing can be withdrawn and no factor or bank account changed.",
};
