import { readItem, writeItem } from '../api/session-storage.ts'

/** A draft in this tab's storage. `sealed` are its fields, encrypted by `sealed-draft.ts`. */
type StoredDraft = { readonly owner: string; readonly sealed: string }

/** It stays the same from version to version, so that each version finds what it has to drop. */
const storageName = 'drafts'

// While a draft is encrypted, another one may take its place, or none.
let turns = 0
// The form that this page has stored a draft of, or asked for one. The storage does not name it: the name can be of an account.
let storedForm: string | undefined

/** Stores the draft of a form in place of the one before once it is encrypted, unless it is superseded by then. */
export async function putDraft(form: string, drafted: () => Promise<StoredDraft | undefined>): Promise<void> {
  storedForm = form
  const turn = ++turns
  const draft = await drafted()
  if (draft && turn === turns) writeItem(storageName, JSON.stringify(draft))
}

/** The stored draft, for the form that may be its own. That of another user is dropped; one that is being encrypted stays. */
export function draftFor(form: string, userId: string): StoredDraft | undefined {
  storedForm = form
  if (readItem(storageName) !== null) dropStoredDraftOfOthers(userId)
  return storedDraft()
}

/** The stored draft. Undefined also for what is no draft, such as what other software has stored under the name. */
export function storedDraft(): StoredDraft | undefined {
  try {
    const stored = JSON.parse(readItem(storageName) ?? 'null') as Partial<StoredDraft> | null
    return typeof stored?.sealed === 'string' ? (stored as StoredDraft) : undefined
  } catch {
    return undefined
  }
}

/** Drops the stored draft of this form, or of any, and one that is being encrypted. */
export function dropStoredDraft(form?: string): void {
  turns++
  if (form === undefined || form === storedForm) writeItem(storageName, null)
}

/** Drops the stored draft of another user, and what is no draft. */
export function dropStoredDraftOfOthers(userId: string): void {
  if (storedDraft()?.owner !== userId) dropStoredDraft()
}
