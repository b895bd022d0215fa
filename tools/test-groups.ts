/** Tests that run side by side; the groups run one after the other. */
export interface TestGroup {
  readonly title: string;
  /** Of `vitest.config.ts`. */
  readonly projects: readonly string[];
  readonly needsBrowser?: boolean;
}

/** What `npm test` runs after the check. */
export const gateGroups: readonly TestGroup[] = [
  { title: "Unit tests", projects: ["unit"] },
  { title: "Tests of the server", projects: ["server"] },
  { title: "Browser tests", projects: ["e2e"], needsBrowser: true },
];

/** What `npm run test:all` runs after the gate. */
export const laterGroups: readonly TestGroup[] = [
  { title: "Tests of the tools", projects: ["tools"] },
  { title: "Simulations", projects: ["simulation"] },
];
