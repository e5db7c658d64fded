import { linkTo, pages } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router'
import { useSignedIn } from '../../sessions/session.ts'
import { twoFactorQuery } from '../../two-factor/two-factor.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PasscodeForm } from './passcode-form.tsx'
import { type PasscodeEntry, usePasscodeEntry } from './use-passcode-entry.ts'

/** `/admin`: the passcode, then the requested page. An elevated session goes there at once. */
export function PasscodePage() {
  const { elevatedUntil } = useSignedIn()
  const { state } = useLocation() as { state: { requestedPage?: string } | null }
  const entry = usePasscodeEntry()
  if (elevatedUntil !== null && !entry.isUnderWay) {
    return <Navigate to={state?.requestedPage ?? linkTo('userManagement')} replace />
  }
  return (
    <Card className="mx-auto grid w-full max-w-login gap-4">
      <PageHeading>{pages.passcode.title}</PageHeading>
      <Entry entry={entry} />
    </Card>
  )
}

/** The passcode's form. Where two-factor is off, it advises to turn it on. */
function Entry({ entry }: { entry: PasscodeEntry }) {
  const { data, isPending } = useQuery(twoFactorQuery)
  if (isPending) return <Skeleton className="h-40" />
  // When it cannot be loaded, the form shows the bank's refusal.
  const isOff = data?.turnedOnAt === null
  return (
    <>
      <p className="text-muted-foreground">
        Enter the administrators’ passcode. Access lasts 30 minutes and ends after 10 minutes without
        activity.
      </p>
      <PasscodeForm entry={entry} />
      {isOff && (
        <p className="text-table text-muted-foreground">
          Only your password and the passcode protect the admin panel.{' '}
          <Link to={`${linkTo('settings')}#two-factor`} className="text-link underline">
            Turn on two-factor authentication
          </Link>
          .
        </p>
      )}
    </>
  )
}
