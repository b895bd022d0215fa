/** Accounts as they are pasted: with commas, blanks or lines between them, each counted once. */
export function readAccounts(typed: string): {
  accounts: readonly string[];
  wrong: readonly string[];
} {
  const parts = [
    ...new Set(
      typed
        .normalize("NFKC")
        .split(/[\s,;、]+/)
        .filter(Boolean),
    ),
  ];
  return {
    accounts: parts.filter((part) => /^\d{10}$/.test(part)),
    wrong: parts.filter((part) => !/^\d{10}$/.test(part)),
  };
}
