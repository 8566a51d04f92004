import type { Amount, Spent } from "./schema";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const cent = 10_000;

export const zeroAmount: Amount = { micros: 0, isUnknown: false };

export const addAmounts = (...amounts: Amount[]): Amount => ({
  micros: amounts.reduce((total, { micros }) => total + micros, 0),
  isUnknown: amounts.some(({ isUnknown }) => isUnknown),
});

export const multiplyAmount = (count: number, { micros, isUnknown }: Amount): Amount =>
  count === 0 ? zeroAmount : { micros: micros * count, isUnknown };

/** Millionths of a dollar for people: in cents, or fractions of one. */
export function formatMoney(micros: number): string {
  if (micros > 0 && micros < cent) return "less than $0.01";
  return dollars.format(micros / 1_000_000);
}

/** An expected cost, such as 'About $0.31'; null for free work. */
export function formatEstimate({ micros, isUnknown }: Amount): string | null {
  if (isUnknown) return micros === 0 ? "Price unknown" : `At least ${formatMoney(micros)}`;
  if (micros === 0) return null;
  return micros < cent ? "Less than $0.01" : `About ${formatMoney(micros)}`;
}

/** A spent amount, with the number of calls of unknown price. */
export function formatSpent({ micros, unpricedCalls }: Spent): string {
  if (unpricedCalls === 0) return formatMoney(micros);
  const calls = unpricedCalls === 1 ? "1 call" : `${unpricedCalls.toLocaleString("en-US")} calls`;
  return micros === 0
    ? `${calls} of unknown price`
    : `${formatMoney(micros)} and ${calls} of unknown price`;
}
