import { configureGlobal } from "fast-check";

/**
 * What all chance in tests follows from: fixed for `npm test`, drawn and printed by `npm run test:all`. The variable
 * TEST_SEED repeats a run.
 */
export const testSeed = Number(process.env["TEST_SEED"] ?? "20261121");

configureGlobal({ seed: testSeed });
