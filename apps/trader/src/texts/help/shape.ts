import type { HelpArticle, HelpTopic } from "@sanshi/contract/constants";

/** Where a paragraph is true: always, or on an instance that is so set up. */
export type HelpCondition =
  | "simulated"
  | "live"
  | "always_open"
  | "exchange_hours"
  | "no_positions"
  | "cooling_off"
  | "reset_hold";

type HelpParagraph = { when?: HelpCondition; text: string };

export type HelpTexts = {
  topics: Record<HelpTopic, string>;
  /** Words that a customer would search by, and those that the paragraphs do not have. */
  articles: Record<HelpArticle, { words: string; body: readonly HelpParagraph[] }>;
  figures: {
    /** Days on which something is done. */
    days_business: string;
    days_every: string;
    minutes: string;
    days: string;
    hours: string;
    currency: string;
    minimum: string;
    maximum: string;
    amounts: string;
  };
  /** The way on from a page. */
  open: Record<HelpLink, string>;
  screen: {
    title: string;
    search: string;
    clear: string;
    results: string;
    nothing: string;
    related: string;
    contact: string;
    contact_lead: string;
    contact_unread: string;
    contact_elsewhere: string;
    not_found: string;
    to_help: string;
  };
  conversation: {
    title: string;
    list: string;
    lead: string;
    empty: string;
    you: string;
    written_by: string;
    role_viewer: string;
    role_support: string;
    role_reviewer: string;
    role_approver: string;
    role_administrator: string;
    by_case: string;
    not_checked: string;
    article: string;
    closed: string;
    field: string;
    send: string;
    unknown: string;
    older: string;
  };
};

const helpLinks = [
  "stored",
  "withdraw",
  "bank",
  "exchange",
  "fees",
  "verified",
  "records",
  "positions",
  "fund_password",
  "login_password",
  "forgotten",
  "lost_factors",
  "mine",
  "about",
  "notices",
] as const;
export type HelpLink = (typeof helpLinks)[number];
