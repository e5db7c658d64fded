import { Eye, EyeOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../ui/icon-button.tsx'

/** Whether this browser hides the dashboard's amounts; shown until somebody hides them. */
export function useAmountsHidden(): boolean {
  return useSyncExternalStore(subscribe, isHidden)
}

/** Hides the amounts of the dashboard, or shows them again, and remembers it in this browser. */
export function HideAmounts() {
  const hidden = useAmountsHidden()
  return (
    <IconButton
      icon={hidden ? EyeOff : Eye}
      // The state is said by the button being pressed: a name that changed with it would be said twice.
      label="Hide amounts"
      aria-pressed={hidden}
      onClick={() => remember(!hidden)}
      className="-me-2 -mt-2 text-hero-muted outline-hero-ring hover:bg-hero-end hover:text-hero-foreground"
    />
  )
}

const key = 'hide-amounts'
const listeners = new Set<() => void>()
// What a browser that keeps nothing has been told during this visit.
let told: string | null = null

function isHidden(): boolean {
  try {
    return (localStorage.getItem(key) ?? told) === 'yes'
  } catch {
    return told === 'yes'
  }
}

function remember(hidden: boolean): void {
  told = hidden ? 'yes' : 'no'
  try {
    localStorage.setItem(key, told)
  } catch {
    // Hidden for this visit at least.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
