import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { AccountNumber } from '../accounts/account-number.tsx'
import { IconButton } from '../ui/icon-button.tsx'

/**
 * The rows of the list. The Tab key stops at one of them only, or a long list would stand before the form; arrows, Home and End
 * move between them. `onRemoved` says where the focus goes when a row has gone.
 */
export function BeneficiaryList({
  beneficiaries,
  onPick,
  onRemoved,
}: {
  beneficiaries: readonly SavedBeneficiary[]
  onPick: (beneficiary: SavedBeneficiary) => void
  onRemoved: () => HTMLElement | null
}) {
  const list = useRef<HTMLUListElement>(null)
  const [reached, setReached] = useState(0)
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setOpen] = useState(false)
  const gone = useRef(false)
  const at = Math.min(reached, beneficiaries.length - 1)

  function move(event: KeyboardEvent) {
    const next = steps[event.key]?.(at, beneficiaries.length)
    if (next === undefined) return
    event.preventDefault()
    const to = Math.max(0, Math.min(next, beneficiaries.length - 1))
    setReached(to)
    list.current?.querySelectorAll<HTMLElement>('[data-pick]')[to]?.focus()
  }
  function ask(what: Asked) {
    gone.current = false
    setAsked(what)
    setOpen(true)
  }
  const close = () => setOpen(false)

  return (
    <>
      <ul ref={list} className="-mx-2 grid max-h-80 divide-y overflow-y-auto">
        {beneficiaries.map((one, position) => (
          <li key={one.id} className="flex items-center gap-1 py-1">
            <button
              type="button"
              data-pick
              tabIndex={position === at ? 0 : -1}
              onFocus={() => setReached(position)}
              onKeyDown={move}
              onClick={() => onPick(one)}
              className="grid min-h-target min-w-0 grow content-center rounded-control px-2 py-1.5 text-start -outline-offset-2 hover:bg-hover"
            >
              <bdi className="justify-self-start text-label wrap-anywhere">{one.name}</bdi>
              <span className="text-caption text-muted-foreground wrap-anywhere">
                <AccountNumber number={one.accountNumber} />, <bdi>{one.bankName}</bdi>
              </span>
            </button>
            <IconButton
              icon={Pencil}
              label={`Rename ${one.name}`}
              tabIndex={position === at ? 0 : -1}
              onClick={() => ask({ what: 'rename', beneficiary: one })}
            />
            <IconButton
              icon={Trash2}
              label={`Remove ${one.name}`}
              tabIndex={position === at ? 0 : -1}
              onClick={() => ask({ what: 'remove', beneficiary: one })}
            />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {asked?.what === 'rename' && (
          <RenameDialog open={isOpen} beneficiary={asked.beneficiary} onClose={close} />
        )}
        {asked?.what === 'remove' && (
          <RemoveDialog
            open={isOpen}
            beneficiary={asked.beneficiary}
            onClose={close}
            onRemoved={() => {
              gone.current = true
              close()
            }}
            returnTo={() => (gone.current ? onRemoved() : null)}
          />
        )}
      </Suspense>
    </>
  )
}

// Fetched when they are first wanted: most transfers need neither.
const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }))
const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }))

type Asked = { what: 'rename' | 'remove'; beneficiary: SavedBeneficiary }

const steps: Record<string, ((at: number, count: number) => number) | undefined> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}
