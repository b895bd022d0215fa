import { z } from "zod";

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

/** A file of a `multipart/form-data` form. */
export const photo = z.file();

/** Why a photo is not taken, in this order; `field` names the form's field. */
export const photoRefusals = [
  "photo_too_large",
  "photo_type_not_accepted",
  "photo_pixels_too_many",
  "photo_too_small",
  "photo_unreadable",
] as const;
