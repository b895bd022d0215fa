import type { LegalTexts } from "./jp.ts";

export const legal: LegalTexts = {
  updated: "As of November 24, 2026",
  about: {
    title: "About Sanshi",
    lead: "{{title}} lets you trade Japanese, US and Chinese stocks with simulated funds.",
    sections: {
      name: {
        heading: "The name",
        text: "Sanshi (三市) means three markets: Tokyo (TSE), New York (NYSE and Nasdaq), and Shanghai, Shenzhen and Beijing. You trade all of them out of one nine-currency wallet.",
      },
      simulated: {
        heading: "It is simulated",
        text: "The prices on this site are computed. The company names are real, but the prices have nothing to do with their actual share prices or results. The funds are simulated: they cannot be cashed out, and no real money can be paid in.",
      },
      price: {
        heading: "One price for everyone",
        text: "A price depends on the stock and the moment, never on the customer. Every fill keeps the quote it was made at (bid, ask, time and number), and you can see it in the position's details.",
      },
      money: {
        heading: "Balances are sums",
        text: "No function can set a balance or a profit. Every movement of money is a double-entry record, and a balance is the sum of them.",
      },
      source: {
        heading: "Open source",
        text: "The software is published under the Apache License 2.0.",
      },
    },
    seed: {
      heading: "Nobody can foresee prices, anyone can check them",
      heading_foreseeable: "Prices are predictable",
      secret:
        "Prices are computed from a secret seed. Its hash below was fixed when this site began and cannot be changed. Once a day is over in every market, that day's part of the seed is published, and anyone can recompute the day's prices.",
      given:
        "Prices on this site are computed from a seed that the operator set for tests or lessons. Anyone who knows the seed can compute prices in advance.",
      soon: "The secret seed takes effect on the date below. Until then, prices can be computed in advance.",
      commitment: "Hash of the seed (SHA-256)",
      secret_from: "Secret from",
      revealed: "Published up to",
    },
    version: "Version",
    support: "Customer service",
    agreement: "User agreement",
    rules: "Market rules",
    privacy: "Privacy policy",
  },
  privacy: {
    title: "Privacy policy",
    lead: "What {{title}} stores, why, and who can see it.",
    sections: {
      what: {
        heading: "What we store",
        text: "• Your account (a ten-digit mobile number) and who invited you\n• Your login password, fund password and recovery codes, only in a form that cannot be turned back\n• Your authenticator's setup key (encrypted) and your passkeys' public keys\n• Identity verification: your name, its reading in katakana, and the type, number and photos of your ID (number and photos encrypted; a My Number is never stored, of an insurance card only the last digits)\n• Your bank accounts (numbers encrypted), deposits, withdrawals and exchanges, and photos of receipts (encrypted)\n• The devices you are signed in on, when you signed in and last used them, and the network address of attempts, to stop abuse\n• What happens on your account, such as sign-ins and password changes, and what operators view or do\n• Your orders, fills, positions, balances, loans and credit score, and your applications and consents for IPOs, block trades, copy trading and stock lending\n• Your messages, price alerts, watchlist, saved screens, chart drawings, and settings for display, orders and notifications\n• Your conversations with customer service, also by case number, and our staff's notes\n• If notifications are on: the address and keys your browser gave for them, until you sign out",
      },
      why: {
        heading: "Why",
        text: "Only to open your account and sign you in, verify your identity, handle deposits and withdrawals, carry out and record your trades, answer your questions and prevent misuse. Your credit score is worked out daily from your own records and only sets how much you can borrow; staff decide on every application. Nothing is used for advertising or to analyze your preferences.",
      },
      device: {
        heading: "On your device",
        text: "There are no cookies. Your browser's local storage keeps your session (tokend, account), your searches (searchList), the language (language), the stock you viewed last (stock), the appearance (theme), the colors of gains and losses (rise), how positions are shown (positionsView, positionsSort), the country of your number (country), the display currency, choice and order of Home (displayCurrency, homeChoice, entries), your first steps (firstSteps), requests whose result is still open (attempts), the site's settings (config), for whom notifications are on (push) and the hashes of draw lists that were published (heardRoots). So that the app opens without a connection, your browser also keeps its files and the balances, positions and prices you saw last. Signing out removes the session and these figures.",
      },
      who: {
        heading: "Who can see it",
        text: "The operator of this site can view the above as far as running the accounts requires. What an operator views or does is recorded, and you can see it under Account activity in Me. Nothing goes to analytics or advertising services. Notifications pass through your browser maker's servers, encrypted so that only your browser can read them.",
      },
      long: {
        heading: "How long",
        text: "Trading records are kept for as long as the account exists, so that every balance can be checked. A session ends when you sign out, change your password, or when it expires.",
      },
      rights: {
        heading: "Contact",
        text: "To see, correct or delete your data, contact the operator of this site or customer service.",
      },
    },
  },
  protocol: {
    title: "User agreement",
    lead: "Read this before you open an account.",
    sections: {
      service: {
        heading: "1. The service",
        text: "{{title}} (“the service”) simulates stock trading. Prices come from a simulated market, and funds are simulated. The service is not securities trading, investment advice or a deposit.",
      },
      account: {
        heading: "2. Your account",
        text: "To open an account you need a ten-digit mobile number and an invitation code. The account is for your use only. Keep your password to yourself.",
      },
      money: {
        heading: "3. Simulated funds",
        text: "A new account receives simulated funds. They have no value and cannot be cashed out, transferred or refunded. You will never be asked to pay in real money, or to pay a fee for a withdrawal. Anyone who asks for that is trying to defraud you.",
      },
      trading: {
        heading: "4. Trading rules",
        text: "• An order fills at the quote at which it was accepted, or at its limit. Price limits, tick sizes and sessions follow each market's rules.\n• Shares cannot be sold within 15 minutes of purchase.\n• Fees and taxes are shown before you order.\n• If an order is not accepted, you are always told why.",
      },
      conduct: {
        heading: "5. Prohibited conduct",
        text: "You may not use another person's account, break into the system, access it automatically to excess, or pass off results of the service as those of real investments.",
      },
      stop: {
        heading: "6. Restrictions",
        text: "The operator may freeze an account that violates this agreement, or block its sign-in. The screen then shows the category of the reason.",
      },
      liability: {
        heading: "7. Liability",
        text: "Prices and results in the service do not predict future investment results. Do not base real decisions on them. The simulated market may be stopped or reset, and the operator is not liable for simulated funds or records lost that way.",
      },
      change: {
        heading: "8. Changes",
        text: "Changes to this agreement are published on this page. By continuing to use the service, you accept them.",
      },
    },
  },
};
