import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import type { Output } from "../../../shared/calls.ts";
import { CustomerStateBadge } from "../../../shared/customer-states.tsx";
import { Facts, Notice } from "../../../shared/kit/panel.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { useLock } from "../../../shared/may.ts";
import { QueueScreen } from "../../../shared/queue/queue-screen.tsx";
import { useText } from "../../../shared/text.ts";
import type { ResetQueue } from "./reset-queue.ts";
import { StopDialog } from "./stop-dialog.tsx";

type Item = Output<"/api/ops/login-password-resets">["items"][number];
type Case = Output<"/api/ops/login-password-resets/:id">;
type Identity = 0 | 1 | 2 | 3;

const verified = 2;

type ResetCasesProps = {
  of: ResetQueue;
  title: string;
  place: (id: string | null) => string;
};

/** A queue of customers who cannot get in; both kinds of cases look alike. */
export function ResetCases({ of, title, place }: ResetCasesProps) {
  const t = useText("loginResets");
  return (
    <QueueScreen<Item, Case>
      name={of}
      title={title}
      decide="decide_login_resets"
      reasons="login-password-resets"
      sorts={["newest", "oldest"]}
      columns={[
        {
          key: "number",
          head: t("case_number"),
          cell: (row) => <span className="mono">{row.case_number}</span>,
        },
        { key: "account", head: t("account"), cell: (row) => row.account },
        {
          key: "identity",
          head: t("identity"),
          grow: true,
          cell: (row) => t(`identity_${row.verification as Identity}`),
        },
      ]}
      heading={(one) => one.case_number}
      detail={(one) => <ResetDetail one={one} of={of} />}
      place={place}
      empty={t("empty")}
      changes={["/api/ops/customers/:account", "/api/ops/customers/:account/activity"]}
    />
  );
}

function ResetDetail({ one, of }: { one: Case; of: ResetQueue }) {
  const t = useText("loginResets");
  return (
    <>
      {one.ended === null && one.due_at === null && (
        <Notice tone="info">{t(of === "factor-resets" ? "be_sure_factors" : "be_sure")}</Notice>
      )}
      <Doubts one={one} />
      <Facts
        facts={[
          one.account === null
            ? null
            : {
                name: t("account"),
                value: <a href={link(paths.customer(one.account))}>{one.account}</a>,
              },
          {
            name: t("customer_state"),
            value: <CustomerStateBadge state={one.customer_state} />,
          },
          { name: t("identity"), value: t(`identity_${one.verification as Identity}`) },
          one.name === null ? null : { name: t("name"), value: <strong>{one.name}</strong> },
          {
            name: t("second_step"),
            value: t(one.second_step ? "second_step_on" : "second_step_off"),
          },
          { name: t("sessions"), value: one.sessions },
          { name: t("device"), value: one.device },
          { name: t("address"), value: <span className="mono">{one.address}</span> },
          one.due_at === null
            ? null
            : {
                name: t(of === "factor-resets" ? "works_from_factors" : "works_from"),
                value: <At iso={one.due_at} />,
              },
          {
            name: t(one.due_at === null ? "valid_until" : "works_until"),
            value: <At iso={one.expires_at} />,
          },
          one.ended === null ? null : { name: t("ended"), value: t(endOf(one.ended, of)) },
          one.ended_at === null ? null : { name: t("ended_at"), value: <At iso={one.ended_at} /> },
        ]}
      />
      {one.due_at !== null && one.ended === null && <Stop id={one.id} of={of} />}
    </>
  );
}

function endOf(ended: NonNullable<Case["ended"]>, of: ResetQueue) {
  return ended === "used" && of === "factor-resets"
    ? "ended_used_factors"
    : (`ended_${ended}` as const);
}

function Stop({ id, of }: { id: string; of: ResetQueue }) {
  const t = useText("loginResets");
  const lock = useLock();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button look="danger" locked={lock("decide_login_resets")} onClick={() => setIsOpen(true)}>
        {t("stop")}
      </Button>
      {isOpen && <StopDialog id={id} of={of} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** What an operator should not have to find out. */
function Doubts({ one }: { one: Case }) {
  const t = useText("loginResets");
  const doubts = [
    one.verification === verified ? null : t("doubt_identity"),
    one.device_known ? null : t("doubt_device"),
    one.other_cases === 0 ? null : t("doubt_cases", { count: one.other_cases }),
  ].filter((doubt) => doubt !== null);
  if (doubts.length === 0 || one.ended !== null) return null;
  return (
    <Notice tone="warn">
      {doubts.map((doubt) => (
        <div key={doubt}>{doubt}</div>
      ))}
    </Notice>
  );
}
