import type { Texts } from "../../jp/index.ts";

export const password: Texts["password"] = {
  title: "修改登录密码",
  lead: "修改后，其他设备将全部退出登录。",
  old: "当前密码",
  old_missing: "请输入当前密码。",
  new: "新密码",
  new_hint: "至少8个字符，请勿与其他网站相同。",
  again: "确认新密码",
  save: "确认修改",
  saved: "密码已修改",
  passkeys: "通行密钥",
  passkeys_kept: "请勾选确认属于您本人的通行密钥。未勾选的将在修改密码后失效。",
  passkey_added: "{{name}}（{{date}} 添加）",
  reset_title: "重置登录密码",
  reset_due_at: "新密码生效时间",
  reset_waiting:
    "因收到忘记密码的申请，客服已审核通过新密码。新密码在{{until}}前有效，首次用它登录后，其他设备将全部退出登录。在此之前，当前密码仍可使用，一旦用它登录，本次重置即自动取消。",
  reset_asked_at: "申请重置的时间",
  reset_asked: "须经客服核实您的身份，并再过{{hours}}小时后，密码才会变更。",
  reset_not_you: "如非本人申请，请立即取消重置。",
  reset_cancel: "取消重置",
  reset_cancel_question: "当前密码继续有效。如需重新申请，须再次经客服核实，并等待{{hours}}小时。",
  reset_cancelled: "重置已取消",
  factors_due_at: "可用时间",
  factors_asked_at: "申请时间",
  factors_asked:
    "有人凭密码申报验证方式全部丢失。须经客服核实您的身份，并再过{{hours}}小时后，才会变更。",
  factors_waiting:
    "客服已审核通过。在{{until}}前，凭密码登录即可解除验证器、通行密钥和恢复码。使用其中任一方式登录，本次重置即自动取消。",
  factors_cancel_question:
    "您的二次验证保持不变。如需重新申请，须再次经客服核实，并等待{{hours}}小时。",
  factors_title: "重置二次验证",
};
