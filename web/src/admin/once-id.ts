import { isProblem } from '../api/problem.ts'

/** Ids of what has been asked for and is not certain yet, by what it is for. In this window's memory only. */
const kept = new Map<string, string>()

/** The id of an act on the bank's books, the same until its outcome is certain, so that asking twice is one effect. */
export function onceId(purpose: string): string {
  const id = kept.get(purpose) ?? crypto.randomUUID()
  kept.set(purpose, id)
  return id
}

/** The act has an outcome; the next of its kind gets an id of its own. */
export function closeOnceId(purpose: string): void {
  kept.delete(purpose)
}

/** True when the bank has said no and nothing can have been booked. */
export function isCertainRefusal(error: unknown): boolean {
  return isProblem(error) && error.status < 500 && error.code !== 'timeout'
}
