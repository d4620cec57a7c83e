/**
 * Months, from the start of the move, after which its savings have paid for it; they begin once the new placement serves
 * alone. Past the horizon the last month's saving goes on. Null where that never pays.
 */
export function paybackMonths(
  oneOff: number,
  savings: readonly { amount: number; days: number }[],
  untilDays = 0,
): number | null {
  let open = oneOff;
  if (open <= 0 && untilDays === 0 && (savings[0]?.amount ?? 0) >= 0) return 0;
  let start = 0;
  for (const [m, { amount, days }] of savings.entries()) {
    const saved = Math.min(1, Math.max(0, (start + days - untilDays) / days));
    const gained = amount * saved;
    if (saved > 0 && gained >= open) return m + 1 - saved + (gained > 0 ? (saved * open) / gained : 0);
    open -= gained;
    start += days;
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
