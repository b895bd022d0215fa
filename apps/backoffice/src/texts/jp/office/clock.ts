export const clock = {
  title: "デモ環境の時計",
  now: "現在の時刻",
  note: "価格・取引時間・金利・抽選・期限は、すべてこの時計に従います。進めた時計は戻せません。",
  minutes_15: "15分進める",
  hour: "1時間進める",
  day: "1日進める",
  week: "1週間進める",
  month: "30日進める",
  question: "{{step}}：よろしいですか",
  warning: "すべてのお客様に影響します。注文の約定、金利、期限切れが起こることがあります。",
  moved: "{{time}}まで進めました",
  simulated_only: "デモ環境でのみ使えます",
};
