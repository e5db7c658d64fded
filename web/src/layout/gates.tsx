import { linkTo } from '@bank/contract/pages'
import { isStaff } from '@bank/contract/roles/role'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { pageStart } from '../public-config.ts'
import { SignedIn, useCheckedSession, useFailedCheck, useSession } from '../sessions/session.ts'
import { LoadingShell } from './loading-shell.tsx'

/**
 * Lets a signed-in user through. A visitor goes to the sign-in page, and from there to the requested page. So does a user whose
 * session could not be checked: the sign-in page says so and offers to try again. A check that fails later leaves the open page
 * as it is.
 */
export function Gate() {
  const { data, error } = useCheckedSession()
  const { pathname, search, hash } = useLocation()
  // Keyed by the user: nothing that one user has opened stays for the next.
  if (data?.session) {
    return (
      <SignedIn key={data.session.user.id} value={data.session}>
        <Outlet />
      </SignedIn>
    )
  }
  if (!data && !error) return <LoadingShell />
  const state = data?.leftOnPurpose ? null : { requestedPage: `${pathname}${search}${hash}` }
  return <Navigate to={linkTo('signIn')} replace state={state} />
}

/** Lets a visitor through. A signed-in user goes to the requested page or to the dashboard. */
export function VisitorsOnly() {
  const { data, isPending, failureCount } = useSession()
  const { hasFailed } = useFailedCheck()
  const { state } = useLocation() as { state: { requestedPage?: string } | null }
  // A visitor sees the form when the first check has failed, without waiting for its retries. A rendered page stays.
  if (isPending && failureCount === 0 && !hasFailed && pageStart !== 'prerendered') return <LoadingShell />
  return data?.session ? <Navigate to={state?.requestedPage ?? linkTo('dashboard')} replace /> : <Outlet />
}

/**
 * Shows `otherwise` instead of its content while the password or the PIN is the temporary one of an administrator, or the
 * two-factor that the bank requires has yet to be set up; and for as long as it shows recovery codes.
 */
export function ReadyOnly({
  otherwise: Otherwise,
}: {
  otherwise: ComponentType<{ onCodes: (areShown: boolean) => void }>
}) {
  const session = useSession().data?.session
  const [hasCodes, setHasCodes] = useState(false)
  const isReady = !session?.temporarySecrets && !session?.lacksSecondFactor && !hasCodes
  if (!session || isReady) return <Outlet />
  return (
    <SignedIn value={session}>
      <Otherwise onCodes={setHasCodes} />
    </SignedIn>
  )
}

/** Shows its content to staff. For all others the page does not exist. */
export function AdministratorsOnly({ otherwise }: { otherwise: ReactNode }) {
  const { data } = useSession()
  return data?.session && isStaff(data.session.user.role) ? <Outlet /> : otherwise
}
