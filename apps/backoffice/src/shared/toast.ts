import { showToast } from "@sanshi/web/toast";

const toastMs = 2500;

export function toast(text: string): void {
  showToast(text, toastMs);
}
