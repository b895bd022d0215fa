import { useAddress } from "../../../shared/address.ts";
import { Locked } from "../../../shared/kit/locked.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import { TabBar } from "../../../shared/kit/tab-bar.tsx";
import { useLock } from "../../../shared/may.ts";
import { useText } from "../../../shared/text.ts";
import { BankTab } from "./bank-tab.tsx";
import { BreaksTab } from "./breaks-tab.tsx";
import { DailyTab } from "./daily-tab.tsx";
import { PaymentsTab } from "./payments-tab.tsx";
import { TrialTab } from "./trial-tab.tsx";
import styles from "./books.module.css";

const tabs = ["trial", "daily", "bank", "breaks", "payments"] as const;
type Tab = (typeof tabs)[number];
const addressDefaults = { tab: "trial" };

/** What the ledger says as a whole, and whether the bank says the same. */
export default function BooksScreen() {
  const t = useText("books");
  const lock = useLock()("view_books");
  const [address, change] = useAddress(addressDefaults);
  const shown: Tab = tabs.find((tab) => tab === address.tab) ?? "trial";
  return (
    <Workbench title={t("title")}>
      {lock !== null ? (
        <Locked reason={lock} />
      ) : (
        <>
          <TabBar
            label={t("title")}
            value={shown}
            onChange={(tab) => change({ tab })}
            options={tabs.map((value) => ({ value, label: t(`tab_${value}`) }))}
          />
          <div className={styles["tab"]}>
            {shown === "trial" && <TrialTab />}
            {shown === "daily" && <DailyTab />}
            {shown === "bank" && <BankTab />}
            {shown === "breaks" && <BreaksTab />}
            {shown === "payments" && <PaymentsTab />}
          </div>
        </>
      )}
    </Workbench>
  );
}
