/** The names of the config entries that a customer's app may see. */
export const publicConfigNames = [
  "extended_hours",
  "title",
  "logo",
  "kefu",
  "menu",
  "default_language",
  "simulated",
  "market_hours",
  "bank_card_cooling_off_hours",
  "prices_foreseeable",
  // The app's clock as it was answered.
  "now",
  // Of a move of the simulated clock that is announced: to when, and from when on it can be made.
  "clock_move_to",
  "clock_move_from",
  "withdrawal_hours",
  "withdrawal_days",
  "withdrawal_minimum",
  "withdrawal_maximum",
  "withdrawal_requires_no_positions",
  "withdrawal_arrival_minutes",
  "reset_hold_hours",
  "deposit_minimum",
  "deposit_maximum",
] as const;

/** So many changes are in the public list. */
export const settingChangesShownMax = 100;

/**
 * What a photo may be: an ID's side or a transfer's receipt. Its type is told by its content, never by
 * its name, and its size is looked at before it is decoded.
 */
export const photoTypes = ["image/jpeg", "image/png", "image/webp"] as const;

export type PhotoType = (typeof photoTypes)[number];

export const photoBytesMax = 8 * 1024 * 1024;

export const photoPixelsMax = 25_000_000;

/** Of the shorter side: below this nobody reads an ID. */
export const photoSideMin = 200;

/** Why a photo is not taken, in this order; `field` names the form's field. */
export const photoRefusals = [
  "photo_too_large",
  "photo_type_not_accepted",
  "photo_pixels_too_many",
  "photo_too_small",
  "photo_unreadable",
] as const;
