import { readItem, writeItem } from '../api/session-storage.ts'

// Drafts by form and owner, in the memory of this page. One that is `isStored` is in this tab's storage, too.
const kept = new Map<string, Kept>()
type Kept = { form: string; owner: Owner; fields: object; isStored?: boolean }
/** A user's id, or undefined for a visitor. */
type Owner = string | undefined

// The forms on the page with their owners. A form that was sent or cancelled is removed.
const open = new Map<string, Owner>()

/** The draft of a form for its owner: their own or, without one, the draft of a visitor. A user's draft is for that user only. */
export function keptDraft(form: string, owner: Owner): object | undefined {
  return (kept.get(keyOf(form, owner)) ?? kept.get(keyOf(form, undefined)))?.fields
}

/** Whether a draft of this user's forms is kept. */
export function hasDraft(userId: string): boolean {
  return [...kept.values()].some(({ owner }) => owner === userId)
}

/** Keeps the draft of a form. It replaces a visitor's draft, which the form may have started with. */
export function keepDraft(form: string, owner: Owner, fields: object, isStored = false): void {
  forget(form, owner)
  const filled = Object.entries(fields).filter(([, value]) => value)
  if (filled.length > 0) {
    kept.set(keyOf(form, owner), { form, owner, fields: Object.fromEntries(filled), isStored })
  }
  store()
}

/**
 * Stores the draft of a form that is on the page in this tab, so that it survives a reload, until the form is left. One that was
 * sent or cancelled is not kept.
 */
export function storeOpenDraft(form: string, fields: object): void {
  if (open.has(form)) keepDraft(form, open.get(form), fields, true)
}

/** Takes the drafts that survived a reload out of the storage. Not before hydration: the server knows none of them. */
export function restoreDrafts(): void {
  for (const { form, owner, fields } of storedDrafts()) {
    const key = keyOf(form, owner)
    if (!kept.has(key)) kept.set(key, { form, owner, fields })
  }
}

/** Notes that a form is on the page. */
export function openDraft(form: string, owner: Owner): void {
  open.set(form, owner)
}

/** Notes that a form is left. False if it was sent or cancelled before: then no draft is kept. */
export function closeDraft(form: string): boolean {
  return open.delete(form)
}

/** Drops the draft of a form that was sent or cancelled: the next form starts empty. */
export function dropDraft(form: string): void {
  restoreDrafts()
  forget(form, open.get(form))
  open.delete(form)
  store()
}

/** Drops all drafts at a logout, also those that the open forms would keep. */
export function dropDrafts(): void {
  open.clear()
  kept.clear()
  store()
}

/** Drops the drafts of other users at a sign-in. */
export function dropDraftsOfOthers(userId: string): void {
  restoreDrafts()
  for (const [key, { owner }] of kept) if (owner && owner !== userId) kept.delete(key)
  store()
}

function forget(form: string, owner: Owner): void {
  kept.delete(keyOf(form, owner))
  kept.delete(keyOf(form, undefined))
}

function keyOf(form: string, owner: Owner): string {
  return `${owner ?? ''} ${form}`
}

/** Its name stays the same from version to version. */
const storageName = 'drafts'

/** The drafts in the storage. Values of another shape, which other software can have stored under the name, are dropped. */
function storedDrafts(): Kept[] {
  try {
    const stored: unknown = JSON.parse(readItem(storageName) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isDraft) : []
  } catch {
    return []
  }
}

function isDraft(value: unknown): value is Kept {
  if (!isRecord(value)) return false
  const { form, owner, fields } = value
  return (
    typeof form === 'string' &&
    (owner === undefined || typeof owner === 'string') &&
    isRecord(fields) &&
    Object.values(fields).every((field) => typeof field === 'string' || typeof field === 'boolean')
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function store(): void {
  const stored = [...kept.values()].filter(({ isStored }) => isStored)
  writeItem(storageName, stored.length > 0 ? JSON.stringify(stored) : null)
}
