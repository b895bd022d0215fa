/** The environment variable with the file in which tests are named that were ended after their limit. */
export const endlessFileVariable = "SANSHI_ENDLESS_TESTS";
/** The one with that limit, where it is not the usual one. */
export const endlessSecondsVariable = "SANSHI_ENDLESS_SECONDS";
