import { isProblem } from '../api/problem.ts'

/** Ids of what has been asked for and is not certain yet, by what it is for. In this window's memory only. */
const kept = new Map<string, string>()

/** The id of an act on the bank's books, the same until its outcome is certain, so that asking twice is one effect. */
export function onceId(purpose: string): string {
  const id = kept.get(purpose) ?? crypto.randomUUID()
  kept.set(purpose, id)
  return id
}

/** The act has been done; the next of its kind gets an id of its own. */
export function closeOnceId(purpose: string): void {
  kept.delete(purpose)
}

/**
 * True when an earlier request under this id was booked, with other contents. Any other refusal booked nothing under
 * it, but says nothing about an earlier request whose answer was lost: the id stays.
 */
export function wasBookedBefore(error: unknown): boolean {
  return isProblem(error) && error.code === 'id_reused'
}

/** The bank books in milliseconds: after ten seconds nobody waits for an answer any more, and asks again. */
export function soon(): AbortSignal {
  return AbortSignal.timeout(10_000)
}
