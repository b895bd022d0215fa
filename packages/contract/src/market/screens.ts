import { z } from "zod";
import { defineCall } from "../call.ts";
import { decimal, done, marketKey, marketType, nothing, time, typedText } from "../wire.ts";
import { screenBounds, screenNameLengthMax, type ScreenBound } from "./constants.ts";
import { sectorKeys } from "./sectors.ts";

/** Prices in the market's currency; changes, yields and distances to the 52-week ends in per cent. */
const bounds = Object.fromEntries(
  screenBounds.map((bound) => [bound, decimal.optional()]),
) as Record<ScreenBound, z.ZodOptional<typeof decimal>>;

const criteria = z.strictObject({
  ...bounds,
  sector: z.enum(sectorKeys).optional(),
  /** Stocks of which a figure that is asked for is not known are left out, or shown as such. */
  unknown: z.enum(["hide", "show"]).default("hide"),
});
export type ScreenCriteria = z.output<typeof criteria>;

const screenName = typedText(screenNameLengthMax);

const savedScreen = z.object({
  name: z.string(),
  type: marketKey,
  criteria,
  saved_at: time,
});
export type SavedScreen = z.output<typeof savedScreen>;

export const screenCalls = {
  "/market/screens": defineCall({
    summary: "The customer's saved screens of stocks, by name",
    access: "customer",
    input: nothing,
    output: z.array(savedScreen),
    refusals: [],
  }),
  "/market/save-screen": defineCall({
    summary: "Saves a screen of stocks by its name; one of that name is replaced",
    access: "customer",
    input: criteria.extend({ name: screenName, type: marketType }),
    output: savedScreen,
    refusals: ["screens_too_many"],
  }),
  "/market/unsave-screen": defineCall({
    summary: "Lets go of the saved screen of a name; a second time changes nothing",
    access: "customer",
    input: z.strictObject({ name: screenName }),
    output: done,
    refusals: [],
  }),
};
