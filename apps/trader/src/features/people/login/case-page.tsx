import {
  factorResetHours,
  loginPasswordCaseDays,
  loginPasswordResetHours,
  passwordResetUsableDays,
} from "@sanshi/contract/constants";
import { Button, LinkButton } from "@sanshi/ui";
import { lazy, Suspense } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { config } from "../../../shared/config.ts";
import { CopyButton } from "../../../shared/copy-row.tsx";
import formStyles from "../../../shared/form.module.css";
import { useText, withLaterTexts } from "../../../shared/text.ts";
import { LoginFrame } from "./login-frame.tsx";

const CaseContact = lazy(async () => {
  const loaded = await withLaterTexts(() => import("./case-contact.tsx"));
  return { default: loaded.CaseContact };
});

const steps = {
  password: ["step_tell", "step_wait", "step_login"],
  factors: ["step_tell", "lost_step_wait", "lost_step_login"],
} as const;

const gaps = {
  step_tell: { days: loginPasswordCaseDays },
  step_wait: { hours: loginPasswordResetHours },
  step_login: { days: passwordResetUsableDays },
  lost_step_wait: { hours: factorResetHours },
  lost_step_login: {},
};

type CasePageProps = { account: string; caseNumber: string; of: keyof typeof steps };

/** The number, large, and what happens with it. */
export function CasePage({ account, caseNumber, of }: CasePageProps) {
  const t = useText("forgottenPassword");
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <LoginFrame title={t("done_title")} lead={t("done_lead", { account })}>
      <div className={formStyles["fields"]}>
        <div className={formStyles["row"]}>
          <output className={formStyles["hero"]}>{caseNumber}</output>
          <CopyButton name={t("case_number")} value={caseNumber} />
        </div>
        <section className={formStyles["card"]} aria-label={t("next")}>
          <strong>{t("next")}</strong>
          <ol className={formStyles["steps"]}>
            {steps[of].map((step) => (
              <li key={step}>{t(step, gaps[step])}</li>
            ))}
          </ol>
        </section>
        <p className={formStyles["note"]}>{t(of === "password" ? "remembered" : "lost_note")}</p>
        <Service caseNumber={caseNumber} />
        <Button
          look="quiet"
          wide
          onClick={() =>
            void navigate(`${paths.login}?${query.toString()}`, { state: { account } })
          }
        >
          {t("to_login")}
        </Button>
      </div>
    </LoginFrame>
  );
}

/** Where the number is told: the site's own link, if it has one, or a message from here. */
export function Service({ caseNumber }: { caseNumber: string }) {
  const t = useText("login");
  const service = config("kefu");
  if (service === "") {
    return (
      <>
        <Suspense fallback={null}>
          <CaseContact caseNumber={caseNumber} />
        </Suspense>
        <LinkButton look="plain" wide href={link(paths.service)}>
          {t("help")}
        </LinkButton>
      </>
    );
  }
  return (
    <LinkButton wide external href={service}>
      {t("support")}
    </LinkButton>
  );
}
