/** Of the chart's tools alone, on the grid of the kit's icons: the first screens do without them. */
const paths = {
  expand: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  shrink: "M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5",
  draw: "M5 19l1-4.500L16 4.500a2.100 2.100 0 0 1 3.500 3L9.500 18z",
  compare: "M4 17l5-7 4 4 7-9M4 20.500l5-4 4 1.500 7-5",
} as const;

export function ChartIcon({ name, size = 20 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
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
