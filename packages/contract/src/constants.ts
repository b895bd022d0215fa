/**
 * The contract without its validator: names, limits, states and the types that follow from them. What runs in
 * a browser imports its values from here, and from the schemas types alone.
 */
export * from "./common-constants.ts";
export * from "./durations.ts";
export * from "./governance/constants.ts";
export * from "./people/constants.ts";
export * from "./people/help.ts";
export * from "./people/kana.ts";
export * from "./people/message-groups.ts";
export * from "./market/constants.ts";
export * from "./market/sectors.ts";
export * from "./trading/constants.ts";
export * from "./money/constants.ts";
export * from "./office/constants.ts";
export * from "./products/constants.ts";
export * from "./products/copy-constants.ts";
export * from "./products/loan-constants.ts";
