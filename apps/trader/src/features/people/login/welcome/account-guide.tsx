import { Button } from "@sanshi/ui";
import { useCountry } from "./country-choice.ts";
import { exampleOf, tenDigitsOf, type CountryCode } from "./ten-digits.ts";
import styles from "./account-guide.module.css";
import { useWelcome } from "./welcome-texts.ts";

type AccountGuideProps = {
  /** As it was typed. */
  typed: string;
  /** Says how a number becomes ten digits before one is typed, too. */
  explains: boolean;
  onUse: (account: string) => void;
};

/**
 * Under the number: how it becomes ten digits. What was typed stays until the proposal is taken by a touch, so nobody
 * gets an account under a number that they have not seen.
 */
export default function AccountGuide({ typed, explains, onUse }: AccountGuideProps) {
  const t = useWelcome();
  const country = useCountry();
  const found = tenDigitsOf(typed, country);
  return (
    <div className={styles["guide"]}>
      {explains && found === null && (
        <div className={styles["hint"]}>
          <p>
            <Example country={country} />
          </p>
          <p>{t("no_sms")}</p>
        </div>
      )}
      <div aria-live="polite">
        {found !== null && (
          <div className={styles["found"]}>
            <p>{t(`found_${found.way}`)}</p>
            <Button look="quiet" small onClick={() => onUse(found.account)}>
              {t("use_account", { account: found.account })}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function Example({ country }: { country: CountryCode }) {
  const t = useWelcome();
  const example = exampleOf(country);
  if (example === null) return t("hint_other");
  const { typed, ten } = example;
  const digits = typed.replaceAll("-", "");
  if (ten === null)
    return t(digits.startsWith("0") ? "hint_with_zero" : "hint_as_is", { account: digits });
  const key = ten.way === "without_the_1" || ten.way === "with_digits" ? ten.way : "without_zero";
  // A number is not cut in two at the end of a line.
  const unbroken = typed.replaceAll("-", "\u2011");
  return t(`hint_${key}`, { typed: unbroken, account: ten.account });
}
