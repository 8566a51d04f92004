/** 999 → "999", 1200 → "1.2K", 3_400_000 → "3.4M": the spec's rule for likes and remixes. */
export function formatCount(count: number): string {
  if (count < 1_000) return String(count);
  // 999,950 and more would round to "1000.0K".
  if (count < 999_950) return `${oneDecimal(count / 1_000)}K`;
  return `${oneDecimal(count / 1_000_000)}M`;
}

const oneDecimal = (value: number) => value.toFixed(1);
