export const accountPattern = /^\d{10}$/;

export const passwordLengthMin = 8;

export const customerStates = ["active", "banned", "frozen", "trading_disabled"] as const;

export type CustomerState = (typeof customerStates)[number];

export const announcementTitleMax = 120;

export const announcementBodyMax = 4_000;

export const announcementAccountsMax = 1_000;

/** How long a case waits for customer service to be told its number. */
export const loginPasswordCaseDays = 7;

/** From the second operator's approval until the new password works: the owner's time to cancel it. */
export const loginPasswordResetHours = 24;

/** From the second operator's approval until the factors can be ended by a sign-in: the same for all devices. */
export const factorResetHours = 24;

/** Without letters and digits that are mistaken for one another on the telephone. */
export const caseNumberLetters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

export const caseNumberPattern = /^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/;

/** How a case ended, approved or not. */
export const loginResetEnds = [
  "used",
  "cancelled",
  "rejected",
  "stopped",
  "replaced",
  "expired",
] as const;

/** The ways from home to everything that has no tab of its own, in the order of a newcomer. */
export const homeEntries = [
  "deposit",
  "exchange",
  "new_shares",
  "withdraw",
  "copy_trading",
  "intraday",
  "block_trades",
  "lending",
  "loan",
  "news",
  "help",
] as const;

export type HomeEntry = (typeof homeEntries)[number];

export const fundPasswordPattern = /^\d{6}$/;

/** Within an hour of real time; the next one waits for the hour to pass. */
export const fundPasswordAttemptsMax = 5;

/** From asking to set a forgotten one anew until it can be: the owner's time to cancel a thief's. */
export const fundPasswordResetHours = 24;

/** How long a reset can be used once it is due, of a fund password as of a login password. */
export const passwordResetUsableDays = 7;

/** Without another date the house looks at a restricted account again after so many days. */
export const restrictionReviewDays = 14;

export const restrictionReviewDaysMax = 30;

/** What operators can bar one customer from closing for, however often they renew it. */
export const closingBarredTotal = { hoursMax: 72, withinDays: 30 } as const;

/** So many restrictions that have ended are shown. */
export const endedRestrictionsShownMax = 20;

export const customerPasskeysMax = 5;

/**
 * What a stranger's browser works out before an attempt at an account that many strangers have tried: numbers until one
 * whose scrypt begins with so many zero bits. Memory makes it dear for whoever guesses at thousands at once.
 */
export const puzzleCost = { n: 8_192, r: 8, p: 1, bytes: 4 } as const;

/** After a reset of the login password each passkey is used beside the new one, or ends; in real time. */
export const passkeyConfirmHours = 72;

/** A second factor that was proved holds so long for the session, in real time. */
export const proofMinutes = 5;

/** For so long a sign-in stands for the login password, where there is no second factor to prove. */
export const signInProofMinutes = 15;

/** What one side says at once in a conversation with customer service. */
export const serviceBodyMax = 2_000;

/** How often one customer may write: a person in a hurry, and no program. */
export const serviceMessagesPerTenMinutesMax = 20;

export const serviceMessagesPerDayMax = 100;

/** Of the address that a browser's push service has given it. */
export const pushEndpointLengthMax = 1_000;

/** One more forgets the account's oldest. */
export const pushDevicesMax = 10;
