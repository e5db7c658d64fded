import { Navigate, useLocation } from 'react-router'
import { useSignedIn } from '../sessions/session.ts'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { PasscodeForm } from './passcode-form.tsx'

/** `/admin`: the passcode, and then the page asked for. An administrator already lifted goes straight on. */
export function PasscodePage() {
  const { liftedUntil } = useSignedIn()
  const { state } = useLocation() as { state: { asked?: string } | null }
  if (liftedUntil !== null) return <Navigate to={state?.asked ?? '/admin/dashboard'} replace />
  return (
    <Card className="mx-auto grid w-full max-w-100 gap-4">
      <PageHeading>Admin Panel</PageHeading>
      <p className="text-muted-foreground">
        Enter the passcode of the bank’s administrators. Your work stays open for 30 minutes, or until you
        have not used it for 10.
      </p>
      <PasscodeForm />
    </Card>
  )
}
