import { createContext, useContext, useSyncExternalStore } from 'react'

/** True or false inside hides or shows the amounts whatever this browser has chosen, such as what is about to be sent. */
export const HiddenAmounts = createContext<boolean | undefined>(undefined)

/** Whether amounts are hidden here, for example from people nearby. */
export function useAmountsHidden(): boolean {
  const hidden = useSyncExternalStore(subscribe, isHidden, () => false)
  return useContext(HiddenAmounts) ?? hidden
}

/** A sentence of the bank without its amounts, for where they are hidden. */
export function withoutAmounts(sentence: string): string {
  return sentence.replace(/[$€£][\d.,]*\d/g, '•••')
}

/**
 * Attributes of an element with amounts that can be read: the server renders them, and until this browser hides them a class set by the
 * script in the page's head does.
 */
export function useAmountsMark(): { 'data-amounts'?: '' } {
  const isHidden = useAmountsHidden()
  const isChosenHere = useContext(HiddenAmounts) === undefined
  return isChosenHere && !isHidden ? { 'data-amounts': '' } : {}
}

/** Hides or shows the amounts of all pages. The browser remembers it. */
export function hideAmounts(hidden: boolean): void {
  unstored = hidden ? 'yes' : 'no'
  try {
    localStorage.setItem(key, unstored)
  } catch {
    // Kept for this visit.
  }
  document.documentElement.classList.toggle(key, hidden)
  for (const listener of listeners) listener()
}

const key = 'hide-amounts'
const listeners = new Set<() => void>()
// For a browser that refuses storage: lost on reload.
let unstored: string | null = null

function isHidden(): boolean {
  try {
    return (localStorage.getItem(key) ?? unstored) === 'yes'
  } catch {
    return unstored === 'yes'
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
