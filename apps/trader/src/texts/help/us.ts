import type { HelpTexts } from "./shape.ts";

export const help: HelpTexts = {
  topics: {
    money: "Deposits, withdrawals and exchange",
    trading: "Trading",
    account: "Your account",
    safety: "Staying safe",
  },
  articles: {
    deposit: {
      words: "deposit add money bank transfer receipt channel limit minimum maximum",
      body: [
        {
          text: "In Me, open Deposit, choose the currency, amount and method, transfer to the account shown, and submit your request with a photo of the receipt.",
        },
        {
          text: "Transfer only to accounts shown under Deposit in this app. We never give you another account in a message or by phone.",
        },
        {
          text: "If a deposit is under review, you can submit the next one once it is decided.",
        },
        {
          when: "simulated",
          text: "This is a simulated account. You can try out a deposit, but do not send real money.",
        },
      ],
    },
    deposit_time: {
      words: "deposit arrive when late review missing pending",
      body: [
        {
          text: "Our staff check each deposit against the bank’s record before it is credited. The time shown with your request is the one we promise.",
        },
        { text: "Each deposit method shows the days and hours it accepts deposits." },
        {
          text: "If a deposit takes longer than promised, we message you with the reason and the new time.",
        },
      ],
    },
    withdrawal: {
      words: "withdraw cash out payout take out money minimum maximum limit",
      body: [
        {
          text: "In Me, open Withdraw, choose the currency, amount and bank account, and enter your fund password. Requests are accepted on {{days}}, {{hours}} Japan time.",
        },
        {
          text: "You need a verified identity, a fund password and a bank account in your own name.",
        },
        {
          text: "Withdrawing is free, and we never ask you to deposit first in order to withdraw.",
        },
        { text: "You can cancel a withdrawal under review from the list under Withdraw." },
      ],
    },
    withdrawal_time: {
      words: "withdrawal arrive when late missing how long days",
      body: [
        {
          text: "We process it within {{arrival}} of your request, and by 24:00 the next day at the latest. The list under Withdraw shows the promised time of each.",
        },
        {
          text: "If it takes longer, we message you with the reason and the new time. Withdraw also publishes how long all customers’ withdrawals took.",
        },
      ],
    },
    withdrawal_refused: {
      words: "cannot withdraw refused rejected blocked held error",
      body: [
        {
          text: "Withdraw shows what stands in the way and how to resolve it. We never refuse a withdrawal without telling you why.",
        },
        {
          when: "no_positions",
          text: "You cannot withdraw while you hold positions or have working orders. Close or cancel them first.",
        },
        {
          when: "cooling_off",
          text: "A newly added bank account cannot be used for {{cooling_off}}.",
        },
        {
          when: "reset_hold",
          text: "For {{reset_hold}} after a password reset, withdrawals are paused to protect you.",
        },
        {
          text: "If your account is restricted, Me shows the reason and the date of the review.",
        },
      ],
    },
    bank_card: {
      words: "bank account card add holder name katakana remove payout",
      body: [
        {
          text: "Add it under Bank accounts in Me. The holder must be the verified person. For a Japanese bank, enter the name in katakana.",
        },
        {
          when: "cooling_off",
          text: "To protect you in case someone else adds one, it cannot be used for {{cooling_off}}.",
        },
        {
          text: "If you see a bank account you did not add, freeze your account right away and contact us.",
        },
      ],
    },
    exchange: {
      words: "exchange currency rate spread convert fx dollar yen yuan",
      body: [
        {
          text: "In Me, open Exchange and choose the currencies and an amount. You see the rate, the spread and what you receive; once you confirm, the exchange is made immediately.",
        },
        {
          text: "Japanese stocks settle in yen, US stocks in dollars and Chinese stocks in yuan. Have the currency ready before you trade.",
        },
      ],
    },
    orders: {
      words: "market limit stop order cancel amend expiry take profit stop loss bracket",
      body: [
        {
          text: "A market order fills immediately at the current quote. A limit order fills at your price or better. A stop order is placed when the price reaches your stop price.",
        },
        {
          text: "You can set a take-profit and a stop-loss together. When one fills, the other is canceled.",
        },
        { text: "Change or cancel a working order under Positions." },
      ],
    },
    sessions: {
      words: "trading hours open close holiday session when market",
      body: [
        {
          when: "always_open",
          text: "Every market here is open around the clock. The real exchanges keep other hours.",
        },
        {
          when: "exchange_hours",
          text: "Markets follow the hours and holidays of their exchanges. The market and stock screens show whether one is open.",
        },
        {
          text: "When a stock is halted, its screen shows why, since when and until when. Holders also get a message.",
        },
      ],
    },
    sell_lock: {
      words: "cannot sell 15 minutes locked wait close average cost by stock oldest first",
      body: [
        {
          text: "You cannot close a position for {{sell_lock}} after its fill. Positions shows the time left.",
        },
        { text: "A forced sale is exempt." },
        {
          text: "Positions are listed by stock, or by order if you prefer. Selling by stock takes the oldest shares first, or those you choose; shares that cannot be sold yet are listed and left out.",
        },
      ],
    },
    margin: {
      words: "leverage margin short selling borrow interest loan",
      body: [
        {
          text: "With leverage, you put in part of the cost as margin and borrow the rest. For a short sale, you put in the same margin and gain when the price falls.",
        },
        {
          text: "You can lose more than the margin you put in. Borrowing costs interest; the order review shows the rate.",
        },
      ],
    },
    margin_call: {
      words: "margin call maintenance forced sale liquidation shortfall",
      body: [
        {
          text: "When your margin ratio falls below the maintenance ratio, you get a margin call with the amount and the deadline. Deposit, exchange or close positions by then.",
        },
        {
          text: "If it is not restored by the deadline, or falls below the forced-sale ratio, positions are closed at the market price. Shares you paid for in full are never sold this way.",
        },
        { text: "Positions shows your current ratio and what is missing." },
      ],
    },
    fees: {
      words: "fee commission tax stamp duty cost charge free",
      body: [
        {
          text: "Trading fees lists the commission and the statutory fees of each market. Before you place an order, you see what it costs.",
        },
        { text: "Account maintenance, deposits and withdrawals are free." },
        { text: "When a fee goes up, it is announced in advance under Halts and rule changes." },
      ],
    },
    identity: {
      words: "identity verification kyc driver licence my number card insurance passport id",
      body: [
        {
          text: "In Me, open Identity verification and submit your name, ID number and photos. The screen shows which IDs are accepted.",
        },
        { text: "We only take the front of a My Number card. Do not photograph its back." },
        { text: "If it is not accepted, we tell you why, and you can send it again." },
      ],
    },
    password: {
      words: "password forgot reset cannot sign in fund password",
      body: [
        {
          text: "Login password: choose a new one under “Forgot your password?” on the sign-in screen and give customer service the case number within {{case_days}}. It works {{login_reset}} after they verify your identity.",
        },
        {
          text: "Fund password: reset it under Fund password. It takes effect after {{fund_reset}}; until then, any of your devices can cancel it.",
        },
        {
          when: "reset_hold",
          text: "For {{reset_hold}} after a reset, you cannot withdraw, add a bank account or change second factors.",
        },
        { text: "Our staff never ask for your password." },
      ],
    },
    lost_factor: {
      words: "authenticator two factor 2fa passkey new phone lost recovery code",
      body: [
        {
          text: "If you lost your authenticator app, sign in with a recovery code and set it up again under Security in Me.",
        },
        {
          text: "On a device that is still signed in, you can add a new passkey. Confirm it with a factor you still have.",
        },
        {
          text: "If none of these work, choose “Lost your phone and the recovery codes?” on the sign-in screen and give customer service the case number. You can set them up again {{factor_reset}} after they verify your identity.",
        },
      ],
    },
    records: {
      words: "history statement download csv pdf tax report transactions",
      body: [
        {
          text: "Records list every deposit, withdrawal, exchange, trade and fee. Choose the days and save them as a file.",
        },
        { text: "You can save monthly statements on the same screen." },
      ],
    },
    restricted: {
      words: "frozen banned restricted suspended trading disabled cannot sign in",
      body: [
        {
          text: "Me shows what is restricted, why, by which role, and when it is reviewed.",
        },
        {
          text: "With a frozen account, you can normally still close positions. If closing is paused, you see until when.",
        },
        { text: "If you froze it yourself, we unfreeze it after verifying your identity." },
      ],
    },
    closing_account: {
      words: "close delete cancel account leave",
      body: [
        {
          text: "Close your positions, withdraw everything, then tell customer service that you want to close your account.",
        },
        { text: "Closing is free. Records are kept as long as the law requires." },
      ],
    },
    security: {
      words: "security passkey two factor hacked stolen device sign out",
      body: [
        {
          text: "Set up a passkey or an authenticator app. It confirms your identity when you sign in, withdraw or add a bank account.",
        },
        {
          text: "Under Signed-in devices in Me, sign out any device you do not recognize. Account activity also shows when our staff viewed your account.",
        },
        { text: "If you notice something wrong, freeze your account under Security right away." },
      ],
    },
    fraud: {
      words: "fraud scam fake tax deposit to withdraw whatsapp telegram group suspicious",
      body: [
        {
          text: "Our staff never ask for your password, a code or a recovery code, and never ask you to pay a tax, margin or fee in order to withdraw.",
        },
        {
          text: "Transfer only to accounts shown under Deposit in this app, never to one from social media or a message.",
        },
        {
          text: "Messages from our staff always state their role and the company, and look different from system messages.",
        },
        {
          text: "If something seems wrong, do not send money. Contact customer service or the police.",
        },
      ],
    },
    fair_prices: {
      words: "price manipulation fill fair quote verify real time",
      body: [
        {
          text: "A price depends on the stock and the time alone, never on who you are. Each fill keeps the quote it was made at, with its number.",
        },
        {
          when: "simulated",
          text: "Prices here are computed and not real. About Sanshi shows how anyone can verify them.",
        },
        {
          text: "No function can set a balance or a profit. A correction is booked by two staff members with a reason, and you are notified.",
        },
      ],
    },
  },
  figures: {
    days_business: "business days",
    days_every: "every day",
    minutes: "{{count}} minutes",
    days: "{{count}} days",
    hours: "{{count}} hours",
    currency: "Currency",
    minimum: "Minimum",
    maximum: "Maximum",
    amounts: "Amount per request",
  },
  open: {
    stored: "Deposit",
    withdraw: "Withdraw",
    bank: "Open bank accounts",
    exchange: "Exchange",
    fees: "See the fees",
    verified: "Open verification",
    records: "See records",
    positions: "See positions",
    fund_password: "Open fund password",
    login_password: "Open login password",
    forgotten: "Reset the login password",
    lost_factors: "Report lost factors",
    mine: "Open Me",
    about: "About",
    notices: "See halts and rule changes",
  },
  screen: {
    title: "Customer service",
    search: "Search help",
    clear: "Clear search",
    results: "Results",
    nothing: "No help found for “{{query}}”. Try other words, or contact support.",
    related: "Related help",
    contact: "Contact support",
    contact_lead: "If help did not answer your question, write to us here.",
    contact_unread: "Unread replies: {{count}}",
    contact_elsewhere: "Open customer service",
    not_found: "This help page was not found.",
    to_help: "All help",
  },
  conversation: {
    title: "Contact support",
    list: "Conversation",
    lead: "Our staff answer here. Never send a password or a code.",
    empty: "Tell us how we can help. You get a message when there is a reply.",
    you: "You",
    written_by: "{{broker}} ({{role}})",
    role_viewer: "Viewer",
    role_support: "Customer service",
    role_reviewer: "Reviewer",
    role_approver: "Approver",
    role_administrator: "Administrator",
    by_case: "Case {{number}} (not signed in)",
    not_checked: "Not checked by a second staff member.",
    article: "Read this help",
    closed: "This conversation is closed. Writing again reopens it.",
    field: "Message",
    send: "Send",
    unknown: "We cannot tell whether it was sent. Sending it again never sends it twice.",
    older: "Show earlier messages",
  },
};
