import type { EarlyRefusalTexts } from "../../refusals.ts";

export const earlyRefusalTexts: EarlyRefusalTexts = {
  network_error: "通信エラーが発生しました。接続を確認して再度お試しください。",
  overloaded: "ただいま混み合っています。少し待ってから再度お試しください。",
  server_fault: "システムエラーが発生しました。時間をおいて再度お試しください。",
  account_not_ten_digits: "携帯電話番号は数字10桁で入力してください。",
  password_too_short: "パスワードは{{length}}文字以上で入力してください。",
  passwords_do_not_match: "2つのパスワードが一致しません。",
  agreement_required: "利用規約への同意が必要です。",
  invitation_code_required: "招待コードを入力してください。",
};
