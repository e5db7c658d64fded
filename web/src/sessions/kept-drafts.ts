type Draft = { owner: string | undefined; fields: object }

// In this window's memory only: a reload forgets it.
const kept = new Map<string, Draft>()
// The forms somebody is typing into. One that was sent or cancelled is no longer among them.
const open = new Set<string>()

/** What the form of this name was left with, and whose it is: a user's id, or undefined for what nobody signed in has typed. */
export function keptDraft(form: string): Draft | undefined {
  return kept.get(form)
}

/** Puts down what the form of this name is to begin with. */
export function keepDraft(form: string, owner: string | undefined, fields: object): void {
  const filled = Object.entries(fields).filter(([, value]) => value)
  if (filled.length === 0) return void kept.delete(form)
  kept.set(form, { owner: owner ?? kept.get(form)?.owner, fields: Object.fromEntries(filled) })
}

/** Somebody types into the form of this name. */
export function openDraft(form: string): void {
  open.add(form)
}

/** The form is left. False where it was sent or given up before: then nothing of it is to be kept. */
export function closeDraft(form: string): boolean {
  return open.delete(form)
}

/** The form was sent, or given up: the next one begins empty. */
export function dropDraft(form: string): void {
  open.delete(form)
  kept.delete(form)
}

/** Whoever pressed Logout leaves nothing behind: neither what was kept, nor what the forms still open would keep. */
export function dropDrafts(): void {
  open.clear()
  kept.clear()
}

/** Somebody signs in: what others have typed while they were signed in is forgotten. */
export function dropDraftsOfOthers(userId: string): void {
  for (const [form, { owner }] of kept) if (owner && owner !== userId) kept.delete(form)
}
