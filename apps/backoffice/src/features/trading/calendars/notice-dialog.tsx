import { calendarNoticeLengthMax, type CalendarWarning } from "@sanshi/contract/constants";
import { reasonLengthMax } from "@sanshi/contract/reason-codes";
import { defaultMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { FileField, SelectField, TextArea, TextField } from "../../../shared/kit/fields.tsx";
import { actsAlone } from "../../../shared/may.ts";
import { refresh } from "../../../shared/queries.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { Calendars, CalendarYear, ReadYear } from "./calendars.ts";
import styles from "./calendars.module.css";
import { ReadDays } from "./read-days.tsx";

type NoticeDialogProps = {
  calendars: Calendars;
  /** The year that it is about; null where it is still to be chosen. */
  row: CalendarYear | null;
  onClose: () => void;
};

/** A notice is pasted or opened as a file, read beside what stands, and proposed once it was seen. */
export function NoticeDialog({ calendars, row, onClose }: NoticeDialogProps) {
  const first = row ?? nextMissing(calendars.years);
  const [market, setMarketAlone] = useState<MarketKey>(first?.type ?? defaultMarketKey);
  const [year, setYear] = useState(String(first?.year ?? ""));
  const setMarket = (chosen: MarketKey) => {
    setMarketAlone(chosen);
    const next = nextMissing(calendars.years.filter(({ type }) => type === chosen));
    if (next !== null) setYear(String(next.year));
  };
  const [text, setText] = useState("");
  const [read, setRead] = useState<ReadYear | null>(null);
  const asked = { type: market, year: Number(year), text };
  return read === null ? (
    <ReadStep
      calendars={calendars}
      {...{ market, setMarket, year, setYear, text, setText, setRead, onClose }}
    />
  ) : (
    <ProposeStep asked={asked} read={read} onBack={() => setRead(null)} onClose={onClose} />
  );
}

/** The year that an exchange publishes next. */
function nextMissing(years: Calendars["years"]): CalendarYear | null {
  const missing = years.filter(({ status }) => status !== "published");
  return missing.toSorted((one, other) => one.year - other.year)[0] ?? years[0] ?? null;
}

type ReadStepProps = {
  calendars: Calendars;
  market: MarketKey;
  setMarket: (market: MarketKey) => void;
  year: string;
  setYear: (year: string) => void;
  text: string;
  setText: (text: string) => void;
  setRead: (read: ReadYear) => void;
  onClose: () => void;
};

function ReadStep(props: ReadStepProps) {
  const { calendars, market, setMarket, year, setYear, text, setText, setRead, onClose } = props;
  const t = useText("calendars");
  const words = useText("words");
  const { busy, refused, setRefused, submit } = useForm<"text" | "year">();
  const years = calendars.years.filter(({ type }) => type === market);
  const choose = async (file: File | null) => {
    if (file === null) return;
    if (file.size > calendarNoticeLengthMax) return setRefused({ text: t("file_too_large") });
    setRefused({});
    setText(await file.text());
  };
  const readIt = () => {
    if (text.trim() === "") return setRefused({ text: t("text_needed") });
    return submit({
      send: () => send("/api/ops/calendars/read", { type: market, year: Number(year), text }),
      fieldByCode: {
        calendar_year_out_of_range: "year",
        calendar_year_wrong: "text",
        calendar_date_wrong: "text",
        calendar_weekday_wrong: "text",
        calendar_day_twice: "text",
        calendar_half_day_closed: "text",
        calendar_reopens_closed: "text",
        calendar_nothing_read: "text",
        calendar_days_too_many: "text",
        calendar_unchanged: "text",
      },
      fields: ["text", "year"],
      done: setRead,
    });
  };
  return (
    <FormDialog
      title={t("enter")}
      submit={t("read")}
      wide
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void readIt()}
    >
      <div className={styles["pair"]}>
        <SelectField
          label={t("market")}
          value={market}
          onChange={setMarket}
          options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
        />
        <SelectField
          label={t("year")}
          value={year}
          onChange={setYear}
          options={years.map((one) => ({
            value: String(one.year),
            label: `${one.year} · ${words(`calendar_year_${one.status}`)}`,
          }))}
          refusal={refused.year}
        />
      </div>
      <TextArea
        label={t("text")}
        hint={t("text_hint")}
        rows={12}
        maxLength={calendarNoticeLengthMax}
        value={text}
        onChange={setText}
        refusal={refused.text}
        data-first=""
      />
      <FileField
        label={t("file")}
        accept=".csv,.ics,.json,.txt"
        onChoose={(file) => void choose(file)}
      />
    </FormDialog>
  );
}

type ProposeStepProps = {
  asked: { type: MarketKey; year: number; text: string };
  read: ReadYear;
  onBack: () => void;
  onClose: () => void;
};

function ProposeStep({ asked, read, onBack, onClose }: ProposeStepProps) {
  const t = useText("calendars");
  const queue = useText("queue");
  const words = useText("words");
  const me = useMe();
  const [title, setTitle] = useState("");
  const [address, setAddress] = useState("");
  const [publishedOn, setPublishedOn] = useState("");
  const [note, setNote] = useState("");
  const [confirmed, setConfirmed] = useState<readonly CalendarWarning[]>([]);
  const { busy, refused, setRefused, submit } = useForm<
    "title" | "address" | "published_on" | "note" | "confirmed"
  >();
  const propose = () => {
    if (title.trim() === "") return setRefused({ title: t("title_needed") });
    if (!/^https?:\/\/\S+$/.test(address.trim())) {
      return setRefused({ address: t("address_needed") });
    }
    if (publishedOn === "") return setRefused({ published_on: t("date_needed") });
    if (read.warnings.some(({ code }) => !confirmed.includes(code))) {
      return setRefused({ confirmed: t("confirm_needed") });
    }
    return submit({
      send: () =>
        send("/api/ops/calendars/propose", {
          ...asked,
          title: title.trim(),
          address: address.trim(),
          published_on: publishedOn,
          confirmed: [...confirmed],
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: { calendar_not_confirmed: "confirmed" },
      fields: ["title", "address", "published_on", "note"],
      done: async ({ state }) => {
        await refresh("/api/ops/calendars", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("review_title", { market: words(`market_${read.type}`), year: read.year })}
      submit={t(actsAlone(me) ? "publish" : "propose")}
      wide
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <ReadDays
        read={read}
        confirmed={confirmed}
        onConfirm={setConfirmed}
        refusal={refused.confirmed}
      />
      <TextField
        label={t("notice_title")}
        hint={t("notice_title_hint")}
        maxLength={200}
        value={title}
        onChange={setTitle}
        refusal={refused.title}
        data-first=""
      />
      <div className={styles["pair"]}>
        <TextField
          label={t("notice_address")}
          type="url"
          inputMode="url"
          maxLength={500}
          value={address}
          onChange={setAddress}
          refusal={refused.address}
        />
        <TextField
          label={t("notice_date")}
          type="date"
          value={publishedOn}
          onChange={setPublishedOn}
          refusal={refused.published_on}
        />
      </div>
      <TextArea
        label={queue("note")}
        hint={queue("note_hint")}
        rows={2}
        maxLength={reasonLengthMax}
        value={note}
        onChange={setNote}
        refusal={refused.note}
      />
      <div>
        <Button onClick={onBack}>{t("back_to_text")}</Button>
      </div>
    </FormDialog>
  );
}
