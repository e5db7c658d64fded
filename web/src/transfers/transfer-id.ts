import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { useState } from 'react'
import { recall, remember } from '../api/session-storage.ts'
import { useIsAlive } from '../ui/is-alive.ts'

// Made since the page was loaded and not sent yet: nothing can have become of it.
let unsent: string | null = null

/**
 * The id of the transfer on the form of the user `sender`, the same until its outcome is certain. `mayBeSent` is true when it
 * was kept from before and may already have reached the bank; `replace` gives the next transfer an id of its own.
 */
export function useTransferId(sender: string) {
  const [opened, setOpened] = useState(() => openTransferId(sender))
  // A page that is drawn elsewhere knows nothing of this window.
  const mayBeSent = useIsAlive() && opened.mayBeSent
  return { ...opened, mayBeSent, replace: () => setOpened({ id: makeTransferId(sender), mayBeSent: false }) }
}

/** From here on this id may have reached the bank. */
export function noteSent(id: string): void {
  if (unsent === id) unsent = null
}

/** This id has a certain outcome; the next form makes its own. */
export function closeTransferId(id: string, sender: string): void {
  if (recall(keyOf(sender)) === id) remember(keyOf(sender), null)
}

function openTransferId(sender: string): { id: string; mayBeSent: boolean } {
  const id = recall(keyOf(sender)) ?? makeTransferId(sender)
  return { id, mayBeSent: id !== unsent }
}

function makeTransferId(sender: string): string {
  const id = timeOrderedId(new Date())
  unsent = id
  remember(keyOf(sender), id)
  return id
}

/**
 * Only the id is kept, and only in this window: enough for a reload to repeat a transfer instead of paying again. Each person
 * has their own: another who signs in here meanwhile neither uses it up nor hears of it.
 */
function keyOf(sender: string): string {
  return `transferId of ${sender}`
}
