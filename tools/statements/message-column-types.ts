import type { ColumnTypes } from "./trading-column-types.ts";

/** What customers are told, and by whom. */
export const messageColumnTypes: ColumnTypes = {
  announcement: {
    audience: '"all" | "accounts"',
    author: "MessageAuthor",
    texts: "WrittenTexts",
  },
  message: {
    author: 'Message["author"]',
    kind: "MessageKind",
    params: "Record<string, string>",
    texts: 'Message["texts"]',
  },
  message_template: {
    place: "TemplatePlace",
    texts: "WrittenTexts",
  },
  service_message: {
    texts: "ReasonSentences",
  },
};
