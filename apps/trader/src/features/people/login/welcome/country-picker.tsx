import { Icon } from "@sanshi/ui";
import { chooseCountry, useCountry } from "./country-choice.ts";
import { countries, countryCodes, type CountryCode } from "./ten-digits.ts";
import styles from "./account-guide.module.css";
import { useWelcome } from "./welcome-texts.ts";

/** In the number's own box: the country's code, and under the finger all countries by name. */
export default function CountryPicker() {
  const t = useWelcome();
  const country = useCountry();
  return (
    <label className={styles["picker"]}>
      <span className="visually-hidden">{t("country")}</span>
      <span className={styles["dial"]} aria-hidden="true">
        {country === "other" ? t("country_other") : `+${countries[country].dial}`}
        <Icon name="down" size={14} />
      </span>
      <select
        value={country}
        onChange={({ currentTarget }) => {
          const chosen = countryCodes.find((code) => code === currentTarget.value);
          if (chosen !== undefined) chooseCountry(chosen);
        }}
      >
        {countryCodes.map((code) => (
          <option key={code} value={code}>
            {nameOf(t(`country_${code}`), code)}
          </option>
        ))}
      </select>
    </label>
  );
}

function nameOf(name: string, code: CountryCode): string {
  return code === "other" ? name : `${name} +${countries[code].dial}`;
}
