import type { EarlyRefusalTexts } from "../../refusals.ts";

export const earlyRefusalTexts: EarlyRefusalTexts = {
  network_error: "Network error. Check your connection and try again.",
  overloaded: "We are very busy right now. Try again in a moment.",
  server_fault: "A system error occurred. Try again later.",
  account_not_ten_digits: "The account must be a ten-digit mobile number.",
  password_too_short: "The password needs at least {{length}} characters.",
  passwords_do_not_match: "The two passwords do not match.",
  agreement_required: "Accept the user agreement.",
  invitation_code_required: "Enter an invitation code.",
};
