import type { RefusalCode } from "@sanshi/contract";
import { LinkButton } from "@sanshi/ui";
import { link } from "../app/paths.ts";
import formStyles from "./form.module.css";
import { RuleWhy } from "./rule-why.tsx";
import { refusalText } from "./text.ts";

type ObstaclesProps<Code extends RefusalCode> = {
  title: string;
  obstacles: readonly { code: Code; params?: Readonly<Record<string, string>> | undefined }[];
  /** Where each is put right, and what the way there is called; none where the customer can do nothing. */
  remedies: Partial<Record<Code, { to: string; name: string }>>;
  /** What is said here in place of the refusal's own sentence. */
  sentences?: Partial<Record<Code, string>>;
};

/** Nobody is stopped without being told why, and what to do. */
export function Obstacles<Code extends RefusalCode>({
  title,
  obstacles,
  remedies,
  sentences = {},
}: ObstaclesProps<Code>) {
  return (
    <section className={formStyles["card"]} aria-label={title}>
      <h2 className={formStyles["heading"]} style={{ margin: 0 }}>
        {title}
      </h2>
      {obstacles.map(({ code, params }) => {
        const remedy = remedies[code];
        return (
          <div key={code} className={formStyles["fields"]}>
            <p className={formStyles["notice"]}>
              {sentences[code] ?? refusalText(params === undefined ? { code } : { code, params })}
            </p>
            {params !== undefined && <RuleWhy refusal={{ params }} />}
            {remedy !== undefined && (
              <LinkButton look="quiet" wide href={link(remedy.to)}>
                {remedy.name}
              </LinkButton>
            )}
          </div>
        );
      })}
    </section>
  );
}
