/** What two operators publish and withdraw; each says so in its own words, under the same names. */
export type OfferTexts = "blockOffers" | "offerings";
