import { dropStoredDraft, dropStoredDraftOfOthers, storedDraft } from './stored-draft.ts'

// Drafts by form and owner, in the memory of this page.
const kept = new Map<string, Kept>()
type Kept = { owner: Owner; fields: object }
/** A user's id, or undefined for a visitor. */
type Owner = string | undefined

// The forms on the page with their owners. A form that was sent or cancelled is removed.
const open = new Map<string, Owner>()

/** The draft of a form for its owner: their own or, without one, the draft of a visitor. A user's draft is for that user only. */
export function keptDraft(form: string, owner: Owner): object | undefined {
  return (kept.get(keyOf(form, owner)) ?? kept.get(keyOf(form, undefined)))?.fields
}

/** Whether a draft of this user's forms is kept, in memory or in the storage. */
export function hasDraft(userId: string): boolean {
  return storedDraft()?.owner === userId || [...kept.values()].some(({ owner }) => owner === userId)
}

/** Keeps the draft of a form. It replaces a visitor's draft, which the form may have started with. */
export function keepDraft(form: string, owner: Owner, fields: object): void {
  forget(form, owner)
  const filled = Object.entries(fields).filter(([, value]) => value)
  if (filled.length > 0) kept.set(keyOf(form, owner), { owner, fields: Object.fromEntries(filled) })
}

/** Notes that a form is on the page. */
export function openDraft(form: string, owner: Owner): void {
  open.set(form, owner)
}

/** Whether a form is on the page, and was neither sent nor cancelled. */
export function isOpen(form: string): boolean {
  return open.has(form)
}

/** Notes that a form is left. False if it was sent or cancelled before: then no draft is kept. */
export function closeDraft(form: string): boolean {
  return open.delete(form)
}

/** Drops the draft of a form that was sent or cancelled: the next form starts empty. */
export function dropDraft(form: string): void {
  forget(form, open.get(form))
  open.delete(form)
  dropStoredDraft(form)
}

/** Drops all drafts at a logout, also those that the open forms would keep. */
export function dropDrafts(): void {
  open.clear()
  kept.clear()
  dropStoredDraft()
}

/** Drops the drafts of other users at a sign-in. */
export function dropDraftsOfOthers(userId: string): void {
  dropStoredDraftOfOthers(userId)
  for (const [key, { owner }] of kept) if (owner && owner !== userId) kept.delete(key)
}

function forget(form: string, owner: Owner): void {
  kept.delete(keyOf(form, owner))
  kept.delete(keyOf(form, undefined))
}

function keyOf(form: string, owner: Owner): string {
  return `${owner ?? ''} ${form}`
}
