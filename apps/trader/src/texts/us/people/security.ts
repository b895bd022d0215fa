import type { Texts } from "../../jp/index.ts";

export const security: Texts["security"] = {
  title: "Security",
  login_password: "Login password",
  login_password_hint: "Needed to change these settings",
  totp: "Authenticator app (two steps)",
  totp_explained: "Confirm sign-ins, withdrawals and new bank accounts with a six-digit code.",
  totp_on: "On. Sign-ins, withdrawals and new bank accounts ask for a code.",
  totp_begin: "Set up an authenticator app",
  totp_confirm: "Finish",
  totp_remove: "Turn two-step sign-in off",
  totp_off: "Two-step sign-in is off",
  secret: "Setup key",
  secret_note: "Enter it in your authenticator app",
  open_app: "Open the app on this device",
  code: "Code",
  recovery_codes_shown:
    "These are your recovery codes. Each works once when you don’t have your app. They are shown only now: keep them safe.",
  recovery_codes: "Recovery codes",
  recovery_left:
    "{{count}} left. Each stands in once for your app or passkey when you’ve lost your phone.",
  recovery_renew: "Make new recovery codes",
  passkeys: "Passkeys",
  passkeys_explained: "Sign in with your finger or face, and confirm withdrawals with it.",
  added: "Added {{date}}",
  confirm_by:
    "Use it once together with your new password until {{until}} (real time). Otherwise it is removed.",
  remove: "Remove",
  remove_passkey: "Remove the passkey {{name}}",
  add_passkey: "Add a passkey",
  no_passkeys_here: "This browser or connection can’t use passkeys.",
  passkey_not_given: "No passkey was used. Try again, or enter a code.",
  this_device: "This device",
  stop_reset: "It wasn’t me: stop and freeze",
  reset_stopped: "The reset is stopped and your account is frozen",
  reset_held:
    "A password was reset. Until {{until}} (real time) nobody can withdraw, add a bank account or change a factor.",
  freeze: "Freeze my account",
  freeze_explained:
    "If you fear that somebody else is in: stops trading and withdrawals at once. Customer service opens it again.",
  freeze_now: "Freeze it now",
  frozen: "Your account is frozen",
  proof_title: "Second step",
  proof_lead:
    "Please confirm that it’s you with a code from your authenticator app, a recovery code or a passkey. You won’t be asked again for a few minutes.",
  confirm: "Confirm",
  password_proof_title: "Confirm with your password",
  password_proof_lead:
    "Please enter your login password to confirm that it’s you. You won’t be asked again for a few minutes.",
  with_passkey: "Use a passkey",
};
