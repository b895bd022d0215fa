export const documents = {
  photo: "写真",
  show: "写真を表示",
  looking_is_recorded: "閲覧は記録され、お客様の利用履歴に表示されます。",
  show_whole: "すべて表示",
  nearer: "拡大",
  farther: "縮小",
  turn: "回転",
  whole: "全体を表示",
};
