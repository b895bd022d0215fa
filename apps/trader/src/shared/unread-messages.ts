import { create } from "zustand";

const useCount = create<{ count: number; service: number }>(() => ({ count: 0, service: 0 }));

/** How many messages are unread, for the bell in the header; 0 until it is known. */
export function useUnreadMessages(): number {
  return useCount((state) => state.count);
}

export function setUnreadMessages(count: number): void {
  useCount.setState({ count });
}

/** How many of customer service's replies are unread; 0 until it is known. */
export function useUnreadService(): number {
  return useCount((state) => state.service);
}

export function setUnreadService(service: number): void {
  useCount.setState({ service });
}

const badgeMax = 99;

/** What fits beside the bell: `7`, and from a hundred on `99+`. */
export function badgeText(count: number): string {
  return count > badgeMax ? `${badgeMax}+` : String(count);
}
