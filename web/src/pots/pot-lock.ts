import { bankToday } from '../api/bank-today.ts'

/**
 * What reaches a goal by its day in equal parts, one a month, in minor units; undefined once the day or the goal is reached. The months
 * that have begun count.
 */
export function monthlyMinor(missingMinor: bigint, targetDay: string): bigint | undefined {
  const [now, target] = [bankToday(), targetDay].map((day) => day.split('-').map(Number))
  const [year, month, day] = target!.map((part, at) => part - now![at]!)
  const months = year! * 12 + month! + (day! > 0 ? 1 : 0)
  if (missingMinor <= 0n || targetDay <= bankToday()) return undefined
  const count = BigInt(Math.max(months, 1))
  return (missingMinor + count - 1n) / count
}

/** Whether a pot with this lock is locked today, on the bank's calendar. */
export function isLockedToday(lockedUntil: string): boolean {
  // Days in their order are texts in their order.
  return bankToday() < lockedUntil
}
