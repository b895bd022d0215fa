import type { Texts } from "../../jp/index.ts";

export const security: Texts["security"] = {
  title: "Security",
  login_password: "Login password",
  login_password_hint: "Needed to change these settings",
  totp: "Authenticator app (two steps)",
  totp_explained: "Confirm sign-ins, withdrawals and new bank accounts with a six-digit code.",
  totp_on: "On. Sign-ins, withdrawals and new bank accounts require a code.",
  totp_begin: "Set up an authenticator app",
  totp_confirm: "Finish",
  totp_remove: "Turn off two-step sign-in",
  totp_off: "Two-step sign-in is off",
  secret: "Setup key",
  secret_note: "Enter it in your authenticator app",
  open_app: "Open the app on this device",
  code: "Code",
  recovery_codes_shown:
    "These are your recovery codes. Each works once when you do not have your app. They are shown only now: keep them safe.",
  recovery_codes: "Recovery codes",
  recovery_left:
    "{{count}} left. If you lose your phone, each works once in place of your app or passkey.",
  recovery_renew: "Get new recovery codes",
  passkeys: "Passkeys",
  passkeys_explained: "Sign in with your fingerprint or face, and confirm withdrawals.",
  added: "Added {{date}}",
  confirm_by: "Use it once with your new password by {{until}} (real time), or it is removed.",
  remove: "Remove",
  remove_passkey: "Remove the passkey {{name}}",
  add_passkey: "Add a passkey",
  no_passkeys_here: "This browser or connection cannot use passkeys.",
  passkey_not_given: "No passkey was used. Try again, or enter a code.",
  this_device: "This device",
  stop_reset: "It was not me: stop and freeze",
  reset_stopped: "Reset stopped, account frozen",
  reset_held:
    "A password was reset. Until {{until}} (real time), you cannot withdraw, add a bank account or change second factors.",
  freeze: "Freeze my account",
  freeze_explained:
    "If you suspect someone else has access: stops trading and withdrawals at once. Contact customer service to unfreeze.",
  freeze_now: "Freeze it now",
  frozen: "Your account is frozen",
  proof_title: "Second step",
  proof_lead:
    "Confirm that it is you with a code from your authenticator app, a recovery code or a passkey. You will not be asked again for a few minutes.",
  confirm: "Confirm",
  password_proof_title: "Confirm with your password",
  password_proof_lead:
    "Enter your login password to confirm that it is you. You will not be asked again for a few minutes.",
  with_passkey: "Use a passkey",
};
