import type { UserCardView } from '@bank/contract/admin/users/view'
import { linkTo } from '@bank/contract/pages'
import { roleNames } from '@bank/contract/roles/rights'
import { isStaff } from '@bank/contract/roles/role'
import { Link } from 'react-router'
import { AccountNumber } from '../../accounts/account-number.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountStateChip } from './account-state-chip.tsx'
import { ActivateButton } from './activate-in-list.tsx'
import type { Activations } from './use-activations.ts'

/** A user in the list. The name is the link, the whole card its hit area. */
export function UserCard({ user, activations }: { user: UserCardView; activations: Activations }) {
  return (
    <li className="relative flex items-center gap-4 rounded-card border bg-card p-card shadow-xs hover:bg-hover">
      <Avatar name={user.name} image={user.avatar} size="size-12 text-label" />
      <div className="grid min-w-0 grow gap-0.5">
        {/* A long name is cut at its own end in either writing direction. */}
        <Link
          to={linkTo('user', { id: user.id, account: user.accountNumber ?? undefined })}
          dir="auto"
          className="w-fit max-w-full truncate text-label after:absolute after:inset-0"
        >
          {user.name}
        </Link>
        <p dir="auto" className="w-fit max-w-full truncate text-table text-muted-foreground">
          {user.email}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-muted-foreground">
          <span>{user.country}</span>
          <AccountStateChip state={user.state} />
          {isStaff(user.role) && <span>{roleNames[user.role]}</span>}
          {user.accountNumber && (
            <span>
              Account <AccountNumber number={user.accountNumber} />
            </span>
          )}
        </p>
      </div>
      <ActivateButton user={user} activations={activations} />
    </li>
  )
}

export function UserCardSkeleton() {
  return (
    <Card aria-hidden className="flex items-center gap-4">
      <Skeleton className="size-12 rounded-full" />
      <div className="grid grow gap-2">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-5 w-24" />
      </div>
    </Card>
  )
}
