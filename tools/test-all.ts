import { gateGroups, laterGroups } from "./test-groups.ts";
import { runSuite } from "./test-suite.ts";

/** `npm run test:all` runs the gate, then what takes too long to run for every change. */
await runSuite([...gateGroups, ...laterGroups], []);
