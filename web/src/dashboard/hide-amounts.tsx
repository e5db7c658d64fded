import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'

/** Whether this browser hides the amounts of the dashboard. At first it shows them. */
export function useAmountsHidden(): boolean {
  const hidden = useSyncExternalStore(subscribe, isHidden, () => false)
  // The server renders the amounts. Until they are hidden here, a class set by the script in the page's head hides them.
  useEffect(() => {
    if (hidden) document.documentElement.classList.remove('hide-amounts')
  }, [hidden])
  return hidden
}

/** Hides and shows the amounts of the dashboard. The browser remembers it. */
export function HideAmounts() {
  const hidden = useAmountsHidden()
  const Icon = hidden ? EyeOff : Eye
  return (
    <button
      type="button"
      // `aria-pressed` is the state: a label that changed with it would announce it twice.
      aria-label="Hide amounts"
      aria-pressed={hidden}
      title={hidden ? 'Show amounts' : 'Hide amounts'}
      onClick={() => remember(!hidden)}
      className="inline-flex size-target items-center justify-center rounded-control text-hero-muted -outline-offset-2 outline-hero-ring hover:text-hero-foreground"
    >
      <Icon aria-hidden size={20} />
    </button>
  )
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

function remember(hidden: boolean): void {
  unstored = hidden ? 'yes' : 'no'
  try {
    localStorage.setItem(key, unstored)
  } catch {
    // Kept for this visit.
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
