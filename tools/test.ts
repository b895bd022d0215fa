import { gateGroups, laterGroups } from "./test-groups.ts";
import { runMatching, runSuite } from "./test-suite.ts";

/**
 * `npm test` is the gate: the check, the unit tests, the server's tests and the browser tests.
 * `npm test -- <words>` runs the test files of all groups whose path holds one of the words.
 */
const words = process.argv.slice(2).filter((parameter) => parameter !== "--");
if (words.length === 0) await runSuite(gateGroups);
else await runMatching([...gateGroups, ...laterGroups], words);
