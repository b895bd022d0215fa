import type { LegalTexts } from "./jp.ts";

export const legal: LegalTexts = {
  updated: "As of November 21, 2026",
  about: {
    title: "About Sanshi",
    lead: "{{title}} lets you trade Japanese, US and Chinese stocks with paper money.",
    sections: {
      name: {
        heading: "The name",
        text: "Sanshi (三市) means three markets: Tokyo (TSE), New York (NYSE and Nasdaq), and Shanghai, Shenzhen and Beijing. You trade all of them out of one nine-currency wallet.",
      },
      simulated: {
        heading: "It is simulated",
        text: "The prices on this site are computed. The companies are real, but the prices shown have nothing to do with their actual prices or results. The funds are paper money: they cannot be paid out, and no real money can be paid in.",
      },
      price: {
        heading: "One price for everybody",
        text: "A price depends on the stock and the moment, never on the customer. Every fill keeps the quote it was made at (bid, ask, time and number), and you can see it in the position's details.",
      },
      money: {
        heading: "Balances are sums",
        text: "Nothing here can set a balance or a profit. Every movement of money is a double-entry record, and a balance is the sum of them.",
      },
      source: {
        heading: "Open source",
        text: "The software is published under the Apache License 2.0.",
      },
    },
    seed: {
      heading: "Nobody can foresee prices, anybody can check them",
      heading_foreseeable: "Prices can be foreseen",
      secret:
        "Prices are computed from a secret seed. Its hash below was fixed when this site began and cannot be changed. When a day is over in every market, that day's part of the seed is published, and anybody can recompute the day's prices.",
      given:
        "Prices on this site are computed from a seed that the operator set for tests or lessons. Whoever knows the seed can compute prices ahead.",
      soon: "The secret seed takes effect on the date below. Until then prices can be computed ahead.",
      commitment: "Hash of the seed (SHA-256)",
      secret_from: "Secret from",
      revealed: "Published up to",
    },
    version: "Version",
    support: "Customer service",
    agreement: "User agreement",
    privacy: "Privacy policy",
  },
  privacy: {
    title: "Privacy policy",
    lead: "What {{title}} keeps, why, and who can see it.",
    sections: {
      what: {
        heading: "What is kept",
        text: "• Your account (a ten-digit mobile number)\n• Your password, only in a form that cannot be turned back (argon2id)\n• Who invited you\n• The devices you are logged in on, and when you logged in and last used them\n• What happened on the account, such as log-ins and password changes\n• Your orders, fills, positions, balances and watchlist",
      },
      why: {
        heading: "What for",
        text: "Only to open your account and log you in, to carry out and record your trades, and to prevent misuse. Not for advertising, and not for profiling.",
      },
      device: {
        heading: "On your device",
        text: "There are no cookies. Your browser's local storage keeps your session (tokend, account), your searches (searchList), the language (language), the stock you looked at last (stock), the appearance (theme) and the colours of gains and losses (rise). Logging out removes the session.",
      },
      who: {
        heading: "Who can see it",
        text: "The operator of this site can see the above as far as running the accounts requires. What an operator looks at or does is recorded, and you can read it on your page. Nothing goes to analytics or advertising services.",
      },
      long: {
        heading: "For how long",
        text: "Trading records are kept for as long as the account exists, so that every balance can be checked. A session ends when you log out, change your password, or when it expires.",
      },
      rights: {
        heading: "Contact",
        text: "To see, correct or delete your data, please contact the operator of this site or customer service.",
      },
    },
  },
  protocol: {
    title: "User agreement",
    lead: "Please read this before you open an account.",
    sections: {
      service: {
        heading: "1. The service",
        text: "{{title}} (“the service”) simulates stock trading. Its prices come from a simulated market and its funds are paper money. It is neither securities trading, nor investment advice, nor a deposit.",
      },
      account: {
        heading: "2. Your account",
        text: "To open an account you need a ten-digit mobile number and an invitation code. The account is for you alone. Keep your password to yourself.",
      },
      money: {
        heading: "3. Paper money",
        text: "A new account receives paper money. It has no value, and cannot be paid out, transferred or refunded. You will never be asked to pay in real money, or to pay a fee for a withdrawal. Whoever asks for that is trying to defraud you.",
      },
      trading: {
        heading: "4. Trading rules",
        text: "• An order is filled at the quote at which it was taken, or at its limit. Price limits, tick sizes and sessions follow each market's rules.\n• Shares cannot be sold within 15 minutes of their purchase.\n• Fees and taxes are shown before you order.\n• An order that is not taken always names the reason.",
      },
      conduct: {
        heading: "5. What is not allowed",
        text: "Using another person's account, breaking into the system, excessive automated access, and passing off results of the service as those of real investments.",
      },
      stop: {
        heading: "6. Restrictions",
        text: "The operator may freeze an account that breaks this agreement, or bar it from logging in. The screen then shows which of these applies.",
      },
      liability: {
        heading: "7. Liability",
        text: "Prices and results in the service say nothing about future investments. Do not base real decisions on them. The simulated market may be stopped or reset, and the operator is not liable for paper money or records lost that way.",
      },
      change: {
        heading: "8. Changes",
        text: "Changes to this agreement are published on this page. Using the service afterwards means accepting them.",
      },
    },
  },
};
