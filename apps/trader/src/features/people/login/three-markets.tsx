import styles from "./login.module.css";

// Three courses that together write 三. A picture, not a chart: no market ever moved like this.
const strokes = [
  {
    d: "M70 46L82 41 90 45 100 36 110 40 119 33 131 38 142 30 152 35 163 27 174 32 186 25 196 31 208 22 220 27 232 18 246 23 264 12",
    dot: [264, 12],
  },
  {
    d: "M94 98L105 92 114 97 125 88 135 93 146 84 156 90 168 86 179 78 190 84 201 76 213 81 226 72 242 66",
    dot: [242, 66],
  },
  {
    d: "M34 160L46 152 55 157 66 147 77 153 88 144 98 151 109 146 121 137 132 143 143 134 154 141 166 131 177 138 189 129 201 135 213 125 226 131 239 121 252 127 266 116 281 122 306 104",
    dot: [306, 104],
  },
] as const;

export function ThreeMarkets() {
  return (
    <svg className={styles["picture"]} viewBox="0 0 340 176" aria-hidden="true">
      {strokes.map(({ d, dot }, index) => (
        <g key={d} className={styles["stroke"]} style={{ animationDelay: `${index * 90}ms` }}>
          <path d={d} />
          <circle cx={dot[0]} cy={dot[1]} r="7" />
        </g>
      ))}
    </svg>
  );
}
