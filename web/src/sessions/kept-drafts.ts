// In this window's memory only: a reload forgets it. By the form and by whose it is.
const kept = new Map<string, Kept>()
type Kept = { form: string; owner: Owner; fields: object }
/** A user's id, or undefined for what nobody signed in has typed. */
type Owner = string | undefined

// The forms somebody is typing into, and who. One that was sent or cancelled is no longer among them.
const open = new Map<string, Owner>()

/**
 * What the form of this name was left with by whoever looks at it. What somebody has typed while they were signed in is
 * theirs alone; what nobody signed in has typed is for everybody at this window.
 */
export function keptDraft(form: string, viewer: Owner): object | undefined {
  return (kept.get(keyOf(form, viewer)) ?? kept.get(keyOf(form, undefined)))?.fields
}

/** Puts down what the form of this name is to begin with for its owner, who may have found in it what nobody owned. */
export function keepDraft(form: string, owner: Owner, fields: object): void {
  forget(form, owner)
  const filled = Object.entries(fields).filter(([, value]) => value)
  if (filled.length > 0) kept.set(keyOf(form, owner), { form, owner, fields: Object.fromEntries(filled) })
}

/** Somebody types into the form of this name. */
export function openDraft(form: string, owner: Owner): void {
  open.set(form, owner)
}

/** The form is left. False where it was sent or given up before: then nothing of it is to be kept. */
export function closeDraft(form: string): boolean {
  return open.delete(form)
}

/** The form was sent, or given up: for whoever did so the next one begins empty. */
export function dropDraft(form: string): void {
  forget(form, open.get(form))
  open.delete(form)
}

/** Whoever pressed Logout leaves nothing behind: neither what was kept, nor what the forms still open would keep. */
export function dropDrafts(): void {
  open.clear()
  kept.clear()
}

/** Somebody signs in: what others have typed while they were signed in is forgotten. */
export function dropDraftsOfOthers(userId: string): void {
  for (const [key, { owner }] of kept) if (owner && owner !== userId) kept.delete(key)
}

function forget(form: string, owner: Owner): void {
  kept.delete(keyOf(form, owner))
  kept.delete(keyOf(form, undefined))
}

function keyOf(form: string, owner: Owner): string {
  return `${owner ?? ''} ${form}`
}
