/**
 * How long to wait before the next attempt to reconnect, in milliseconds, after so many that led nowhere (specification
 * §9): short while it may be a passing fault, long when the bank seems to be closed.
 */
export function reconnectDelay(attempts: number): number {
  if (attempts < 5) return 1_000
  if (attempts < 15) return 5_000
  return attempts < 100 ? 10_000 : 60_000
}
