import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { type KeyboardEvent, useRef, useState } from 'react'
import { AccountNumber } from '../accounts/account-number.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { deferred } from '../ui/deferred.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { MoreMenu, menuItem } from '../ui/more-menu.tsx'
import { PayeeLink } from './payee-link.tsx'

/**
 * The saved beneficiaries, each a link to the form. They are one tab stop, so that a long list does not stand between the keyboard
 * and what follows; arrows, Home and End move between them. `pathTo` gives the address of the form for one. `onRemoved` gives the
 * element that takes the focus after a removal.
 */
export function BeneficiaryList({
  beneficiaries,
  labelledBy,
  pathTo,
  linkState,
  onRemoved,
}: {
  beneficiaries: readonly SavedBeneficiary[]
  labelledBy: string
  pathTo: (id: string) => string
  linkState: object
  onRemoved: () => HTMLElement | null
}) {
  const list = useRef<HTMLUListElement>(null)
  const [lastFocused, setLastFocused] = useState(0)
  const [dialog, setDialog] = useState<OpenedDialog>()
  const [isOpen, setOpen] = useState(false)
  // Its row is gone, also when it is saved as another account.
  const isGone = useRef(false)
  const current = Math.min(lastFocused, beneficiaries.length - 1)

  function move(event: KeyboardEvent) {
    const next = steps[event.key]?.(current, beneficiaries.length)
    if (next === undefined) return
    event.preventDefault()
    const target = Math.max(0, Math.min(next, beneficiaries.length - 1))
    setLastFocused(target)
    list.current?.querySelectorAll('a')[target]?.focus()
  }
  function openDialog(opened: OpenedDialog) {
    isGone.current = false
    setDialog(opened)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const closing = { onClose: close, returnTo: () => (isGone.current ? onRemoved() : null) }

  return (
    <>
      <ul ref={list} aria-labelledby={labelledBy} className="-mx-2 grid">
        {beneficiaries.map((one, position) => (
          <li key={one.id} className="flex items-center gap-1">
            <PayeeLink
              to={pathTo(one.id)}
              state={linkState}
              tabIndex={position === current ? 0 : -1}
              onFocus={() => setLastFocused(position)}
              onKeyDown={move}
              mark={<Avatar name={one.name} />}
              name={one.name}
            >
              <AccountNumber number={one.accountNumber} />, <bdi>{one.bankName}</bdi>
            </PayeeLink>
            <MoreMenu label={`More for ${one.name}`} tabIndex={position === current ? 0 : -1}>
              {(close) =>
                acts.map(({ act, label }) => (
                  <button
                    key={act}
                    type="button"
                    className={menuItem}
                    onClick={() => {
                      close()
                      openDialog({ act, beneficiary: one })
                    }}
                  >
                    <span>
                      {label}
                      <span className="sr-only"> {one.name}</span>
                    </span>
                  </button>
                ))
              }
            </MoreMenu>
          </li>
        ))}
      </ul>
      {dialog?.act === 'edit' && (
        <PayeeDialog
          {...closing}
          open={isOpen}
          payee={dialog.beneficiary}
          onSaved={(isReplaced) => {
            isGone.current = isReplaced
          }}
        />
      )}
      {dialog?.act === 'remove' && (
        <RemoveDialog
          {...closing}
          open={isOpen}
          beneficiary={dialog.beneficiary}
          onRemoved={() => {
            isGone.current = true
            close()
          }}
        />
      )}
    </>
  )
}

// Fetched on first use: most transfers need neither.
const PayeeDialog = lazyDialog(async () => (await import('./payee-dialog.tsx')).PayeeDialog, false)
const RemoveDialog = deferred(async () => (await import('./remove-dialog.tsx')).RemoveDialog)

const acts = [
  { act: 'edit', label: 'Edit' },
  { act: 'remove', label: 'Remove' },
] as const

type OpenedDialog = { act: (typeof acts)[number]['act']; beneficiary: SavedBeneficiary }

const steps: Record<string, ((current: number, count: number) => number) | undefined> = {
  ArrowDown: (current) => current + 1,
  ArrowUp: (current) => current - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}
