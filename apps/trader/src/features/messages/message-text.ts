import type { Message, MessageKind } from "@sanshi/contract";
import { deviceName } from "../../shared/device-name.ts";
import type { Language } from "../../shared/language.ts";
import { returnPlace } from "../../shared/places.ts";
import type { TextKey, Translate } from "../../shared/text.ts";

type Key = TextKey<"messages">;
type Sentences = { title: Key; body: Key; open: Key };

/** The sentences of every kind; a kind that this release does not know yet has its own. */
const sentences: Readonly<Record<Exclude<MessageKind, "announcement">, Sentences>> = {
  welcome: { title: "title_welcome", body: "body_welcome", open: "open_welcome" },
  new_sign_in: { title: "title_new_sign_in", body: "body_new_sign_in", open: "open_new_sign_in" },
  password_changed: {
    title: "title_password_changed",
    body: "body_password_changed",
    open: "open_password_changed",
  },
};
const unknownKind: Sentences = { title: "title_unknown", body: "body_unknown", open: "open" };

export type MessageText = {
  title: string;
  body: string;
  /** Where it leads inside the app, and what the button to there says. */
  way: { place: string; label: string } | null;
};

/** What a message says in the reader's language. */
export function messageText(
  message: Pick<Message, "kind" | "params" | "texts" | "link">,
  t: Translate<"messages">,
  reader: { language: Language; simulated: boolean },
): MessageText {
  const place = returnPlace(message.link);
  const announced = message.texts?.[reader.language];
  if (announced !== undefined) {
    return { ...announced, way: place === null ? null : { place, label: t("open") } };
  }
  const { title, body, open } = sentencesOf(message.kind, reader.simulated);
  const gaps = gapsOf(message.params, t, reader.language);
  return {
    title: t(title, gaps),
    body: t(body, gaps),
    way: place === null ? null : { place, label: t(open, gaps) },
  };
}

function sentencesOf(kind: MessageKind, simulated: boolean): Sentences {
  if (kind === "announcement") return unknownKind;
  const known = Object.hasOwn(sentences, kind) ? sentences[kind] : unknownKind;
  return kind === "welcome" && simulated ? { ...known, body: "body_welcome_simulated" } : known;
}

/** A device as a person calls it, a stock by its name in the reader's language. */
function gapsOf(
  params: Readonly<Record<string, string>>,
  t: Translate<"messages">,
  language: Language,
): Record<string, string> {
  return {
    ...params,
    device: deviceName(params["device"] ?? "") ?? t("unknown_device"),
    name: params[`name_${language}`] ?? params["code"] ?? "",
  };
}
