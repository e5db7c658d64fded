import { pages } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router'
import { useSignedIn } from '../../sessions/session.ts'
import { twoFactorQuery } from '../../two-factor/two-factor.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type PasscodeEntry, usePasscodeEntry } from './passcode-entry.ts'
import { PasscodeForm } from './passcode-form.tsx'

/** `/admin`: the passcode, then the requested page. An elevated session goes there at once. */
export function PasscodePage() {
  const { elevatedUntil } = useSignedIn()
  const { state } = useLocation() as { state: { asked?: string } | null }
  const entry = usePasscodeEntry()
  if (elevatedUntil !== null && !entry.isUnderWay) {
    return <Navigate to={state?.asked ?? '/admin/dashboard'} replace />
  }
  return (
    <Card className="mx-auto grid w-full max-w-100 gap-4">
      <PageHeading>{pages.passcode.title}</PageHeading>
      <Entry entry={entry} />
    </Card>
  )
}

/** The passcode's form or, where the bank requires two-factor and it is off, a link to turn it on. */
function Entry({ entry }: { entry: PasscodeEntry }) {
  const { data, isPending } = useQuery(twoFactorQuery)
  if (isPending) return <Skeleton className="h-40" />
  // When it cannot be loaded, the form shows the bank's refusal.
  const isOff = data?.turnedOnAt === null
  if (isOff && data.isRequired) return <SecondFactorNeeded />
  return (
    <>
      <p className="text-muted-foreground">
        Enter the passcode of the bank’s administrators. Your work stays open for 30 minutes, or until you
        have not used it for 10.
      </p>
      <PasscodeForm entry={entry} />
      {isOff && (
        <p className="text-table text-muted-foreground">
          Your password and the passcode are all that protects the panel.{' '}
          <Link to={twoFactorPath} className="text-link underline">
            Turn on two-factor authentication
          </Link>
          .
        </p>
      )}
    </>
  )
}

function SecondFactorNeeded() {
  return (
    <>
      <p>
        Administrators need two-factor authentication. Turn it on in your settings, with an authenticator app
        on your phone. Then come back here and enter the passcode.
      </p>
      <ButtonLink to={twoFactorPath} wide>
        Turn on two-factor authentication
      </ButtonLink>
    </>
  )
}

const twoFactorPath = '/settings#two-factor'
