import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'

/** Whether this browser hides the dashboard's amounts; shown until somebody hides them. */
export function useAmountsHidden(): boolean {
  const hidden = useSyncExternalStore(subscribe, isHidden, () => false)
  // The server draws them all. Until they are hidden here, the script in the page's head has hidden what holds them.
  useEffect(() => {
    if (hidden) document.documentElement.classList.remove('hide-amounts')
  }, [hidden])
  return hidden
}

/** Hides the amounts of the dashboard, or shows them again, and remembers it in this browser. */
export function HideAmounts() {
  const hidden = useAmountsHidden()
  const Icon = hidden ? EyeOff : Eye
  return (
    <button
      type="button"
      // The state is said by the button being pressed: a name that changed with it would be said twice.
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
