import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { endpoints } from '@bank/contract/endpoints'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { AccountNumber } from '../accounts/account-number.tsx'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { Avatar } from '../ui/avatar.tsx'
import { deferred } from '../ui/deferred.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { refreshBeneficiaries } from './beneficiaries.ts'
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
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [lastFocused, setLastFocused] = useState(0)
  const [dialog, setDialog] = useState<OpenedDialog>()
  const [isOpen, setOpen] = useState(false)
  const isRemoved = useRef(false)
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
    isRemoved.current = false
    setDialog(opened)
    setOpen(true)
  }
  const close = () => setOpen(false)

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
            <IconButton
              icon={Pencil}
              label={`Rename ${one.name}`}
              tabIndex={position === current ? 0 : -1}
              onClick={() => openDialog({ name: 'rename', beneficiary: one })}
            />
            <IconButton
              icon={Trash2}
              label={`Remove ${one.name}`}
              tabIndex={position === current ? 0 : -1}
              onClick={() => openDialog({ name: 'remove', beneficiary: one })}
            />
          </li>
        ))}
      </ul>
      {dialog?.name === 'rename' && (
        <PayeeNameDialog
          open={isOpen}
          onClose={close}
          title="Rename payee"
          description="Only you see this name. The account name on your transfers stays as it is."
          label="Name"
          initialName={dialog.beneficiary.name}
          action="Save"
          save={(name) => rename(client, dialog.beneficiary.id, name)}
        />
      )}
      {dialog?.name === 'remove' && (
        <RemoveDialog
          open={isOpen}
          beneficiary={dialog.beneficiary}
          onClose={close}
          onRemoved={() => {
            isRemoved.current = true
            close()
          }}
          returnTo={() => (isRemoved.current ? onRemoved() : null)}
        />
      )}
    </>
  )
}

// Fetched on first use: most transfers need neither.
const PayeeNameDialog = lazyDialog(
  async () => (await import('./payee-name-dialog.tsx')).PayeeNameDialog,
  false,
)
const RemoveDialog = deferred(async () => (await import('./remove-dialog.tsx')).RemoveDialog)

function rename(client: QueryClient, id: string, name: string): Promise<void> {
  return announce(
    call(endpoints.renameBeneficiary, { params: { id }, body: { name } }),
    { busy: 'Renaming payee...', done: 'Payee renamed', failed: 'The payee was not renamed' },
    `payee ${id}`,
  ).finally(() => void refreshBeneficiaries(client))
}

type OpenedDialog = { name: 'rename' | 'remove'; beneficiary: SavedBeneficiary }

const steps: Record<string, ((current: number, count: number) => number) | undefined> = {
  ArrowDown: (current) => current + 1,
  ArrowUp: (current) => current - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}
