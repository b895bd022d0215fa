/** An operator types the link; only what leads to a page, a mail or a call is followed. */
export function safeServiceLink(value: string): string | null {
  return /^(?:https?:\/\/|mailto:|tel:)[^\s]+$/i.test(value) ? value : null;
}
