/** Line icons on a 24-pixel grid, 1.7 wide, drawn for this app. */
const paths = {
  alert: "M12 8v5m0 3.2v.1M12 3 2.6 20h18.8z",
  back: "M15 5l-7 7 7 7",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4",
  block: "M4 8l8-4 8 4-8 4zM4 8v8l8 4 8-4V8M12 12v8",
  card: "M3 6.5h18v11H3zM3 10h18M6.5 14h4",
  chart: "M4 20V4M4 20h16M8 15l3.5-4 3 2.5L20 7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  chevron: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  coin: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7.5v9M9 10.5h6M9 13.5h6",
  copy: "M8 8h12v12H8zM4 16V4h12",
  day: "M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z",
  deposit: "M12 4v11m-4.5-4.5L12 15l4.5-4.5M4 19.5h16",
  document: "M6 3h8.5L19 7.5V21H6zM14 3v5h5M9 12.5h7M9 16.5h7",
  down: "M5 9l7 7 7-7",
  exchange: "M4 8.5h14M14.5 5l3.5 3.5-3.5 3.5M20 15.5H6M9.5 12L6 15.5 9.5 19",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  "eye-off":
    "M4 4l16 16M9.5 6A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.3 7.7A17 17 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 3.7-.8M10 10a2.8 2.8 0 0 0 4 4",
  globe: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3c5 5.5 5 12.5 0 18-5-5.5-5-12.5 0-18z",
  headset:
    "M4 15v-3a8 8 0 0 1 16 0v3M4 13.5h3.5V19H4zM16.5 13.5H20V19h-3.5zM20 19c0 1.5-2 2.5-5 2.5",
  home: "M4 11l8-7 8 7v9.5h-5.5V14h-5v6.5H4z",
  info: "M12 11v5.5M12 7.5v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z",
  key: "M15.5 4a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12.300 11.700L4 20M7 17l2.500 2.500M15.5 8.500v.1",
  list: "M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.5M4 12h.5M4 17.5h.5",
  loan: "M3 10l9-6 9 6M5 10v8M10 10v8M14 10v8M19 10v8M3.5 20.5h17",
  lock: "M5.5 11h13v9.5h-13zM8 11V8a4 4 0 0 1 8 0v3",
  logout: "M14 4H5v16h9M10 12h11m-4-4 4 4-4 4",
  minus: "M5 12h14",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  news: "M4 5h13v14.5H6A2 2 0 0 1 4 17.5zM17 9h3v8.5a2 2 0 0 1-2 2M7.5 9h6M7.5 12.5h6M7.5 16h4",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6",
  phone: "M7 2.5h10v19H7zM10.5 18h3",
  plus: "M12 5v14M5 12h14",
  position: "M12 3a9 9 0 1 0 9 9h-9zM15.5 3.700a9 9 0 0 1 4.800 4.800h-4.800z",
  refresh: "M20 5v5h-5M19.5 10A8 8 0 1 0 20 14",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21",
  settings: "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5",
  share: "M12 15V4m-4 4 4-4 4 4M5 12v8.5h14V12",
  shield: "M12 3l8 3v6c0 5-3.5 8-8 9.5C7.5 20 4 17 4 12V6zM8.5 12l2.5 2.5 4.5-5",
  star: "M12 3.5l2.600 5.400 5.900.8-4.300 4.100 1 5.900L12 16.900 6.800 19.700l1-5.900L3.5 9.700l5.900-.8z",
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.700 1.700M17.300 17.300L19 19M19 5l-1.700 1.700M6.700 17.300L5 19",
  table: "M3.5 5h17v14h-17zM3.5 10h17M3.5 14.5h17M9.5 5v14",
  ticket: "M4 6.5h16v4a1.800 1.800 0 0 0 0 3.5v4H4v-4a1.800 1.800 0 0 0 0-3.5zM14 6.5v11.5",
  up: "M5 15l7-7 7 7",
  withdraw: "M12 15V4m-4.5 4.5L12 4l4.5 4.5M4 19.5h16",
} as const;

export type IconName = keyof typeof paths;

type IconProps = { name: IconName; size?: number | undefined; filled?: boolean | undefined };

/** Decoration only: the control around it carries the name. */
export function Icon({ name, size = 24, filled }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled === true ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
