import type { Texts } from "../../jp/index.ts";

export const verifications: Texts["verifications"] = {
  title: "Verifications",
  empty: "No verifications are waiting.",
  account: "Account",
  name: "Name",
  name_kana: "Name in kana",
  id_type: "Document",
  id_number: "Number",
  number_not_kept: "The number is not stored",
  front: "Front",
  back: "Back",
  same_number: "The same number was submitted by:",
  same_files_one: "The same photo was submitted {{count}} time before.",
  same_files_other: "The same photo was submitted {{count}} times before.",
  earlier: "Submitted before",
  status_1: "Under review",
  status_2: "Verified",
  status_3: "Failed",
};
