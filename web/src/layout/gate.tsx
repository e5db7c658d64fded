import { Fragment, type ReactNode } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { reasonOf } from '../api/problem.ts'
import { useSession } from '../sessions/session.ts'
import { isDrawnAhead, settings } from '../settings.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { LoadingFrame } from './loading-frame.tsx'

/** Lets somebody signed in through. Anybody else goes to the sign-in page, and afterwards on to the page asked for. */
export function Gate() {
  const { data, error, refetch } = useSession()
  const { pathname, search, hash } = useLocation()
  // Nothing that one person has opened stays for the next.
  if (data?.session) {
    return (
      <Fragment key={data.session.user.id}>
        <Outlet />
      </Fragment>
    )
  }
  if (data) {
    const asked = data.leftOnPurpose ? null : { asked: `${pathname}${search}${hash}` }
    return <Navigate to="/" replace state={asked} />
  }
  if (!error) return <LoadingFrame />
  return (
    <main className="mx-auto max-w-form px-gutter py-section">
      <h1 className="sr-only">{settings.bankName}</h1>
      <LoadFailure title="Your session could not be checked" reason={reasonOf(error)} onRetry={refetch} />
    </main>
  )
}

/** Lets a visitor through; somebody signed in goes on to the page asked for, or to the dashboard. */
export function VisitorsOnly() {
  const { data, isPending, failureCount } = useSession()
  const { state } = useLocation() as { state: { asked?: string } | null }
  // When the first answer fails, a visitor need not wait for the further tries to see the form. And what is drawn stays.
  if (isPending && failureCount === 0 && !isDrawnAhead) return <LoadingFrame />
  return data?.session ? <Navigate to={state?.asked ?? '/dashboard'} replace /> : <Outlet />
}

/** Shows `otherwise` in the place of its content while the password or the PIN is still the one that staff typed. */
export function OwnSecretsOnly({ otherwise }: { otherwise: ReactNode }) {
  const { data } = useSession()
  return data?.session?.temporarySecrets ? otherwise : <Outlet />
}

/** Shows its content to administrators; to anybody else the page does not exist. */
export function AdministratorsOnly({ otherwise }: { otherwise: ReactNode }) {
  const { data } = useSession()
  return data?.session?.user.role === 'administrator' ? <Outlet /> : otherwise
}
