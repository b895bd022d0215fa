import type { Texts } from "../../jp/index.ts";

export const clock: Texts["clock"] = {
  title: "模拟时钟",
  now: "当前时间",
  note: "价格、交易时段、利息、抽签和期限均以此时钟为准，推进后无法回退。",
  minutes_15: "推进15分钟",
  hour: "推进1小时",
  day: "推进1天",
  week: "推进1周",
  month: "推进30天",
  question: "{{step}}？",
  warning: "影响所有客户：委托可能成交、利息将计提、期限可能届满。",
  moved: "已推进至{{time}}",
  simulated_only: "仅限模拟环境",
};
