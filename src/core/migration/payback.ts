interface MonthSaved {
  /** Of a whole month. */
  amount: number;
  days: number;
}

/** What each month saves; nothing before the new placement serves alone, `untilDays` after the start. */
function gains(
  savings: readonly MonthSaved[],
  untilDays: number,
): { gained: number; /** Part of the month that saves. */ saved: number }[] {
  let start = 0;
  return savings.map(({ amount, days }) => {
    const saved = Math.min(1, Math.max(0, (start + days - untilDays) / days));
    start += days;
    return { gained: amount * saved, saved };
  });
}

/** What a move has brought in all at the end of each month: its savings until then, less what it cost. */
export function balances(oneOff: number, savings: readonly MonthSaved[], untilDays = 0): number[] {
  let sum = -oneOff;
  return gains(savings, untilDays).map(({ gained }) => (sum += gained));
}

/**
 * Months, from the start of the move, after which its savings have paid for it; they begin once the new placement serves
 * alone. Past the horizon the last month's saving goes on. Null where that never pays.
 */
export function paybackMonths(oneOff: number, savings: readonly MonthSaved[], untilDays = 0): number | null {
  let open = oneOff;
  if (open <= 0 && untilDays === 0 && (savings[0]?.amount ?? 0) >= 0) return 0;
  for (const [m, { gained, saved }] of gains(savings, untilDays).entries()) {
    if (saved > 0 && gained >= open) return m + 1 - saved + (gained > 0 ? (saved * open) / gained : 0);
    open -= gained;
  }
  const goesOn = savings.at(-1)?.amount ?? 0;
  return goesOn > 0 ? savings.length + open / goesOn : null;
}

/**
 * Paybacks at the ends of each input's 90 % interval, put together as independent log-normal errors: distances in logarithms
 * add as squares. `ends` has, for each input, its paybacks at both ends. Its upper end is null where one of them never pays.
 */
export function paybackInterval(
  middle: number | null,
  ends: readonly (readonly [number | null, number | null])[],
): [number, number | null] | null {
  if (ends.length === 0 || middle === null || middle <= 0) return null;
  let [down, up] = [0, 0];
  let never = false;
  for (const pair of ends) {
    const distances = pair.map((end) => (end === null ? Infinity : Math.log(Math.max(end, 1e-9) / middle)));
    never ||= distances.includes(Infinity);
    down += Math.min(0, ...distances.filter(Number.isFinite)) ** 2;
    up += Math.max(0, ...distances.filter(Number.isFinite)) ** 2;
  }
  return [middle * Math.exp(-Math.sqrt(down)), never ? null : middle * Math.exp(Math.sqrt(up))];
}
