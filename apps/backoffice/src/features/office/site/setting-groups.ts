type Named = { name: string };

/** The panels of the screen; what has no other place stands in the last one. */
const settingGroups = ["face", "withdrawals", "deposits", "loans", "identity"] as const;
type SettingGroup = (typeof settingGroups)[number];

const prefixes: readonly (readonly [string, SettingGroup])[] = [
  ["withdrawal", "withdrawals"],
  ["bank_card", "withdrawals"],
  ["reset_hold", "withdrawals"],
  ["deposit", "deposits"],
  ["loan", "loans"],
  ["allow_partial_repayment", "loans"],
  ["health_insurance", "identity"],
];

export function groupsOf<Setting extends Named>(
  settings: readonly Setting[],
): { group: SettingGroup; settings: readonly Setting[] }[] {
  return settingGroups
    .map((group) => ({ group, settings: settings.filter(({ name }) => groupOf(name) === group) }))
    .filter((found) => found.settings.length > 0);
}

function groupOf(name: string): SettingGroup {
  return prefixes.find(([prefix]) => name.startsWith(prefix))?.[1] ?? "face";
}
