import { useState } from 'react'
import { recall, remember } from '../api/window-memory.ts'

/** Only the id is kept, and only in this window: enough for a reload to repeat a transfer instead of paying again. */
const storageKey = 'transferId'

// Made since the page was loaded and not sent yet: nothing can have become of it.
let unsent: string | null = null

/**
 * The id of the transfer on the form, the same until its outcome is certain. `mayBeSent` is true when it was kept from
 * before and may already have reached the bank; `replace` gives the next transfer an id of its own.
 */
export function useTransferId() {
  const [opened, setOpened] = useState(openTransferId)
  return { ...opened, replace: () => setOpened({ id: makeTransferId(), mayBeSent: false }) }
}

/** From here on this id may have reached the bank. */
export function noteSent(id: string): void {
  if (unsent === id) unsent = null
}

/** This id has a certain outcome; the next form makes its own. */
export function closeTransferId(id: string): void {
  if (recall(storageKey) === id) remember(storageKey, null)
}

function openTransferId(): { id: string; mayBeSent: boolean } {
  const id = recall(storageKey) ?? makeTransferId()
  return { id, mayBeSent: id !== unsent }
}

function makeTransferId(): string {
  const id = crypto.randomUUID()
  unsent = id
  remember(storageKey, id)
  return id
}
