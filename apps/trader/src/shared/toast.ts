import { showToast } from "@sanshi/web/toast";

/** The specification's toast: 2 seconds. */
const toastMs = 2000;

export function toast(text: string): void {
  showToast(text, toastMs);
}
