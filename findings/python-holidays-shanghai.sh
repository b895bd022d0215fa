#!/bin/sh
# The Python package holidays answers for Shanghai's exchange in a year without a notice of the State Council with
# the days of the law alone, and does not say so: five weekdays of 2027 on which the exchange is expected to be
# closed, and was in the same festivals of 2025 and 2026, are business days.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check holidays==0.105
"$folder/venv/bin/python" - <<'PY'
import datetime, sys
import holidays

print("holidays", holidays.__version__)
spans = {  # Eight days from New Year's Eve, five of Labour Day, seven from 1 October (国办发明电〔2024〕12号).
    2026: [("2026-02-16", 8), ("2026-05-01", 5), ("2026-10-01", 7)],
    2027: [("2027-02-05", 8), ("2027-05-01", 5), ("2027-10-01", 7)],
}
print("guess: the weekdays of these spans are closed in both years, or the second year says that it is an estimate")
seen = {}
for year, of_year in spans.items():
    closed = holidays.financial_holidays("XSHG", years=year)
    days = [datetime.date.fromisoformat(first) + datetime.timedelta(n) for first, count in of_year for n in range(count)]
    seen[year] = [f"{day:%m-%d}" for day in days if day.weekday() < 5 and day not in closed]
    print("seen:", year, "open weekdays in the spans:", " ".join(seen[year]) or "none",
          "| named an estimate:", any("estimat" in name.lower() or "预估" in name for name in closed.values()))
if seen != {2026: [], 2027: ["02-11", "02-12", "05-05", "10-06", "10-07"]}:
    print("changed")
    sys.exit(1)
PY
