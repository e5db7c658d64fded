import { activationsAtOnce } from '@bank/contract/admin/users/form'
import type { UserCardView } from '@bank/contract/admin/users/view'
import { linkTo } from '@bank/contract/pages'
import { useState } from 'react'
import { Link } from 'react-router'
import { AccountNumber } from '../../accounts/account-number.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useSelectionColumn } from '../../ui/selection-column.tsx'
import { useMay } from '../use-may.ts'
import { AccountStateChip } from './account-state-chip.tsx'
import { ActivateButton } from './activate-in-list.tsx'
import type { Activations } from './use-activations.ts'

/** The users as dense rows, of which several are activated at once. What is selected stays so on other pages. */
export function UsersTable({
  users,
  busy,
  activations,
}: {
  users: readonly UserCardView[]
  busy: boolean
  activations: Activations
}) {
  const mayActivate = useMay()('activate')
  const [chosen, setChosen] = useState<ReadonlyMap<string, UserCardView>>(new Map())
  const first = useSelectionColumn(users, {
    isChosen: ({ id }) => chosen.has(id),
    onChoose: (changed, isChosen) => setChosen(withUsers(chosen, changed, isChosen)),
    nameOf: ({ name, email }) => `${name}, ${email}`,
  })
  return (
    <>
      {mayActivate && (
        <SelectionBar
          chosen={[...chosen.values()]}
          activations={activations}
          onClear={() => setChosen(new Map())}
        />
      )}
      <Card>
        <DataTable
          caption="Users"
          columns={[...(mayActivate ? [first] : []), ...columnsOf(activations)]}
          rows={users}
          rowKey={({ id }) => id}
          busy={busy}
        />
      </Card>
    </>
  )
}

function columnsOf(activations: Activations): readonly Column<UserCardView>[] {
  return [
    {
      header: 'Name',
      phone: 'title',
      cell: ({ id, name, accountNumber }) => (
        <Link to={linkTo('user', { id, account: accountNumber ?? undefined })} className="link-alone">
          <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
        </Link>
      ),
    },
    {
      header: 'Email',
      phone: 'detail',
      importance: 2,
      cell: ({ email }) => <bdi className="line-clamp-2 w-fit wrap-anywhere">{email}</bdi>,
    },
    {
      header: 'Account',
      importance: 3,
      cell: ({ account }) => (
        <span className="whitespace-nowrap">
          <AccountNumber number={account.number} />
        </span>
      ),
    },
    {
      header: 'Balance',
      phone: 'figure',
      atEnd: true,
      cell: ({ account }) => <Amount value={account.balance} currency={account.currency} />,
    },
    {
      header: 'State',
      phone: 'aside',
      cell: (user) => (
        <span className="flex items-center gap-2">
          <AccountStateChip state={user.state} />
          <ActivateButton user={user} activations={activations} />
        </span>
      ),
    },
  ]
}

/** Up to the limit of a request. */
function withUsers(
  chosen: ReadonlyMap<string, UserCardView>,
  changed: readonly UserCardView[],
  isChosen: boolean,
): ReadonlyMap<string, UserCardView> {
  const next = new Map(chosen)
  for (const user of changed) {
    if (!isChosen) next.delete(user.id)
    else if (next.size < activationsAtOnce) next.set(user.id, user)
  }
  return next
}

function SelectionBar({
  chosen,
  activations: { activate, isPending },
  onClear,
}: {
  chosen: readonly UserCardView[]
  activations: Activations
  onClear: () => void
}) {
  const waiting = chosen.filter(({ state }) => state === 'waiting')
  return (
    <div className="flex min-h-target flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="text-table">
        {chosen.length === 0
          ? `Nothing selected. Up to ${activationsAtOnce} users at once.`
          : `${chosen.length} selected, ${waiting.length} of them wait for activation`}
      </p>
      {waiting.length > 0 && (
        <Button
          busy={isPending}
          busyLabel="Activating..."
          onClick={() => activate(waiting, { onSuccess: onClear })}
        >
          Activate {String(waiting.length)}
        </Button>
      )}
      {chosen.length > 0 && (
        <Button look="quiet" onClick={onClear}>
          Clear selection
        </Button>
      )}
    </div>
  )
}
