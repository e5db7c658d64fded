// Milliseconds. What was committed in the last second before the books broke is on the list of later payments.
const precision = 1_000

/**
 * Halves the time between a moment with books in order and a later one with wrong books, until a second is left. Returns the last moment
 * that was found in order.
 */
export async function lastGoodMoment(
  { good, bad }: { good: Date; bad: Date },
  isGood: (moment: Date) => Promise<boolean>,
): Promise<Date> {
  if (bad.getTime() - good.getTime() <= precision) return good
  const middle = new Date(Math.floor((good.getTime() + bad.getTime()) / 2))
  return lastGoodMoment((await isGood(middle)) ? { good: middle, bad } : { good, bad: middle }, isGood)
}
