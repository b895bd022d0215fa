export const signIn = {
  title: "オペレーターログイン",
  email: "メールアドレス",
  password: "パスワード",
  code: "認証コード",
  code_hint: "認証アプリに表示された6桁のコード、またはリカバリーコード",
  sign_in: "ログイン",
  or: "または",
  with_passkey: "パスキーでログイン",
  passkey_given_up: "パスキーの確認が取り消されました。もう一度お試しください。",
  passkey_failed: "この端末でパスキーを使えませんでした。",
  passkey_not_offered: "パスキーはhttps、またはこのコンピューター自身（localhost）でのみ使えます",
};
