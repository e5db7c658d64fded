import { useState } from 'react'

/** Only the id is kept, and only in this window: enough for a reload to repeat a transfer instead of paying again. */
const storageKey = 'transferId'

// Also here, for a browser that keeps nothing.
let current: string | null = null
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
  if (read() === id) write(null)
}

function openTransferId(): { id: string; mayBeSent: boolean } {
  const id = read() ?? makeTransferId()
  return { id, mayBeSent: id !== unsent }
}

function makeTransferId(): string {
  const id = crypto.randomUUID()
  unsent = id
  write(id)
  return id
}

function read(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return current
  }
}

function write(id: string | null): void {
  current = id
  try {
    if (id) sessionStorage.setItem(storageKey, id)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Kept for as long as the page is open.
  }
}
