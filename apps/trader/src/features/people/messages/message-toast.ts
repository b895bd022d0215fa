import { ask } from "../../../shared/api.ts";
import { isSimulated } from "../../../shared/config.ts";
import { language } from "@sanshi/web/language";
import { textOf } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { messageText } from "./message-text.ts";

/** Says at once, on whatever screen, what a message that has just come is about. */
export async function toastMessage(id: string): Promise<void> {
  const asked = await ask("/user/message", { id });
  // Nothing is lost: the message waits in the list, and the bell counts it.
  if (!asked.ok) return;
  const reader = { language: language(), simulated: isSimulated() };
  toast(messageText(asked.data, textOf("messages"), reader).title);
}
