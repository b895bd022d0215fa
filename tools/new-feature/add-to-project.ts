/** How one name is written as a path, a constant, a type and a column. */
export type NameForms = { kebab: string; camel: string; pascal: string; snake: string };

/** The text of a file of the project by its path; null where there is none. */
type Read = (path: string) => string | null;

/** An insertion: before the first `at` that follows `after`. */
type Line = { after?: string; at: string; line: string };

const languages = {
  jp: {
    name: "メモ",
    blank: "メモの内容を入力してください。",
    full: "メモは{{max}}件まで保存できます。不要なメモを削除してください。",
    notFound: "このメモは見つかりません。すでに削除されています。",
  },
  cn: {
    name: "笔记",
    blank: "请输入笔记内容。",
    full: "最多可保存{{max}}条笔记，请先删除不需要的笔记。",
    notFound: "找不到该笔记，可能已经删除。",
  },
  us: {
    name: "Notes",
    blank: "Enter what you want to note.",
    full: "You can keep up to {{max}} notes. Remove one that you no longer need.",
    notFound: "This note was not found. It has been removed.",
  },
};

/**
 * The new feature's lines in every table that lists all features: paths with their new text.
 *
 * @throws Error that names the file in which a table has no place for its line.
 */
export function addToProject(
  read: Read,
  department: string,
  forms: NameForms,
): ReadonlyMap<string, string> {
  return new Map([
    ...addToServer(read, department, forms),
    ...addToContract(read, department, forms),
    ...addToTrader(read, department, forms),
  ]);
}

function addToServer(read: Read, department: string, forms: NameForms) {
  const { kebab, camel, snake } = forms;
  return [
    change(read, "apps/server/src/features.ts", [
      {
        at: "import type { ProposalHandlers }",
        line: `import { ${camel}Routes } from "./${department}/${kebab}/${kebab}.routes.ts";\n`,
      },
      {
        after: `\n  ${department}: [`,
        at: "],",
        line: `, { name: "${kebab}", start: ${camel}Routes }`,
      },
    ]),
    change(read, "apps/server/src/platform/sql/server-role.ts", [
      { after: "const ordinaryTables = [", at: "\n];", line: `\n  "${snake}",` },
    ]),
    // Every call is tried there with all that it must not do; a call whose fields are unknown fails.
    change(read, "tests/support/customers-records.ts", [
      { at: "bankCardsMax", line: `${camel}Max, ` },
      { after: "let records: Record<", at: "\n  | (", line: `\n  | "${camel}"` },
      {
        after: "async function prepare(): Promise<void> {",
        at: "  records = {\n",
        line: `  const ${camel} = await app.accepted("/${kebab}/add",
          { body: "Hello", request_id: newRequestId() }, owner);
        // As many as one can have, so that nothing that is abused below is kept as another.
        await sql\`INSERT INTO ${snake} (customer_id, body, written_at)
          SELECT id, 'Hello', real_now() FROM customer, generate_series(2, \${${camel}Max}::int)
          WHERE account = \${owner.account}\`.execute(app.context.database.reader);\n`,
      },
      { after: "  records = {\n", at: "    ...money", line: `    ${camel}: ${camel}.id,\n` },
    ]),
    change(read, "tests/support/customers-forms.ts", [
      {
        after: "const own: Record<string, Record<string, unknown>> = {",
        at: '    "/api/vue/common/config"',
        line: `    "/api/vue/${kebab}/add": { body: "Hello" },
          "/api/vue/${kebab}/remove": { id: "999999999" },\n`,
      },
    ]),
    change(read, "apps/server/src/every-call-by-strangers.test.ts", [
      {
        after: "const named = ()",
        at: "  });",
        line: `    "/api/vue/${kebab}/remove": { owned: [records.${camel}], none: nothing.record },\n`,
      },
    ]),
  ];
}

function addToContract(read: Read, department: string, forms: NameForms) {
  const { kebab, camel, snake } = forms;
  const folder = "packages/contract/src";
  const constants = `${folder}/${department}/constants.ts`;
  const before = read(constants);
  const module = `"./${department}/${kebab}.ts"`;
  return [
    [
      constants,
      `${before === null ? "" : `${before}\n`}/** So many are kept for one customer. */
export const ${camel}Max = 100;

export const ${camel}BodyMax = 500;
`,
    ] as const,
    ...(before === null
      ? [
          change(read, `${folder}/constants.ts`, [
            {
              at: 'export * from "./office/',
              line: `export * from "./${department}/constants.ts";\n`,
            },
          ]),
        ]
      : []),
    change(read, `${folder}/index.ts`, [
      { at: "import { accountCalls }", line: `import { ${camel}Calls } from ${module};\n` },
      {
        after: 'export * from "./constants.ts"',
        at: "export *",
        line: `export * from ${module};\n`,
      },
      { after: "export const calls = {", at: "\n};", line: `\n  ...${camel}Calls,` },
    ]),
    change(read, `${folder}/repeats.ts`, [
      {
        after: "export const repeatsByPath = {",
        at: "\n} as const",
        line: `\n  "/${kebab}/list": "reads",
          "/${kebab}/add": "once",
          "/${kebab}/remove": "once",`,
      },
    ]),
    change(read, `${folder}/refusals.ts`, [
      {
        after: "export const refusalStatuses = {",
        at: "\n  // The transport's own",
        line: `  ${snake}_blank: 200,\n  ${snake}_full: 200,\n  ${snake}_not_found: 200,\n`,
      },
    ]),
    ...Object.entries(languages).map(([language, texts]) =>
      change(read, `${folder}/refusal-texts/${language}.ts`, [
        {
          after: "export const askedRefusalTexts",
          at: "  invalid_request:",
          line: `  ${snake}_blank: "${texts.blank}",
            ${snake}_full: "${texts.full}",
            ${snake}_not_found: "${texts.notFound}",\n`,
        },
      ]),
    ),
  ];
}

function addToTrader(read: Read, department: string, forms: NameForms) {
  const { kebab, camel, snake } = forms;
  const app = "apps/trader/src/app";
  const route = `/mine/${camel}`;
  const screen = `../features/${department}/${kebab}/${kebab}-screen.tsx`;
  return [
    change(read, `${app}/paths.ts`, [
      {
        after: "export const routes = {",
        at: "\n} as const",
        line: `\n  ${camel}: "${route}",`,
      },
    ]),
    change(read, `${app}/paths.test.ts`, [
      { after: "const added = [", at: "\n];", line: `\n  "${route}",` },
    ]),
    change(read, `${app}/signed-in-screens.tsx`, [
      {
        after: "const loads:",
        at: "\n};",
        line: `\n  [routes.${camel}]: () => import("${screen}"),`,
      },
    ]),
    change(read, "apps/trader/src/features/people/my-page/menu.tsx", [
      {
        at: '        <Entry icon="alert" title={t("notices")}',
        line: `        <Entry icon="list" title={t("${snake}")} route={routes.${camel}} />\n`,
      },
    ]),
    ...Object.entries(languages).flatMap(([language, { name }]) => {
      const folder = `apps/trader/src/texts/${language}`;
      return [
        change(read, `${folder}/later.ts`, [
          {
            at: "import { blockTrades }",
            line: `import { ${camel} } from "./${department}/${kebab}.ts";\n`,
          },
          { after: "export const texts", at: "\n};", line: `\n  ${camel},` },
        ]),
        change(read, `${folder}/routes.ts`, [
          { after: "export const routes", at: "\n};", line: `\n  "${route}": "${name}",` },
        ]),
        change(read, `${folder}/people/my-page.ts`, [
          { after: "export const myPage", at: "\n};", line: `\n  ${snake}: "${name}",` },
        ]),
      ];
    }),
  ];
}

function change(read: Read, path: string, lines: readonly Line[]): readonly [string, string] {
  const before = read(path);
  if (before === null) throw new Error(`There is no ${path} to add to.`);
  const text = lines.reduce((changed, { after = "", at, line }) => {
    const start = changed.indexOf(after);
    const place = start === -1 ? -1 : changed.indexOf(at, start + after.length);
    if (place === -1) throw new Error(`${path} has no place for ${line.trim()}.`);
    // After an entry that a comma ends, the line needs none of its own before it.
    const added = changed.slice(0, place).trimEnd().endsWith(",") ? line.replace(/^, /, "") : line;
    return changed.slice(0, place) + added + changed.slice(place);
  }, before);
  return [path, text];
}
