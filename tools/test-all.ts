import { randomInt } from "node:crypto";

/**
 * `npm run test:all` runs the gate, then what takes too long to run for every change, with a seed that is drawn and
 * whole tables where the gate takes samples; and the server's tests of the gate once more at each of some other
 * moments.
 */
process.env["TEST_TABLES"] = "whole";
process.env["TEST_SEED"] ??= String(randomInt(2 ** 31));
console.log(`TEST_SEED=${process.env["TEST_SEED"]}`);
// These read the seed as they are loaded.
const { gateGroups, laterGroups, momentGroups } = await import("./test-groups.ts");
const { runSuite } = await import("./test-suite.ts");
await runSuite([...gateGroups, ...laterGroups, ...momentGroups]);
