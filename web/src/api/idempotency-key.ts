import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { isProblem } from './problem.ts'
import { isRefusal } from './request-outcome.ts'
import { readItem, storedKeys, writeItem } from './session-storage.ts'

/** What a person wants the bank to do once: `{ person: userId, purpose: 'transfer' }`. */
export type Intention = {
  /** The user who asks for it. Each person who signs in to this browser has keys of their own. */
  readonly person: string
  /** What it is for, and for which account or transaction. Never its contents: nothing secret is stored. */
  readonly purpose: string
}

/**
 * Sends one attempt at an intention under its idempotency key, and hands on the answer or the error. The bank acts once on a
 * key, so an intention can be repeated without being done twice. Its key is in one of three states:
 *
 * - free: no key is stored, and the next attempt makes one.
 * - uncertain: an attempt has left and nothing certain has come back. The key is stored in this tab, survives a reload, and
 *   every further attempt uses it, also one with other contents: the bank refuses those with `id_reused` if it has acted.
 * - settled, which frees the key: the bank has acted, or has answered `id_reused`, or has refused the only attempt there was.
 *   A refusal after an uncertain attempt settles nothing, because that attempt may still be carried out.
 */
export async function sendOnce<Answer>(
  intention: Intention,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const earlierKey = uncertainKey(intention)
  const key = earlierKey ?? timeOrderedId(new Date())
  // Before the request leaves: a reload from here on must find it.
  writeItem(nameOf(intention), key)
  try {
    const answer = await send(key)
    settle(intention, key)
    return answer
  } catch (error) {
    if (hasActedBefore(error) || (earlierKey === null && isRefusal(error))) settle(intention, key)
    throw error
  }
}

/** The key of an attempt whose outcome is not certain; null when there is none. */
export function uncertainKey(intention: Intention): string | null {
  return readItem(nameOf(intention))
}

/** Whether an attempt of this person has an outcome that is not certain. */
export function hasUncertainKey(person: string): boolean {
  return storedKeys().some((key) => key.endsWith(` by ${person}`) || key === `transferId of ${person}`)
}

/** Frees the key, where the outcome is known from elsewhere. The next intention of this kind gets another one. */
export function settle(intention: Intention, key = uncertainKey(intention)): void {
  // A late answer must not free the key of the intention after it.
  if (uncertainKey(intention) === key) writeItem(nameOf(intention), null)
}

/** True when the bank has acted on this key already, with other contents. */
export function hasActedBefore(error: unknown): boolean {
  return isProblem(error) && (error.code === 'id_reused' || error.code === 'opening_id_reused')
}

/** These names stay the same from version to version: a page that is reloaded after an upgrade finds its uncertain key. */
function nameOf({ person, purpose }: Intention): string {
  return purpose === 'transfer' ? `transferId of ${person}` : `once: ${purpose} by ${person}`
}
