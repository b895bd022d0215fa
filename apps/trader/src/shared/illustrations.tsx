import styles from "./illustration.module.css";

/** What a picture is made of: paper, what is drawn on it in grey, what it is about, and where the seal is. */
type Drawing = {
  paper?: string;
  ink?: string;
  accent: string;
  seal: readonly [x: number, y: number];
};

/** On a field of 120 by 96, drawn for this app: one for each list that can be empty. */
const drawings = {
  // A seedling in a pot.
  holdings: {
    paper: "M44 58h32l-4 18H48z",
    ink: "M60 58V40",
    accent: "M60 48c-1-10-9-14-18-14 0 9 7 15 18 14zM60 41c1-9 8-14 17-14 0 9-6 15-17 14z",
    seal: [88, 34],
  },
  // A ticket beside a clock.
  working_orders: {
    paper: "M30 34h42v10a5 5 0 0 0 0 10v14H30V54a5 5 0 0 0 0-10z",
    ink: "M38 43h18M38 51h12M38 59h15",
    accent: "M80 44a14 14 0 1 0 0 28 14 14 0 0 0 0-28zM80 51v8l5 4",
    seal: [84, 28],
  },
  // A flag on a hill.
  closed_positions: {
    paper: "M26 76c10-16 22-22 34-22s24 6 34 22z",
    ink: "M60 54V22",
    accent: "M60 24h24l-6 8 6 8H60z",
    seal: [38, 38],
  },
  // An open ledger.
  records: {
    paper: "M30 28h24c4 0 6 2 6 6v40c0-4-2-6-6-6H30zM90 28H66c-4 0-6 2-6 6v40c0-4 2-6 6-6h24z",
    ink: "M37 38h15M37 46h15M37 54h9",
    accent: "M68 38h15M68 46h15M68 54h9",
    seal: [84, 68],
  },
  // A glass over rows.
  records_filtered: {
    paper: "M30 26h48v50H30z",
    ink: "M38 36h32M38 46h14M38 56h14M38 66h24",
    accent: "M72 40a13 13 0 1 0 0 26 13 13 0 0 0 0-26zM82 63l10 10",
    seal: [90, 32],
  },
  // A coin under a lock.
  holds: {
    paper: "M54 22a25 25 0 1 0 0 50 25 25 0 0 0 0-50z",
    ink: "M45 36l9 11 9-11M54 47v14M46 51h16",
    accent: "M68 56h22v18H68zM73 56v-4a6 6 0 0 1 12 0v4",
    seal: [84, 30],
  },
  // What falls into a tray.
  deposits: {
    paper: "M30 52h17l5 8h16l5-8h17v22H30z",
    accent: "M60 20v28m-9-9l9 9 9-9",
    seal: [84, 34],
  },
  // A paper plane.
  withdrawals: {
    ink: "M28 70c6-2 10-5 14-9M38 78c5-2 9-5 12-9",
    accent: "M34 48l54-22-18 46-12-16zM58 56l30-30",
    seal: [86, 62],
  },
  // A bank.
  bank_accounts: {
    paper: "M32 42l28-16 28 16zM36 68h48v8H36z",
    ink: "M42 46v18M54 46v18M66 46v18M78 46v18",
    accent: "M60 31a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    seal: [92, 30],
  },
  // A counter whose shutter is down.
  channels: {
    paper: "M34 36h52v40H34z",
    ink: "M34 46h52M34 54h52M34 62h52",
    accent: "M30 24h60l4 12H26zM60 66v4",
    seal: [82, 70],
  },
  // Two coins that change places.
  exchanges: {
    paper: "M46 30a17 17 0 1 0 0 34 17 17 0 0 0 0-34z",
    ink: "M76 24c8 2 12 8 12 15m-4-4l4 4 4-4M44 80c-8-2-12-6-13-11m-4 4l4-4 4 4",
    accent: "M74 42a17 17 0 1 0 0 34 17 17 0 0 0 0-34zM74 52v14M68 59h12",
    seal: [46, 47],
  },
  // A letter in its envelope.
  messages: {
    paper: "M30 44l30-20 30 20v32H30z",
    ink: "M30 46l30 18 30-18",
    accent: "M42 53V34h36v19M50 42h20M50 49h12",
    seal: [88, 30],
  },
  // A funnel over letters.
  messages_filtered: {
    paper: "M40 62h40v16H40z",
    ink: "M40 63l20 9 20-9",
    accent: "M34 22h52L66 42v14l-12 5V42z",
    seal: [90, 44],
  },
  // Speech that nobody has answered.
  conversation: {
    paper: "M30 26h44v28H48l-10 9v-9h-8z",
    ink: "M39 36h26M39 44h16",
    accent: "M56 60v4h24l10 8v-8h4V42H80M66 54h.2M74 54h.2M82 54h.2",
    seal: [88, 30],
  },
  // A book with a question.
  help: {
    paper: "M36 24h42a6 6 0 0 1 6 6v46H42a6 6 0 0 1-6-6z",
    ink: "M36 70a6 6 0 0 1 6-6h42",
    accent: "M53 38a7 7 0 1 1 9 7c-2 1-2 2-2 5M60 56h.2",
    seal: [92, 34],
  },
  // A bell that rings.
  alerts: {
    paper: "M43 62V48a17 17 0 0 1 34 0v14l5 7H38z",
    ink: "M54 73a6 6 0 0 0 12 0",
    accent: "M30 44a30 30 0 0 1 9-18M90 44a30 30 0 0 0-9-18M60 31v-6",
    seal: [78, 66],
  },
  // A star over a line.
  watchlist: {
    paper: "M60 20l8 16 18 3-13 13 3 18-16-9-16 9 3-18-13-13 18-3z",
    accent: "M26 80l16-6 12 4 16-10 10 4 14-8",
    seal: [92, 26],
  },
  // A newspaper.
  news: {
    paper: "M30 26h50v50H36a6 6 0 0 1-6-6zM80 40h10v30a6 6 0 0 1-10 4z",
    ink: "M38 58h34M38 66h22",
    accent: "M38 36h16v14H38zM60 38h12M60 46h12",
    seal: [90, 30],
  },
  // A glass with a line in it.
  search: {
    paper: "M54 22a24 24 0 1 0 0 48 24 24 0 0 0 0-48z",
    ink: "M72 63l18 18",
    accent: "M40 50l8-8 7 6 12-13",
    seal: [86, 32],
  },
  // A street with three signs.
  stocks: {
    paper: "M32 76V46h16v30zM52 76V28h16v48zM72 76V52h16v24z",
    ink: "M26 76h68",
    accent: "M37 54h6M37 62h6M57 36h6M57 45h6M57 54h6M77 60h6",
    seal: [80, 36],
  },
  // A gauge of the market.
  indexes: {
    paper: "M28 68a32 32 0 0 1 64 0z",
    ink: "M36 60l4 2M45 46l4 4M75 46l-4 4M84 60l-4 2",
    accent: "M60 68l14-18",
    seal: [60, 68],
  },
  // A flame.
  hot_stocks: {
    paper: "M60 20c4 14 20 18 20 36a20 20 0 0 1-40 0c0-10 6-14 8-22 4 3 6 6 6 10 5-6 7-14 6-24z",
    accent: "M60 50c2 7 9 9 9 16a9 9 0 0 1-18 0c0-6 6-9 9-16z",
    seal: [88, 34],
  },
  // Blocks in a heap.
  block_offers: {
    paper: "M32 54h26v22H32zM62 54h26v22H62z",
    ink: "M41 54v7h8v-7M71 54v7h8v-7",
    accent: "M47 30h26v22H47zM56 30v7h8v-7",
    seal: [88, 36],
  },
  // A form with a block on it.
  block_applications: {
    paper: "M36 22h36l12 12v42H36z",
    ink: "M72 22v12h12M44 44h20M44 52h14",
    accent: "M62 56h16v14H62zM67 56v4h6v-4",
    seal: [46, 66],
  },
  // A crate with a lock.
  block_holdings: {
    paper: "M32 40h56v36H32z",
    ink: "M32 52h16M72 52h16M32 64h16M72 64h16",
    accent: "M52 54h16v14H52zM55 54v-5a5 5 0 0 1 10 0v5",
    seal: [86, 30],
  },
  // A gauge without a hand yet.
  score: {
    paper: "M30 70a30 30 0 0 1 60 0z",
    ink: "M38 70a22 22 0 0 1 44 0",
    accent: "M52 70a8 8 0 0 1 16 0M60 48v-4",
    seal: [84, 34],
  },
  // A calendar and a coin.
  loans: {
    paper: "M32 30h44v44H32z",
    ink: "M32 42h44M42 24v10M66 24v10M41 52h8M41 62h8M58 52h8",
    accent: "M78 52a13 13 0 1 0 0 26 13 13 0 0 0 0-26zM78 59v12M72 65h12",
    seal: [88, 36],
  },
  // A compass.
  strategies: {
    paper: "M60 20a28 28 0 1 0 0 56 28 28 0 0 0 0-56z",
    ink: "M60 25v4M60 67v4M37 48h4M79 48h4",
    accent: "M70 36l-6 16-14 8 6-16z",
    seal: [90, 70],
  },
  // A way with two marks.
  followings: {
    paper: "M38 30a10 10 0 0 1 10 10c0 8-10 16-10 16s-10-8-10-16a10 10 0 0 1 10-10z",
    ink: "M40 74c12 0 8-14 20-14s10-12 18-14",
    accent: "M82 24a8 8 0 0 1 8 8c0 7-8 13-8 13s-8-6-8-13a8 8 0 0 1 8-8z",
    seal: [38, 40],
  },
  // A certificate that goes and comes.
  lending: {
    paper: "M40 34h40v28H40z",
    ink: "M48 43h24M48 51h14",
    accent: "M34 30c8-8 20-11 32-9m-4-5l5 5-6 4M86 66c-8 8-20 11-32 9m4 5l-5-5 6-4",
    seal: [74, 56],
  },
  // A sun between morning and evening.
  intraday: {
    paper: "M38 64a22 22 0 0 1 44 0z",
    ink: "M26 64h68M36 73h48M48 80h24",
    accent: "M60 24v9M34 36l6 6M86 36l-6 6M26 54h8M94 54h-8",
    seal: [60, 52],
  },
  // A drum of lots.
  subscriptions: {
    paper: "M60 20a26 26 0 1 0 0 52 26 26 0 0 0 0-52z",
    ink: "M44 80l6-12M76 80l-6-12M38 80h44",
    accent: "M50 46a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM68 42a6 6 0 1 0 0 12 6 6 0 0 0 0-12z",
    seal: [58, 36],
  },
  // A rocket that is still on the ground.
  new_shares: {
    paper: "M60 16c10 10 13 26 8 44H52c-5-18-2-34 8-44z",
    ink: "M52 48l-10 12v8l10-6M68 48l10 12v8l-10-6M54 66v8M66 66v8M60 66v12",
    accent: "M60 32a6 6 0 1 0 0 12 6 6 0 0 0 0-12z",
    seal: [86, 34],
  },
  // A phone.
  devices: {
    paper: "M44 18h32a4 4 0 0 1 4 4v52a4 4 0 0 1-4 4H44a4 4 0 0 1-4-4V22a4 4 0 0 1 4-4z",
    ink: "M55 70h10",
    accent: "M52 42h16v14H52zM55 42v-4a5 5 0 0 1 10 0v4",
    seal: [90, 34],
  },
  // Steps along a line.
  activity: {
    paper: "M56 26h34v12H56zM56 44h26v12H56zM56 62h30v12H56z",
    ink: "M40 32v36",
    accent:
      "M40 28a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM40 46a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM40 64a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    seal: [88, 52],
  },
} as const satisfies Record<string, Drawing>;

export type IllustrationName = keyof typeof drawings;

export default function Illustrations({ name }: { name: IllustrationName }) {
  const { paper, ink, accent, seal }: Drawing = drawings[name];
  return (
    <svg className={styles["picture"]} viewBox="0 0 120 96" fill="none" aria-hidden="true">
      <circle cx="60" cy="48" r="42" fill="var(--surface-sunken)" />
      <ellipse cx="60" cy="86" rx="42" ry="4" fill="var(--line)" />
      <g strokeWidth="2.25" strokeLinecap="round" strokeLinejoin="round">
        <path d={paper} stroke="var(--line-strong)" fill="var(--surface-raised)" />
        <path d={ink} stroke="var(--line-strong)" />
        <path d={accent} stroke="var(--accent)" fill="var(--accent-soft)" />
      </g>
      <circle cx={seal[0]} cy={seal[1]} r="4" fill="var(--seal)" />
    </svg>
  );
}
