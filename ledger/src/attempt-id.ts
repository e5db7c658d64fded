// Characters of a UUID before its last group of 12 hexadecimal digits.
const originLength = 24
const countDigits = 12

/**
 * Makes the ids of attempts: the beginning of `origin`, a random UUID of one lane, then a counter. The attempts of one
 * lane are made in the order of their ids.
 */
export function openAttempts(origin: string): () => string {
  let count = 0
  return () => origin.slice(0, originLength) + (++count).toString(16).padStart(countDigits, '0')
}

/**
 * True when this attempt, or a later one of the same lane, changed the PIN's lock: the first run of this attempt was
 * then committed. An attempt of another lane in between hides this, and a wrong PIN may then count twice. The customer
 * loses an attempt and never gains one.
 */
export function isAttemptDone(lastAttempt: string | null, attempt: string): boolean {
  if (lastAttempt === null || lastAttempt < attempt) return false
  return lastAttempt.startsWith(attempt.slice(0, originLength))
}
