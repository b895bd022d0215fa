import { link, paths } from "../../../app/paths.ts";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { DocumentPhotos } from "../../../shared/document-photos.tsx";
import { Facts, Notice } from "../../../shared/kit/panel.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { QueueScreen } from "../../../shared/queue/queue-screen.tsx";
import { AuditedView } from "../../../shared/audited-view.tsx";
import { reasonText, useText } from "../../../shared/text.ts";
import { CustomerLinks } from "../../../shared/customer-links.tsx";
import styles from "./verifications.module.css";

type Item = Output<"/api/ops/verifications">["items"][number];
type Case = Output<"/api/ops/verifications/:id">;

/** Who the customers are: names, numbers and photos of their documents, decided one by one. */
export default function VerificationsScreen() {
  const t = useText("verifications");
  const words = useText("words");
  return (
    <QueueScreen<Item, Case>
      name="verifications"
      title={t("title")}
      decide="decide_verifications"
      reasons="verifications"
      sorts={["due", "newest", "oldest"]}
      columns={[
        { key: "account", head: t("account"), cell: (row) => row.account },
        { key: "name", head: t("name"), grow: true, cell: (row) => row.name },
        { key: "type", head: t("id_type"), cell: (row) => words(`id_${row.id_type}`) },
      ]}
      heading={(one) => one.name}
      detail={(one) => <VerificationDetail one={one} />}
      place={(id) => (id === null ? paths.verifications : paths.verification(id))}
      empty={t("empty")}
      changes={["/api/ops/customers/:account"]}
    />
  );
}

function VerificationDetail({ one }: { one: Case }) {
  const t = useText("verifications");
  const words = useText("words");
  const sides = [
    { id: one.front_document_id, name: t("front") },
    ...(one.back_document_id === null ? [] : [{ id: one.back_document_id, name: t("back") }]),
  ];
  return (
    <>
      <Suspicions one={one} />
      <Facts
        facts={[
          one.account === null
            ? null
            : {
                name: t("account"),
                value: <a href={link(paths.customer(one.account))}>{one.account}</a>,
              },
          { name: t("name"), value: <strong>{one.name}</strong> },
          one.name_kana === null ? null : { name: t("name_kana"), value: one.name_kana },
          { name: t("id_type"), value: words(`id_${one.id_type}`) },
          { name: t("id_number"), value: <IdNumber one={one} /> },
        ]}
      />
      <DocumentPhotos photos={sides} />
      {one.earlier.length > 0 && <Earlier earlier={one.earlier} />}
    </>
  );
}

function IdNumber({ one }: { one: Case }) {
  const t = useText("verifications");
  return (
    <AuditedView
      permission="view_documents"
      masked={<span className="mono">{one.id_number_masked}</span>}
      look={() => send("/api/ops/verifications/:id/number", { id: one.id })}
    >
      {({ id_number }) => <span className="mono">{id_number ?? t("number_not_kept")}</span>}
    </AuditedView>
  );
}

/** What a reviewer should not have to find out. */
function Suspicions({ one }: { one: Case }) {
  const t = useText("verifications");
  if (one.same_number_accounts.length === 0 && one.same_files_before === 0) return null;
  return (
    <Notice tone="warn">
      {one.same_number_accounts.length > 0 && (
        <p className={styles["line"]}>
          {t("same_number")} <CustomerLinks accounts={one.same_number_accounts} />
        </p>
      )}
      {one.same_files_before > 0 && (
        <p className={styles["line"]}>{t("same_files", { count: one.same_files_before })}</p>
      )}
    </Notice>
  );
}

function Earlier({ earlier }: { earlier: Case["earlier"] }) {
  const t = useText("verifications");
  return (
    <section>
      <h3 className={styles["title"]}>{t("earlier")}</h3>
      <ul className={styles["earlier"]}>
        {earlier.map((before) => (
          <li key={before.id}>
            <a href={link(paths.verification(before.id))}>
              <At iso={before.submitted_at} />
            </a>{" "}
            {before.name} · {t(`status_${before.status as 1 | 2 | 3}`)}
            {before.reason_code !== null && ` · ${reasonText(before.reason_code)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
