// Who may import whom: the table of ARCHITECTURE.md, as rules. `npm run check` runs them through
// tools/check-boundaries.ts, which fails when they saw nothing, and a test that plants violations.

const server = "^apps/server/src";
const packages = "^packages/";
const test = "[.](test|e2e|fixture)[.]tsx?$";

/** A department may call itself and whatever stands before it here. */
const departments = ["governance", "people", "market", "trading", "money", "products", "office"];
const department = `(${departments.join("|")})`;

const departmentWalls = departments.slice(0, -1).map((name, index) => ({
  name: `${name}-calls-only-departments-before-it`,
  comment: "What is called by everybody knows nobody: the order is the table of ARCHITECTURE.md.",
  severity: "error",
  from: { path: `${server}/${name}/`, pathNot: test },
  to: { path: `${server}/(${departments.slice(index + 1).join("|")})/` },
}));

/** The rooms of the order path: each may call those after it here, and none the door. */
const rooms = [
  "batching",
  "asking",
  "placing",
  "matching",
  "replacing",
  "cancelling",
  "closing",
  "changing",
  "answering",
  "preparing",
  "working",
  "checking",
  "costing",
  "storing",
];
const orders = `${server}/trading/orders`;

const roomWalls = rooms.map((name, index) => ({
  name: `${name}-calls-only-rooms-after-it`,
  comment:
    "The way of an order goes from the door to the ledger and never back up: docs/guides/order-path.md.",
  severity: "error",
  from: { path: `${orders}/${name}/`, pathNot: test },
  to: {
    path: [`${orders}/[^/]+$`, ...rooms.slice(0, index).map((room) => `${orders}/${room}/`)],
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment:
        "Two files that need each other are one thing, or hide a third, also where it is for a type alone.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "nothing-unresolved",
      comment: "An import that leads nowhere also hides every wall behind it.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "[?]|^virtual:" },
    },
    {
      name: "money-imports-nothing",
      severity: "error",
      from: { path: "^packages/money/src", pathNot: test },
      to: { pathNot: "^packages/money/src" },
    },
    {
      name: "packages-import-money-only",
      comment: "rulebook, contract, ui and chart know money and each their own files.",
      severity: "error",
      from: { path: "^packages/(rulebook|contract|ui|chart)/src", pathNot: test },
      to: { path: [packages, "^apps/"], pathNot: ["^packages/money/", "^packages/$1/"] },
    },
    {
      name: "web-knows-contract-and-money-only",
      comment: "What both apps have in common knows neither of them, and no component.",
      severity: "error",
      from: { path: "^packages/web/src", pathNot: test },
      to: { path: [packages, "^apps/"], pathNot: ["^packages/(web|contract|money)/"] },
    },
    {
      name: "draw-knows-nothing-of-ours",
      comment:
        "A draw is checked with what the package holds and three libraries: whoever reads it needs nothing else.",
      severity: "error",
      from: { path: "^packages/draw/src", pathNot: test },
      to: {
        pathNot: ["^packages/draw/src", "node_modules/(@noble/(hashes|curves)|canonicalize)/"],
      },
    },
    {
      name: "curves-through-their-doors",
      comment:
        "The curves of beacons and receipts are large: whoever only draws does not load them.",
      severity: "error",
      from: { path: "^packages/draw/src", pathNot: ["/(drand|receipt)[.]ts$", test] },
      to: { path: ["node_modules/@noble/curves/", "^packages/draw/src/(drand|receipt)[.]ts$"] },
    },
    {
      name: "rulebook-is-pure",
      severity: "error",
      from: { path: "^packages/rulebook/src", pathNot: test },
      to: { pathNot: "^packages/(money|rulebook)/" },
    },
    {
      name: "no-validator-in-a-browser",
      comment:
        "A browser takes values from @sanshi/contract/constants and its like, and from the schemas types alone: the validator would come along.",
      severity: "error",
      from: { path: "^(apps/(trader|backoffice)|packages/(ui|chart|web))/src/", pathNot: test },
      to: {
        path: "^packages/contract/src/index[.]ts$|node_modules/zod/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "constants-know-no-validator",
      severity: "error",
      from: { path: "^packages/contract/src/.*constants[.]ts$" },
      to: { path: "node_modules/zod/", reachable: true },
    },
    {
      name: "packages-run-anywhere",
      comment: "A package runs in the browser and on the server, so it knows neither.",
      severity: "error",
      from: { path: packages, pathNot: test },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "rules-are-pure",
      comment: "A decision has no clock, no chance, no database: those are arguments.",
      severity: "error",
      from: { path: "[.]rules[.]ts$" },
      to: {
        pathNot: ["^packages/(contract|money|rulebook)/", "[.]rules[.]ts$"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "rules-name-no-surroundings",
      comment:
        "The shape of a quote or of a posting is a rule's business, a session or a row is not.",
      severity: "error",
      from: { path: "[.]rules[.]ts$" },
      to: {
        path: [
          `${server}/platform/`,
          "[.](store|sql-types|routes|jobs)[.]ts$",
          `${server}/[^/]+[.]ts$`,
        ],
      },
    },
    {
      name: "stores-know-sql-only",
      comment:
        "SQL, and the owners' part of it where one statement both writes rows and posts, tells, or makes positions.",
      severity: "error",
      from: { path: "[.]store[.]ts$" },
      to: {
        path: ["^apps/", packages],
        pathNot: [
          `${server}/(platform|ledger)/`,
          `${server}/(trading/positions/positions|people/messages/messages)[.]ts$`,
          "^packages/(contract|money)/",
          "[.]store[.]ts$",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "a-feature-through-its-door",
      comment: "Another feature is reached through <department>/<name>/<name>.ts only.",
      severity: "error",
      from: { path: `${server}/${department}/([^/]+)/` },
      to: {
        path: `${server}/${department}/([^/]+)/`,
        pathNot: [`${server}/$1/$2/`, `${server}/${department}/([^/]+)/\\2[.]ts$`],
      },
    },
    ...departmentWalls,
    ...roomWalls,
    {
      name: "products-know-no-other-product",
      severity: "error",
      from: { path: `${server}/products/([^/]+)/` },
      to: { path: `${server}/products/`, pathNot: `${server}/products/$1/` },
    },
    {
      name: "the-ground-knows-no-feature",
      comment: "ledger, market-feed, venues and platform carry the features and know none.",
      severity: "error",
      from: { path: `${server}/(ledger|market-feed|venues|platform)/`, pathNot: test },
      to: {
        path: `${server}/(${department}/|features[.]ts|application[.]ts|main[.]ts|start-up[.]ts)`,
      },
    },
    {
      name: "the-server-knows-no-app",
      severity: "error",
      from: { path: "^apps/server/", pathNot: test },
      to: { path: ["^apps/(trader|backoffice)/", "^(tests|bench|tools)/"] },
    },
    {
      name: "an-app-imports-packages-only",
      comment: "What builds an app is no part of it: it may use the tools.",
      severity: "error",
      from: { path: "^apps/(trader|backoffice)/", pathNot: [test, "vite\\.config\\.ts$"] },
      to: { path: ["^apps/", "^(tests|bench|tools)/"], pathNot: "^apps/$1/" },
    },
    {
      name: "ui-features-meet-in-app",
      comment:
        "One feature of the screens never imports another: app/ puts them together. The addresses of the screens (app/paths.ts) are for everybody.",
      severity: "error",
      from: { path: "^apps/(trader|backoffice)/src/features/([^/]+/[^/]+)/" },
      to: {
        path: "^apps/$1/src/(features/[^/]+/[^/]+|app)/",
        pathNot: ["^apps/$1/src/features/$2/", "^apps/$1/src/app/paths\\.ts$"],
      },
    },
    {
      name: "shared-knows-no-feature",
      severity: "error",
      from: { path: "^apps/(trader|backoffice)/src/shared/" },
      to: { path: "^apps/$1/src/(features|app)/", pathNot: "^apps/$1/src/app/paths\\.ts$" },
    },
    {
      name: "tests-are-not-imported",
      severity: "error",
      from: { pathNot: [test, "^tests/"] },
      to: { path: test },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(data|coverage|[.]cache)/|^apps/[^/]+/dist/" },
    // TypeScript 7 has no parser that this tool can use.
    parser: "swc",
    // No rule asks who needs a file, for which the tool looks through all files for each.
    skipAnalysisNotInRules: true,
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "browser", "default", "types"],
      extensions: [".ts", ".tsx", ".d.ts", ".mjs", ".js", ".json"],
      mainFields: ["module", "main", "types"],
    },
  },
};
