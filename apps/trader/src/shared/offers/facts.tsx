import formStyles from "../form.module.css";

export type Fact = readonly [name: string, value: string | null];

/** Names and figures line by line; what something does not have is not shown. */
export function Facts({
  facts,
  className = formStyles["facts"],
}: {
  facts: readonly Fact[];
  className?: string | undefined;
}) {
  return (
    <dl className={className}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function FactCard({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={formStyles["card"]} aria-label={title}>
      <h2 className={formStyles["heading"]} style={{ margin: 0 }}>
        {title}
      </h2>
      <Facts facts={facts} />
    </section>
  );
}
