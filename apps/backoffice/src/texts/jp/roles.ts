export const roles = {
  viewer: "閲覧者",
  support: "サポート担当",
  reviewer: "審査担当",
  approver: "承認者",
  administrator: "管理者",
};
