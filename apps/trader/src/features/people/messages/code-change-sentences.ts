const open = "open_price_alert";

/** Of stocks that are renamed or moved. */
export const codeChangeSentences = {
  code_change_announced: {
    title: "title_code_change_announced",
    body: "body_code_change_announced",
    open,
  },
  code_change_in_force: {
    title: "title_code_change_in_force",
    body: "body_code_change_in_force",
    open,
  },
  code_change_withdrawn: {
    title: "title_code_change_withdrawn",
    body: "body_code_change_withdrawn",
    open,
  },
} as const;
