/**
 * Milliseconds to wait before the next attempt to reconnect, after so many failed ones (specification §9): short for a brief
 * interruption, long when the bank seems to be down.
 */
export function reconnectDelay(attempts: number): number {
  if (attempts < 5) return 1_000
  if (attempts < 15) return 5_000
  return attempts < 100 ? 10_000 : 60_000
}
