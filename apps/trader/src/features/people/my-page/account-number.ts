/** Ten digits in the groups in which a mobile number is read out: `090 1234 567`. */
export function groupedAccount(account: string): string {
  return /^\d{10}$/.test(account)
    ? `${account.slice(0, 3)} ${account.slice(3, 7)} ${account.slice(7)}`
    : account;
}

/** For a screen that others may see: `090 •••• 567`. */
export function maskedAccount(account: string): string {
  return /^\d{10}$/.test(account) ? `${account.slice(0, 3)} •••• ${account.slice(7)}` : account;
}
