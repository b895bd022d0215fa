import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A bank or a branch as Zengin-Net's list has it. */
export type Listed = { code: string; name: string; kana: string; roma: string };

type ListedBank = Listed & {
  /** By code; made anew for each look. */
  branches(): Listed[];
  branch(code: string): Listed | undefined;
};

type List = Readonly<Record<string, Listed & { branches: Readonly<Record<string, Listed>> }>>;

let banks: ReadonlyMap<string, ListedBank> | undefined;

/**
 * Zengin-Net's banks by code. The list is read when it is first asked for, and a bank's branches are kept as one
 * text: as objects the 28,944 branches take 60 MB of every server's memory, asked for or not.
 */
export function listedBanks(): ReadonlyMap<string, ListedBank> {
  banks ??= new Map(
    Object.values(readList())
      .toSorted(byCode)
      .map(({ branches, code, name, kana, roma }): [string, ListedBank] => {
        const rows = Object.values(branches).toSorted(byCode);
        const kept = rows
          .map((row) => [row.code, row.name, row.kana, row.roma].join("\t"))
          .join("\n");
        return [
          code,
          {
            ...{ code, name, kana, roma },
            branches: () => (kept === "" ? [] : kept.split("\n").map(branchOf)),
            branch: (code) => branchIn(kept, code),
          },
        ];
      }),
  );
  return banks;
}

/** The package's program is one object, as JSON has it: read as such it takes a third of the time. */
function readList(): List {
  const path = createRequire(import.meta.url).resolve("zengin-code/lib/zengin-data.js");
  const text = readFileSync(path, "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as List;
}

function branchIn(kept: string, code: string): Listed | undefined {
  // A line's beginning is more than a code.
  if (!/^\d{3}$/.test(code)) return undefined;
  const lines = `\n${kept}\n`;
  const at = lines.indexOf(`\n${code}\t`);
  return at === -1 ? undefined : branchOf(lines.slice(at + 1, lines.indexOf("\n", at + 1)));
}

function branchOf(line: string): Listed {
  const [code = "", name = "", kana = "", roma = ""] = line.split("\t");
  return { code, name, kana, roma };
}

function byCode(one: { code: string }, other: { code: string }): number {
  return one.code < other.code ? -1 : 1;
}
