import type { Texts } from "../../jp/index.ts";

export const verifications: Texts["verifications"] = {
  title: "实名认证",
  empty: "没有待审核的实名认证。",
  account: "账号",
  name: "姓名",
  name_kana: "假名",
  id_type: "证件",
  id_number: "号码",
  number_not_kept: "号码未保存",
  front: "正面",
  back: "背面",
  same_number: "提交过相同号码的客户：",
  same_files_one: "相同照片此前提交过{{count}}次。",
  same_files_other: "相同照片此前提交过{{count}}次。",
  earlier: "以往提交",
  status_1: "审核中",
  status_2: "已认证",
  status_3: "未通过",
};
