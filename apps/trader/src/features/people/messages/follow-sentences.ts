const open = "open_follow";

/** What becomes of a strategy that is followed. */
export const followSentences = {
  follow_bought: { title: "title_follow_bought", body: "body_follow_bought", open },
  follow_ended: { title: "title_follow_ended", body: "body_follow_ended", open },
  follow_returned: { title: "title_follow_returned", body: "body_follow_returned", open },
  follow_stop_reached: {
    title: "title_follow_stop_reached",
    body: "body_follow_stop_reached",
    open,
  },
  follow_winds_down: { title: "title_follow_winds_down", body: "body_follow_winds_down", open },
  follow_suspended: { title: "title_follow_suspended", body: "body_follow_suspended", open },
  account_offered: { title: "title_account_offered", body: "body_account_offered", open },
  account_offer_ends: { title: "title_account_offer_ends", body: "body_account_offer_ends", open },
} as const;
