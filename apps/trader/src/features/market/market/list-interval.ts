/** How often a market's lists are asked for anew; the prices in them are live. */
export const listMs = 30_000;
