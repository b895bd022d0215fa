import { loanCurrencies, type LoanCurrency } from "@sanshi/contract/constants";
import { reasonCodes } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { CreditFile } from "../../../shared/credit-file.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { useLock } from "../../../shared/may.ts";
import { refresh, useCall } from "../../../shared/queries.ts";
import { codeRefusals, givenCode, noReason, ReasonField } from "../../../shared/reasons.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";

/** The customer's credit, and where an operator lowers a limit. */
export function LoansTab({ account }: { account: string }) {
  const t = useText("loans");
  const lock = useLock()("decide_loans");
  const [isOpen, setOpen] = useState(false);
  const file = useCall("/api/ops/customers/:account/loans", { account });
  if (file.data === undefined) {
    return file.isError ? (
      <Failed error={file.error} onRetry={() => void file.refetch()} />
    ) : (
      <SkeletonTable />
    );
  }
  return (
    <ListFrame
      filters={
        <Button locked={lock} onClick={() => setOpen(true)}>
          {t("change_limit")}
        </Button>
      }
    >
      <CreditFile account={account} {...file.data} />
      {isOpen && <LoanLimitDialog account={account} onClose={() => setOpen(false)} />}
    </ListFrame>
  );
}

function LoanLimitDialog({ account, onClose }: { account: string; onClose: () => void }) {
  const t = useText("loans");
  const [currency, setCurrency] = useState<LoanCurrency>("JPY");
  const [limit, setLimit] = useState("");
  const [reason, setReason] = useState(noReason);
  const { busy, refused, submit } = useForm<"limit" | "reason">();
  const change = () =>
    submit({
      send: () => {
        const typed = limit.normalize("NFKC").replace(/[\s,]/g, "");
        return send("/api/ops/customers/:account/loan-limit", {
          account,
          currency,
          limit: typed === "" ? null : typed,
          ...(givenCode(reason) ?? { reason: "." }),
        });
      },
      fieldByCode: {
        ...codeRefusals,
        loan_limit_out_of_range: "limit",
        loan_limit_unchanged: "limit",
        invalid_request: "limit",
      },
      done: async ({ state }) => {
        await refresh("/api/ops/customers/:account/loans", "/api/ops/proposals");
        toast(t(state === "approved" ? "limit_lowered" : "limit_proposed"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("change_limit_of", { account })}
      submit={t("change_limit")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void change()}
    >
      <SelectField
        label={t("currency")}
        value={currency}
        onChange={setCurrency}
        options={loanCurrencies.map((value) => ({ value, label: value }))}
      />
      <TextField
        label={t("new_limit")}
        suffix={currency}
        inputMode="numeric"
        data-first=""
        value={limit}
        onChange={setLimit}
        refusal={refused.limit}
      />
      <ReasonField
        codes={reasonCodes.loans}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
      <Notice tone="info">{t("limit_note")}</Notice>
    </FormDialog>
  );
}
