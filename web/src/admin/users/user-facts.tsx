import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { dayText } from '@bank/contract/date-text'
import { formatMoney } from '@bank/contract/format-money'
import {
  accountTypes,
  currencyOptions,
  employmentStatuses,
  genders,
  labelOf,
} from '@bank/contract/option-lists'
import { type ReactNode, useState } from 'react'
import { publicConfig } from '../../public-config.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Fact } from '../../ui/fact.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useMay } from '../use-may.ts'
import { AccountActivityLink } from './account-activity-link.tsx'
import { AccountChanges } from './account-changes.tsx'

/** The profile and the account of a user. */
export function UserFacts({ user }: { user: UserDetailsView }) {
  // Administrators cannot correct their own details, and change their own sign-in in the settings.
  const isOwn = useSignedIn().user.id === user.id
  const may = useMay()
  return (
    <Card className="grid gap-4">
      <div className="flex min-h-target items-center justify-between gap-3">
        <h2 className="text-h2">Profile and account</h2>
        {!isOwn && may('correct') && <CorrectDetails user={user} />}
      </div>
      {user.pendingEmail && <PendingEmail {...user.pendingEmail} />}
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 text-table md:grid-cols-3 xl:grid-cols-5">
        {facts.map(([name, render]) => (
          <Fact key={name} name={name}>
            <bdi>{render(user) || <span className="text-muted-foreground">Not provided</span>}</bdi>
          </Fact>
        ))}
      </dl>
      {!isOwn && may('activate') && <AccountChanges user={user} />}
      {may('read_audit') && <AccountActivityLink user={user} />}
    </Card>
  )
}

/** Opens the correction of the details. */
function CorrectDetails({ user }: { user: UserDetailsView }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" className="shrink-0" onClick={() => setOpen(true)}>
        Correct details
      </Button>
      <CorrectionDialog user={user} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const CorrectionDialog = lazyDialog(async () => (await import('./correction-dialog.tsx')).CorrectionDialog)

function PendingEmail({ email, expiresAt }: { email: string; expiresAt: string }) {
  return (
    <Notice tone="pending">
      The new email <bdi className="wrap-anywhere text-label">{email}</bdi> is not confirmed yet.{' '}
      {publicConfig.mail ? (
        <>
          The link that was sent to it can be opened until <DateText moment={expiresAt} time />.
        </>
      ) : (
        'Mail is off: the link for it was not sent.'
      )}
    </Notice>
  )
}

const facts: readonly (readonly [string, (user: UserDetailsView) => ReactNode])[] = [
  ['Phone', ({ phone }) => phone],
  ['Country', ({ country }) => country],
  ['Address', ({ street }) => street],
  ['City', ({ city }) => city],
  ['State', ({ state }) => state],
  ['Zip code', ({ zip }) => zip],
  ['Date of birth', ({ dob }) => dob && dayText(dob, 'short')],
  ['Gender', ({ gender }) => labelOf(genders, gender)],
  ['Employment status', ({ employmentStatus }) => labelOf(employmentStatuses, employmentStatus)],
  ['Account type', ({ account }) => labelOf(accountTypes, account.type)],
  ['Currency', ({ account }) => labelOf(currencyOptions, account.currency)],
  ['Pending', ({ account }) => formatMoney(account.inTransit, account.currency)],
  ['Registered', ({ createdAt }) => <DateText moment={createdAt} />],
]
