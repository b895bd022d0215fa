import { Button, EmptyState, Sheet, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useRef, useState } from "react";
import { ask } from "../../../shared/api.ts";
import { language } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { refusalText, useText, type TextKey } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { deviceName } from "../../../shared/device-name.ts";
import styles from "./sheets.module.css";
import { FramedReason } from "../../../shared/operator-words.tsx";

type SheetProps = { open: boolean; onClose: () => void };
type Item = { at: string; kind: string; params: Record<string, string> };
type Page = { items: readonly Item[]; next_cursor: string | null };

const pageLength = "20";

const kindKeys: Readonly<Record<string, TextKey<"myPage">>> = {
  registered: "activity_registered",
  signed_in: "activity_signed_in",
  signed_out: "activity_signed_out",
  password_changed: "activity_password_changed",
  session_revoked: "activity_session_revoked",
  state_changed: "activity_state_changed",
  totp_set: "activity_totp_set",
  totp_removed: "activity_totp_removed",
  passkey_added: "activity_passkey_added",
  passkey_removed: "activity_passkey_removed",
  passkeys_to_confirm: "activity_passkeys_to_confirm",
  reset_hold_started: "activity_reset_hold_started",
  recovery_codes_renewed: "activity_recovery_codes_renewed",
  frozen_by_customer: "activity_frozen_by_customer",
  verification_submitted: "activity_verification_submitted",
  bank_card_added: "activity_bank_card_added",
  bank_card_removed: "activity_bank_card_removed",
  fund_password_set: "activity_fund_password_set",
  fund_password_changed: "activity_fund_password_changed",
  fund_password_locked: "activity_fund_password_locked",
  fund_password_reset_requested: "activity_fund_password_reset_requested",
  fund_password_reset_cancelled: "activity_fund_password_reset_cancelled",
  fund_password_reset_done: "activity_fund_password_reset_done",
  login_password_reset_requested: "activity_login_password_reset_requested",
  login_password_reset_cancelled: "activity_login_password_reset_cancelled",
  login_password_reset_done: "activity_login_password_reset_done",
  factor_reset_requested: "activity_factor_reset_requested",
  factor_reset_cancelled: "activity_factor_reset_cancelled",
  factor_reset_done: "activity_factor_reset_done",
  deposit_submitted: "activity_deposit_submitted",
  withdrawal_requested: "activity_withdrawal_requested",
  withdrawal_cancelled: "activity_withdrawal_cancelled",
  followed: "activity_followed",
  follow_end_asked: "activity_follow_end_asked",
  copy_consented: "activity_copy_consented",
  copy_consent_revoked: "activity_copy_consent_revoked",
  new_shares_subscribed: "activity_new_shares_subscribed",
  new_shares_cancelled: "activity_new_shares_cancelled",
  subscription_paid: "activity_subscription_paid",
  subscription_waived: "activity_subscription_waived",
  block_applied: "activity_block_applied",
  block_sale_consented: "activity_block_sale_consented",
  block_sale_revoked: "activity_block_sale_revoked",
  block_cancelled: "activity_block_cancelled",
  loan_requested: "activity_loan_requested",
  loan_cancelled: "activity_loan_cancelled",
  loan_repaid: "activity_loan_repaid",
  operator_viewed: "activity_operator_viewed",
  operator_acted: "activity_operator_acted",
};

/** What an operator looked at or did. */
const whatKeys: Readonly<Record<string, TextKey<"myPage">>> = {
  customer: "viewed_customer",
  identity: "viewed_identity",
  assets: "viewed_assets",
  cases: "viewed_cases",
  notes: "viewed_notes",
  conversation: "viewed_conversation",
  postings: "viewed_postings",
  positions: "viewed_positions",
  fills: "viewed_fills",
  records: "viewed_records",
  sessions: "viewed_sessions",
  messages: "viewed_messages",
  activity: "viewed_activity",
  case: "viewed_case",
  document_id_front: "viewed_document_id_front",
  document_id_back: "viewed_document_id_back",
  document_receipt: "viewed_document_receipt",
  id_number: "viewed_id_number",
  bank_account: "viewed_bank_account",
  verification_approved: "acted_verification_approved",
  verification_rejected: "acted_verification_rejected",
  login_password_reset_approved: "acted_login_password_reset_approved",
  login_password_reset_rejected: "acted_login_password_reset_rejected",
  login_password_reset_stopped: "acted_login_password_reset_stopped",
  factor_reset_approved: "acted_factor_reset_approved",
  factor_reset_rejected: "acted_factor_reset_rejected",
  factor_reset_stopped: "acted_factor_reset_stopped",
  deposit_approved: "acted_deposit_approved",
  deposit_rejected: "acted_deposit_rejected",
  withdrawal_approved: "acted_withdrawal_approved",
  withdrawal_paid: "acted_withdrawal_paid",
  withdrawal_rejected: "acted_withdrawal_rejected",
  loan_approved: "acted_loan_approved",
  loan_rejected: "acted_loan_rejected",
  loan_limit_lowered: "acted_loan_limit_lowered",
  loan_limit_raised: "acted_loan_limit_raised",
  loan_written_off: "acted_loan_written_off",
  loan_claimed: "acted_loan_claimed",
  loans: "viewed_loans",
  journal_announced: "acted_journal_announced",
  journal_posted: "acted_journal_posted",
  message_sent: "acted_message_sent",
  service_reply: "acted_service_reply",
  note_added: "acted_note_added",
  conversation_taken: "acted_conversation_taken",
  conversation_left: "acted_conversation_left",
  conversation_closed: "acted_conversation_closed",
  conversation_reopened: "acted_conversation_reopened",
  change_proposed: "acted_change_proposed",
  change_rejected: "acted_change_rejected",
  change_withdrawn: "acted_change_withdrawn",
  credit_limit_changed: "acted_credit_limit_changed",
};

/** What happened on the account, newest first: the customer's own acts and the operators'. */
export function ActivitySheet({ open, onClose }: SheetProps) {
  const t = useText("myPage");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("activity")} closeLabel={shell("close")}>
      <Activity />
    </Sheet>
  );
}

function Activity() {
  const t = useText("myPage");
  const first = useCall("/user/activity", { limit: pageLength }, { quiet: true, staleTime: 0 });
  return (
    <>
      <p className={styles["note"]}>{t("activity_note")}</p>
      <Loaded query={first} waiting={<SkeletonRows count={5} />}>
        {(page) =>
          page.items.length === 0 ? (
            <EmptyState picture={<Illustration name="activity" />} sentence={t("no_activity")} />
          ) : (
            <Items key={page.items[0]?.at} first={page} />
          )
        }
      </Loaded>
    </>
  );
}

function Items({ first }: { first: Page }) {
  const t = useText("myPage");
  const [older, setOlder] = useState<readonly Page[]>([]);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const loading = useRef(false);
  const pages = [first, ...older];
  const cursor = pages.at(-1)?.next_cursor ?? null;
  const loadOlder = async () => {
    if (cursor === null || loading.current) return;
    loading.current = true;
    setBusy(true);
    setRefused(null);
    const asked = await ask("/user/activity", { cursor, limit: pageLength });
    if (asked.ok) setOlder((before) => [...before, asked.data]);
    else setRefused(refusalText(asked.refusal));
    loading.current = false;
    setBusy(false);
  };
  return (
    <>
      <ul className={styles["list"]}>
        {pages
          .flatMap((page) => page.items)
          .map((item, index) => (
            <li key={`${item.at} ${index}`} className={styles["row"]}>
              <div className={styles["main"]}>
                <p className={styles["title"]}>{activityText(item, t)}</p>
                {item.params["device"] !== undefined && (
                  <p className={styles["detail"]}>
                    {deviceName(item.params["device"]) ?? t("unknown_device")}
                  </p>
                )}
                {whatKeys[item.params["what"] ?? ""] !== undefined && (
                  <p className={styles["detail"]}>
                    {t(whatKeys[item.params["what"] ?? ""] ?? "activity")}
                  </p>
                )}
                {reasonIn(item.params) !== "" && (
                  <FramedReason reason={reasonIn(item.params)}>
                    {(reason) => <p className={styles["detail"]}>{t("reason", { reason })}</p>}
                  </FramedReason>
                )}
              </div>
              <time className={styles["time"]} dateTime={item.at}>
                {showDateTime(item.at)}
              </time>
            </li>
          ))}
      </ul>
      <p className={styles["refusal"]} aria-live="polite">
        {refused}
      </p>
      {cursor !== null && (
        <Button look="plain" wide busy={busy} onClick={() => void loadOlder()}>
          {t("older")}
        </Button>
      )}
    </>
  );
}

/** Why an operator did it, in the reader's language. */
function reasonIn(params: Readonly<Record<string, string>>): string {
  return params[`why_${language()}`] ?? "";
}

function activityText(item: Item, t: ReturnType<typeof useText<"myPage">>): string {
  const key = kindKeys[item.kind];
  return key === undefined ? t("activity_unknown", { kind: item.kind }) : t(key, item.params);
}
