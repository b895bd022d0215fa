import type { Texts } from "../../jp/index.ts";

export const signIn: Texts["signIn"] = {
  title: "Operator sign-in",
  email: "E-mail",
  password: "Password",
  code: "Authentication code",
  code_hint: "The 6 digits from your authenticator app, or a recovery code",
  sign_in: "Sign in",
  or: "or",
  with_passkey: "Sign in with a passkey",
  passkey_given_up: "The passkey prompt was closed. Try again.",
  passkey_failed: "The passkey could not be used on this device.",
  passkey_not_offered: "Passkeys work over https, or on this machine (localhost)",
};
