import { Eye, EyeOff } from 'lucide-react'
import { hideAmounts, useAmountsHidden } from '../ui/hidden-amounts.ts'

/** Hides and shows the amounts of all pages, like the switch in the user menu. */
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
      onClick={() => hideAmounts(!hidden)}
      className="inline-flex size-target items-center justify-center rounded-control text-hero-muted -outline-offset-2 outline-hero-ring hover:text-hero-foreground"
    >
      <Icon aria-hidden size={20} />
    </button>
  )
}
