import type { Amount, Spent } from "./schema";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const cent = 10_000;

export const zeroAmount: Amount = { micros: 0, isUnknown: false };

export const addAmounts = (...amounts: Amount[]): Amount => ({
  micros: amounts.reduce((total, { micros }) => total + micros, 0),
  isUnknown: amounts.some(({ isUnknown }) => isUnknown),
  ...timeOf(amounts.reduce((total, { seconds = 0 }) => total + seconds, 0)),
});

const timeOf = (seconds: number) => (seconds > 0 ? { seconds } : {});

export const multiplyAmount = (count: number, amount: Amount): Amount =>
  count === 0
    ? zeroAmount
    : { ...amount, micros: amount.micros * count, ...timeOf((amount.seconds ?? 0) * count) };

/** Millionths of a dollar for people: in cents, or fractions of one. */
export function formatMoney(micros: number): string {
  if (micros > 0 && micros < cent) return "less than $0.01";
  return dollars.format(micros / 1_000_000);
}

/** Seconds for people: such as '40 s', '12 min' or '3 h'. */
export function formatTime(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/**
 * An expected cost, such as 'About $0.31', or 'About 40 s' on a self-hosted engine; null for free
 * work.
 */
export function formatEstimate({ micros, isUnknown, seconds = 0 }: Amount): string | null {
  const time = seconds > 0 ? formatTime(seconds) : null;
  if (micros === 0 && !isUnknown) return time && `About ${time}`;
  const money = isUnknown
    ? micros === 0
      ? "Price unknown"
      : `At least ${formatMoney(micros)}`
    : micros < cent
      ? "Less than $0.01"
      : `About ${formatMoney(micros)}`;
  return time ? `${money} and ${time}` : money;
}

/** A spent amount, with the time of self-hosted engines and the number of unpriced calls. */
export function formatSpent({ micros, unpricedCalls, seconds }: Spent): string {
  const calls = unpricedCalls === 1 ? "1 call" : `${unpricedCalls.toLocaleString("en-US")} calls`;
  const parts = [
    ...(seconds > 0 ? [`${formatTime(seconds)} of engine time`] : []),
    ...(unpricedCalls > 0 ? [`${calls} of unknown price`] : []),
  ];
  const all = micros > 0 || parts.length === 0 ? [formatMoney(micros), ...parts] : parts;
  return all.join(" and ");
}
