import type { StaffList } from '@bank/contract/admin/administrators/view'
import { dayText } from '@bank/contract/date-text'
import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { roleNames } from '@bank/contract/roles/rights'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { LoadFailure } from '../../api/load-failure.tsx'
import { queryOf } from '../../api/query-of.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Fact } from '../../ui/fact.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useMay } from '../use-may.ts'
import { AccountStateChip } from '../users/account-state-chip.tsx'
import { TakeRoleDialog } from './change-role-dialog.tsx'

type Member = StaffList['staff'][number]

/** `/admin/administrators`: who works for the bank, in which role and until when, and the roles are given and taken. */
export function AdministratorsPage() {
  const may = useMay()
  const { data, error, refetch } = useQuery(queryOf(['admin', 'staff'], endpoints.listStaff, {}))
  const [isGiving, setGiving] = useState(false)
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.administrators.title}</PageHeading>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted-foreground">
          Everybody who works for the bank. Each role has its rights, and all of them need the passcode.
        </p>
        {may('give_roles') && <Button onClick={() => setGiving(true)}>Give a role</Button>}
      </div>
      {!data && error ? (
        <LoadFailure title="The staff could not be loaded" error={error} onRetry={() => refetch()} />
      ) : data ? (
        <ul className="grid gap-4">
          {data.staff.map((member) => (
            <StaffCard key={member.id} member={member} mayGive={may('give_roles')} />
          ))}
        </ul>
      ) : (
        <LoadingText />
      )}
      <RoleDialog member={undefined} open={isGiving} onClose={() => setGiving(false)} />
    </div>
  )
}

const RoleDialog = lazyDialog(async () => (await import('./role-dialog.tsx')).RoleDialog)

function StaffCard({ member, mayGive }: { member: Member; mayGive: boolean }) {
  const { id, name, email, role, lastDay, state, twoFactorSince, lastSeenAt } = member
  const isOwn = useSignedIn().user.id === id
  const [open, setOpen] = useState<'change' | 'take' | null>(null)
  const close = () => setOpen(null)
  return (
    <li>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="grid min-w-0 gap-0.5">
            <Link to={linkTo('user', { id })} dir="auto" className="link-alone w-fit max-w-full truncate">
              {name}
            </Link>
            <bdi className="wrap-anywhere text-table text-muted-foreground">{email}</bdi>
          </div>
          {state !== 'active' && <AccountStateChip state={state} />}
        </div>
        <dl className="grid grid-cols-2 gap-x-8 gap-y-4 text-table md:grid-cols-4">
          <Fact name="Role">{roleNames[role]}</Fact>
          <Fact name="Until">{lastDay ? `End of ${dayText(lastDay, 'short')}` : 'Without an end'}</Fact>
          <Fact name="Two-factor authentication">
            {twoFactorSince ? (
              <>
                On since <DateText moment={twoFactorSince} />
              </>
            ) : (
              'Off'
            )}
          </Fact>
          <Fact name="Last seen">{lastSeenAt ? <DateText moment={lastSeenAt} time /> : 'Never'}</Fact>
        </dl>
        {isOwn ? (
          <p className="text-table text-muted-foreground">
            This is you. Another administrator can change your role.
          </p>
        ) : (
          mayGive && (
            <div className="flex flex-wrap gap-3">
              <Button look="secondary" onClick={() => setOpen('change')}>
                Change role<span className="sr-only"> of {name}</span>
              </Button>
              <Button look="secondary" onClick={() => setOpen('take')}>
                Take role<span className="sr-only"> of {name}</span>
              </Button>
            </div>
          )
        )}
        <RoleDialog key={`${role} ${lastDay}`} member={member} open={open === 'change'} onClose={close} />
        <TakeRoleDialog user={member} open={open === 'take'} onClose={close} />
      </Card>
    </li>
  )
}
